/** Whether a server can do its work: each check is `ok`, `ok, but` what is worth knowing, or the problem. */
import { statfs } from "node:fs/promises";
import { sql } from "kysely";
import type { CommonServices, Services } from "#recorder/http/services.ts";
import type { StorageState } from "#recorder/ipc/storage-shapes.ts";

const LEAST_SANE_CLOCK_MS = Date.UTC(2024, 0, 1);

const STORAGE_WORDS: Readonly<Record<StorageState, string>> = {
  ok: "ok",
  full: "is full",
  unwritable: "cannot be written",
  gone: "is gone",
  stuck: "does not answer",
};

/** Checks the database, the data folder and the clock. */
async function readiness(
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

interface Watched {
  /** of the folder with the settings */
  readonly data: StorageState;
  /** of each process of the recorder, by its name */
  readonly processes: Readonly<Record<string, string>>;
}

/** All answers stay right without it: a balancer has no reason to leave this server. */
const NATS_AWAY = "ok, but NATS is away: PostgreSQL brings the messages of the servers";

/** Checks of an aggregator, which has only settings. */
export async function aggregatorReadiness(
  services: CommonServices,
  { data }: Pick<Watched, "data">,
): Promise<Record<string, string>> {
  // A call of a disk that does not answer does not return either.
  if (data === "stuck") return { database: STORAGE_WORDS[data], storage: STORAGE_WORDS[data], clock: "ok" };
  const checks = await readiness(services, services.config.data);
  const { nats } = services.nodes;
  if (services.certificate) checks.certificate = services.certificate.check;
  if (nats !== null) checks.nats = nats === "ok" ? "ok" : NATS_AWAY;
  return data === "ok" ? checks : { ...checks, database: STORAGE_WORDS[data], storage: STORAGE_WORDS[data] };
}

/** Checks of a recorder, which writes all the time and has media processes. */
export async function recorderReadiness(services: Services, watched: Watched): Promise<Record<string, string>> {
  const { media, store, now } = services;
  const checks: Record<string, string> = { database: "ok", storage: STORAGE_WORDS[media.disk.state], clock: "ok" };
  // A call of a disk that does not answer does not return either.
  if (checks.storage === "ok") Object.assign(checks, await readiness({ store, now }, services.config.recordings));
  if (watched.data !== "ok") checks.database = STORAGE_WORDS[watched.data];
  if (services.certificate) checks.certificate = services.certificate.check;
  const license = services.licensing.check;
  if (license !== "ok") checks.license = license;
  if (services.standby) checks.standby = services.standby.check;
  checks.media = "ok";
  Object.assign(checks, watched.processes);
  // Several media processes are told by their names.
  const isTold = Object.entries(checks).some(([name, state]) => /^media(-\d+)?$/.test(name) && state !== "ok");
  if (!media.connected && !isTold) checks.media = "is not running";
  return checks;
}
