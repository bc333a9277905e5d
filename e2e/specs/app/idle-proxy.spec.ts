/** A proxy that cuts silent connections off: nothing of the product is silent for so long. */
import { get, type IncomingMessage } from "node:http";
import { expect, test } from "@playwright/test";
import { WebSocket } from "ws";
import { findProxy, startProxy } from "../../../scripts/machine/proxies.mjs";
import { Api } from "../../support/api.ts";
import { recordedRange } from "../../support/playback/exports.ts";
import { shared } from "../../support/shared.ts";

/**
 * nginx cuts a connection off after 60 s without a byte. The recorder's sockets send a ping every 15 and every 20 s: a
 * limit just above them shows the same in less time.
 */
const LIMIT_S = 24;
const WATCHED_MS = 2 * LIMIT_S * 1000 + 2000;

/** The lines of docs/proxies.md without what they change of nginx's defaults, and with a short limit. */
const withDefaults = (lines: string): string =>
  lines
    .replace(/ *client_max_body_size .*\n/, "")
    .replace(
      "proxy_buffering off;",
      `proxy_read_timeout ${LIMIT_S}s; proxy_send_timeout ${LIMIT_S}s; send_timeout ${LIMIT_S}s; keepalive_timeout ${LIMIT_S}s;`,
    );

test.setTimeout(240_000);

/** Resolves with "open" when the socket is still open at the end, or with how it was closed. */
function watched(
  url: string,
  headers: Record<string, string>,
  protocols: readonly string[] = [],
  say = "",
): Promise<string> {
  const socket = new WebSocket(url, [...protocols], { headers });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      resolve("open");
      socket.close();
    }, WATCHED_MS);
    socket.on("open", () => {
      if (say !== "") socket.send(say);
    });
    socket.on("error", reject);
    socket.on("close", (code) => {
      clearTimeout(timer);
      resolve(`closed with ${code}`);
    });
  });
}

/** Reads an answer in four parts, with pauses that together are longer than the limit; resolves with its bytes. */
async function readSlowly(url: string, headers: Record<string, string>): Promise<number> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    get(url, { headers }, resolve).on("error", reject),
  );
  expect(answer.statusCode).toBe(200);
  const total = Number(answer.headers["content-length"]);
  let bytes = 0;
  let part = 1;
  for await (const chunk of answer) {
    bytes += (chunk as Buffer).length;
    if (bytes < (total / 4) * part || part === 4) continue;
    part += 1;
    await new Promise((resolve) => setTimeout(resolve, WATCHED_MS / 3));
  }
  expect(bytes).toBe(total);
  return bytes;
}

test("nginx with its defaults: silent sockets and a download that is read slowly outlive its time limit", async () => {
  test.skip(findProxy("nginx") === undefined, "nginx is not installed (Debian's package of this name)");
  const { url, password } = shared();
  const range = await recordedRange(["Yard"]);
  const [streamId = ""] = range.streamIds;
  const session = await (
    await fetch(`${url}/service/sessions/user`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "admin", password, expiresIn: 3600, cookie: "session" }),
    })
  ).json();
  const headers = { authorization: `Bearer ${(session as { id: string }).id}` };
  const api = await Api.signedIn(url, "admin", password);
  const proxy = await startProxy("nginx", url, withDefaults);
  try {
    const sockets = proxy.url.replace(/^http/, "ws");
    const viewer = await api.post<{ id: string }>("/service/low-bandwidth/streams", { streamId });
    // Paused: a picture, and then nothing.
    const paused = JSON.stringify({ op: "play", generation: 1, time: range.startMs, rate: 1, paused: true, height: 0 });
    const file = `/service/streams/${streamId}/export?start=${range.startMs}&stop=${range.stopMs}&format=mkv`;
    const [events, media, bytes] = await Promise.all([
      watched(`${sockets}/service/events/socket`, headers),
      watched(`${sockets}/service/low-bandwidth/streams/${viewer.id}/ws`, headers, ["proscenium.media.v1"], paused),
      readSlowly(`${proxy.url}${file}`, headers),
    ]);
    expect({ events, media }).toEqual({ events: "open", media: "open" });
    expect(bytes).toBeGreaterThan(100_000);
  } finally {
    await proxy.stop();
  }
});
