import { afterEach, expect, test } from "vitest";
import type { Socket } from "node:net";
import { parseChallenge } from "#recorder/rtp/rtsp-auth.ts";
import { RtspConnection } from "#recorder/ingest/sources/line/rtsp-connection.ts";
import { RawServer } from "#test/support/faulty-camera.ts";

let server: RawServer | undefined;
let connection: RtspConnection | undefined;
afterEach(async () => {
  connection?.close(null);
  await server?.close();
});

interface Strict {
  /** The camera accepts one nonce for this number of requests. */
  readonly uses: number;
  /** Whether the camera marks a nonce as stale when it has been used up. */
  readonly stale: boolean;
}

/** A camera that accepts the counters of a nonce only in rising order, each once, and a nonce only for a number of requests. */
async function strictCamera({ uses, stale }: Strict) {
  const accepted: string[] = [];
  const replays: string[] = [];
  const highest = new Map<string, number>();
  let nonces = 0;
  const answer = (socket: Socket, request: string): void => {
    const header = (name: string): string => new RegExp(`^${name}: *(.*)$`, "im").exec(request)?.[1]?.trim() ?? "";
    const given = parseChallenge(header("Authorization"))?.parameters;
    const nonce = given?.get("nonce") ?? "";
    const count = Number.parseInt(given?.get("nc") ?? "0", 16);
    const before = highest.get(nonce) ?? 0;
    if (given && count <= before) replays.push(`${nonce}:${count}`);
    const good = given && nonce === `n${nonces}` && count === before + 1 && count <= uses;
    if (good) {
      highest.set(nonce, count);
      accepted.push(`${nonce}:${count}`);
    }
    const fresh = good
      ? ""
      : `WWW-Authenticate: Digest realm="r", qop="auth", nonce="n${++nonces}"${given && stale ? ", stale=true" : ""}\r\n`;
    socket.write(`RTSP/1.0 ${good ? "200 OK" : "401 Unauthorized"}\r\nCSeq: ${header("CSeq")}\r\n${fresh}\r\n`);
  };
  server = await RawServer.open((socket) => {
    let text = "";
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      for (let end = text.indexOf("\r\n\r\n"); end >= 0; end = text.indexOf("\r\n\r\n")) {
        answer(socket, text.slice(0, end));
        text = text.slice(end + 4);
      }
    });
  });
  connection = await RtspConnection.open(
    { url: server.url, username: "admin", password: "secret", transport: "tcp" },
    { packet: () => undefined, closed: () => undefined },
    2000,
    new AbortController().signal,
  );
  return { accepted, replays, connection, url: server.url };
}

test.each([
  ["as many requests as there are, the counter rises", { uses: 99, stale: true }, ["n1:1", "n1:2", "n1:3", "n1:4"]],
  ["one request for each nonce, told as stale", { uses: 1, stale: true }, ["n1:1", "n2:1", "n3:1", "n4:1"]],
  ["one request for each nonce, not told", { uses: 1, stale: false }, ["n1:1", "n2:1", "n3:1", "n4:1"]],
  ["two for each", { uses: 2, stale: true }, ["n1:1", "n1:2", "n2:1", "n2:2"]],
])("a nonce is good for %s: no counter is used twice", async (_name, strict, expected) => {
  const camera = await strictCamera(strict);
  for (const method of ["OPTIONS", "DESCRIBE", "OPTIONS", "GET_PARAMETER"])
    expect((await camera.connection.request(method, camera.url)).status).toBe(200);
  expect(camera.accepted).toEqual(expected);
  expect(camera.replays).toEqual([]);
});
