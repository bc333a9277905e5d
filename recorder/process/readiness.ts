/** Whether a server can do its work: each check is `ok` or the problem. */
import { statfs } from "node:fs/promises";
import { sql } from "kysely";
import type { CommonServices, Services } from "#recorder/http/services.ts";

const LEAST_SANE_CLOCK_MS = Date.UTC(2024, 0, 1);

/** Checks the database, the data folder and the clock. */
export async function readiness(
  services: Pick<CommonServices, "store" | "now">,
  folder: string,
): Promise<Record<string, string>> {
  const checks: Record<string, string> = { database: "ok", storage: "ok", clock: "ok" };
  try {
    await sql`select 1`.execute(services.store);
  } catch {
    checks.database = "does not answer";
  }
  try {
    await statfs(folder);
  } catch {
    checks.storage = "is not there";
  }
  if (services.now() < LEAST_SANE_CLOCK_MS) checks.clock = "is wrong";
  return checks;
}

/** Checks of a recorder, which writes all the time and has a media process. */
export async function recorderReadiness(services: Services): Promise<Record<string, string>> {
  const checks: Record<string, string> = { ...(await readiness(services, services.config.recordings)), media: "ok" };
  if (checks.storage === "ok" && services.media.disk.state === "unwritable") checks.storage = "cannot be written";
  if (!services.media.connected) checks.media = "is not running";
  return checks;
}
