import type { IceServer } from "#protocol/rest/server/server.ts";

/** Reads `stun:HOST[:PORT]` and `turn:USER:PASSWORD@HOST[:PORT]` (port 3478 by default); null when it is neither. */
export function parseIceServer(text: string): IceServer | null {
  const match = /^(stun|turn):(?:([^:@]*):(.*)@)?(\[[0-9a-fA-F:]+\]|[A-Za-z0-9.-]+)(?::(\d{1,5}))?$/.exec(text);
  if (!match) return null;
  const [, type, username, credential, host, port] = match;
  if (host === undefined || (type === "turn" && username === undefined)) return null;
  return {
    type: type === "turn" ? "turn" : "stun",
    host,
    port: port === undefined ? 3478 : Number(port),
    ...(username === undefined ? {} : { username, credential: credential ?? "" }),
  };
}
