/** A server with a camera whose picture can be hidden, users of every role, and one who may see without masks. */
import { randomBytes } from "node:crypto";
import { type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll } from "vitest";
import type { PrivacyMask } from "#domain/cameras/privacy-mask.ts";
import type { StreamSpec } from "#recorder/ipc/stream-shapes.ts";
import { ROLES, TestHouse } from "#test/recorder/support/test-house.ts";

export const MASK: PrivacyMask = {
  points: [
    { x: 0, y: 0 },
    { x: 0.5, y: 0 },
    { x: 0, y: 0.5 },
  ],
};
export const OTHER: PrivacyMask = {
  points: [
    { x: 0.5, y: 0.5 },
    { x: 1, y: 0.5 },
    { x: 1, y: 1 },
  ],
};

export let house: TestHouse;
export let cameraId = "";
export let streamId = "";
/** What the media process was told last. */
let told: readonly StreamSpec[] = [];
const secret = randomBytes(32);

export function withMaskedCamera(): void {
  beforeAll(async () => {
    house = await TestHouse.open();
    const { media } = house.services;
    const setStreams = media.setStreams.bind(media);
    media.setStreams = (specs) => {
      told = specs;
      return setStreams(specs);
    };
    for (const role of ROLES) await house.addUser(role.toLowerCase().replace(" ", "_"), role);
    const { camera, stream } = await house.addCamera("Gate");
    [cameraId, streamId] = [camera.id, stream.id];
    await house.services.users.create({
      username: "trusted",
      password: "correct horse battery",
      role: "Viewer",
      cameraScopes: [{ id: cameraId, scope: ["live", "playback", "export", "unmask"] }],
    });
    const issuer = { id: "a", access_token: "", key: { kty: "oct", k: secret.toString("base64url") } };
    await house.ask("POST", "/service/trusted/issuer?version=2", { as: "admin", body: issuer });
  });
  afterAll(() => house.close());
}

/** A token of an issuer that the server trusts. */
export const tokenOf = (claims: JWTPayload): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).setIssuedAt().setExpirationTime("10m").sign(secret);

export const masksUrl = (): string => `/service/cameras/${cameraId}/privacy-masks`;
export const put = (path: string, masks: readonly unknown[], as = "admin") =>
  house.ask("PUT", path, { as, body: { masks } });
/** The masks of the camera's stream that the media process was told last. */
export const pushed = (): readonly PrivacyMask[] | undefined => told.find(({ id }) => id === streamId)?.masks;
export const actions = async (): Promise<string[]> => {
  const answer = await house.ask("GET", "/service/audit?count=3", { as: "admin" });
  return answer.json<{ entries: { action: string }[] }>().entries.map(({ action }) => action);
};
