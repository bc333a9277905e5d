/** A recorder and the licences that its vendor makes for it. */
import { generateKeyPairSync, sign } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { licenseSession } from "#protocol/rest/server/server.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const YEAR_MS = 365 * 86_400_000;
const vendor = generateKeyPairSync("ed25519");
export const stranger = generateKeyPairSync("ed25519");
const publicKey = vendor.publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64");

export function keyOf(payload: Record<string, unknown>, signer = vendor): string {
  const body = `PSL1.${Buffer.from(JSON.stringify(payload)).toString("base64url")}`;
  return `${body}.${sign(null, Buffer.from(body), signer.privateKey).toString("base64url")}`;
}

export let folder = "";
export let house: TestHouse;
let password = "";
export const flags: Record<string, string> = {};

/** Starts the recorder again on the same folder, like a restart. */
export async function restart(): Promise<void> {
  await house.recorder.close();
  await open();
}
async function open(): Promise<void> {
  house = await TestHouse.open({ "activation.keys": publicKey, ...flags }, folder);
  if (house.adminPassword !== "") password = house.adminPassword;
}
export const ask = (method: string, url: string, body?: unknown) =>
  house.ask(method, url, {
    headers: { authorization: house.basic("admin", password) },
    ...(body === undefined ? {} : { body }),
  });
export const session = async () => licenseSession.parse((await ask("GET", "/service/license-session")).json());
export const install = (license: string) => ask("POST", "/service/license-session", { license });
export const machineId = async (): Promise<string> => (await session()).license.machineId ?? "";
export const events = async () =>
  (await house.services.journal.events({ startMs: 0, stopMs: Date.now() + 1000, count: 100 })).map(({ type }) => type);
export const good = async (more: Record<string, unknown> = {}) =>
  keyOf({
    machineId: await machineId(),
    edition: "enterprise",
    brandedEdition: "Enterprise",
    cameras: 0,
    retention: 30 * 86_400_000,
    expires: Date.now() + YEAR_MS,
    activationCode: "AAAAA-BBBBB-CCCCC-DDDDD",
    ...more,
  });

export function eachWithLicences(): void {
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "proscenium-test-"));
    for (const name of Object.keys(flags)) delete flags[name];
    await open();
  });
  afterEach(() => house.close());
}
