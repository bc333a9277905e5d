/** How a relay proves itself to its recorder: by the key that both have, and by passwords that are made of it. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** The name under which a relay reads streams by RTSP. */
export const RELAY_USER = "relay";

/** For one stream: whoever reads it on the way has that stream, and nothing else. */
export const relayPassword = (key: string, streamId: string): string =>
  createHmac("sha256", key).update(`rtsp ${streamId}`).digest("hex");

/** Whether the header of an RTSP request is a relay's, for this stream. `key`: "" = there are no relays. */
export function isRelay(authorization: string | null, key: string, streamId: string): boolean {
  const basic = /^basic (\S+)$/i.exec(authorization?.trim() ?? "")?.[1];
  if (basic === undefined || key === "") return false;
  return isSame(Buffer.from(basic, "base64").toString("utf8"), `${RELAY_USER}:${relayPassword(key, streamId)}`);
}

/** Whether the header of the link's request has the key. */
export function hasRelayKey(authorization: string | undefined, key: string): boolean {
  const bearer = /^bearer (\S+)$/i.exec(authorization?.trim() ?? "")?.[1];
  return bearer !== undefined && key !== "" && isSame(bearer, key);
}

/** Takes the same time for every wrong one. */
export function isSame(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash("sha256").update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(one, other);
}
