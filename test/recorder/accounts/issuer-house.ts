/** A recorder that trusts an issuer, with three cameras, and the tokens that the issuer makes for its users. */
import { randomBytes } from "node:crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, expect } from "vitest";
import { TestHouse } from "#test/recorder/support/test-house.ts";

/** An aggregator's tokens, which name their user and the user's rights. */
export let house: TestHouse;
export let url = "";
export let gate: Awaited<ReturnType<TestHouse["addCamera"]>>;
export let yard: typeof gate;
export let safe: typeof gate;
const secret = randomBytes(32);
export const issuer = { id: "aggregator-1", access_token: "", key: { kty: "oct", k: secret.toString("base64url") } };
export const trust = () => house.ask("POST", "/service/trusted/issuer?version=2", { as: "admin", body: issuer });

export interface Scope {
  baseScope: string[];
  cameraScopes?: unknown;
}
let clockS = Math.floor(Date.now() / 1000) - 1000;
/** Each is later than the one before. */
export const token = (
  claims: Record<string, unknown>,
  life: { issuedS?: number; expires?: string } = {},
): Promise<string> => {
  clockS += 1;
  const issuedS = life.issuedS ?? clockS;
  const signing = new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).setIssuedAt(issuedS);
  return signing.setExpirationTime(life.expires ?? "10m").sign(secret);
};
export const scoped = (scope: unknown, sub = "ann", more: Record<string, unknown> = {}) =>
  token({ sub, name: sub, scope, ...more });
export const bearer = (value: string) => ({ headers: { authorization: `Bearer ${value}` } });
export const ask = (method: string, path: string, value: string, body?: unknown) =>
  house.ask(method, path, { ...bearer(value), ...(body === undefined ? {} : { body }) });
export const status = async (method: string, path: string, value: string, body?: unknown) =>
  (await ask(method, path, value, body)).statusCode;
export const on = (scope: string[], ...ids: string[]): Scope => ({
  baseScope: [],
  cameraScopes: ids.map((id) => ({ id, scope })),
});

export function withIssuer(): void {
  beforeAll(async () => {
    house = await TestHouse.open();
    [gate, yard, safe] = [await house.addCamera("Gate"), await house.addCamera("Yard"), await house.addCamera("Safe")];
    url = await house.recorder.app.listen({ host: "127.0.0.1", port: 0 });
    expect((await trust()).statusCode).toBe(201);
  });
  afterAll(() => house.close());
}
