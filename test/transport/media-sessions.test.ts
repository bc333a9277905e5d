import { createServer, type Server } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { need } from "#base/assert.ts";
import { iceServersOf } from "#transport/link-header.ts";
import { openMediaSession } from "#transport/media-sessions.ts";
import { failureOf, type Request as MediaRequest } from "#transport/request.ts";
import { whepPath } from "#transport/whep-client.ts";

let server: Server;
let asked: string[] = [];
/** the states of the session, one per poll; the last one stays */
let states: string[] = [];
let postStatus = 201;
let request: MediaRequest;

beforeEach(async () => {
  asked = [];
  states = ["ready"];
  postStatus = 201;
  server = createServer((incoming, answer) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    const say = (status: number, body: unknown) => {
      answer.writeHead(status, { "content-type": "application/json", "retry-after": "7" });
      answer.end(JSON.stringify(body));
    };
    if (incoming.method === "DELETE") return say(204, null);
    if (incoming.method === "POST" && postStatus !== 201) return say(postStatus, { code: "x/y", reason: "no" });
    const state = states.length > 1 ? states.shift() : states[0];
    say(incoming.method === "POST" ? 201 : 200, { id: "s1", state, reason: state === "failed" ? "broken" : undefined });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? need(address, "address").port : 0;
  request = (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init);
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const session = {
  streamId: "7",
  resolution: { width: 0, height: 360 },
  startTime: 0,
  sync: true,
  rate: 1,
  waitThres: 2000,
  transport: "websocket",
  format: "fmp4",
} as const;
const path = "/service/low-bandwidth/streams";
const deleted = () => vi.waitFor(() => expect(asked.at(-1)).toBe(`DELETE ${path}/s1`));

test("pending until ready; deleted when closed, once", async () => {
  states = ["pending", "pending", "pending", "ready"];
  const opened = await openMediaSession({ request, session, pollMs: 5 });
  expect(opened.ok && opened.value.socketPath).toBe(`${path}/s1/ws`);
  expect(asked).toEqual([`POST ${path}`, ...Array.from({ length: 3 }, () => `GET ${path}/s1`)]);
  if (opened.ok) {
    opened.value.close();
    opened.value.close();
  }
  await deleted();
  expect(asked.filter((line) => line.startsWith("DELETE"))).toHaveLength(1);
});

test("a word that is neither pending nor failed is ready", async () => {
  states = ["available"];
  expect((await openMediaSession({ request, session })).ok).toBe(true);
});

test.each([
  [
    "failed",
    ["pending", "failed"],
    { failure: { code: "low-bandwidth/failed", cause: { reason: "broken" } }, recoverable: true },
  ],
  ["never ready", ["pending"], { failure: { code: "low-bandwidth/timeout" }, recoverable: true }],
])("%s: an error, and the session is deleted", async (_name, path, error) => {
  states = [...path];
  const opened = await openMediaSession({ request, session, pollMs: 5, timeoutMs: 60 });
  expect(opened).toMatchObject({ ok: false, error });
  await deleted();
});

test("given up while it is asked for: the session that was made is deleted", async () => {
  states = ["pending"];
  const abort = new AbortController();
  const opening = openMediaSession({ request, session, pollMs: 5, signal: abort.signal });
  abort.abort();
  expect(await opening).toMatchObject({ ok: false, error: { failure: { code: "network/aborted" } } });
  await deleted();
});

test.each([
  [400, false],
  [401, false],
  [403, false],
  [404, false],
  [406, false],
  [409, true],
  [503, true],
])("status %d: recoverable %s", async (status, recoverable) => {
  postStatus = status;
  expect(await openMediaSession({ request, session })).toEqual({
    ok: false,
    error: { failure: { code: "x/y", reason: "no" }, recoverable, retryAfterMs: 7000 },
  });
});

test("nobody answers", async () => {
  const opened = await openMediaSession({ request: () => Promise.reject(new Error("refused")), session });
  expect(opened).toMatchObject({ ok: false, error: { failure: { code: "network/unreachable" }, recoverable: true } });
});

test("an error answer that is not ours", async () => {
  expect(await failureOf(new Response("<html>", { status: 502 }))).toMatchObject({
    failure: { code: "http/502" },
    recoverable: true,
  });
});

test("ICE servers of a Link header", () => {
  const header =
    '<stun:stun.example:3478>; rel="ice-server", <turn:turn.example:3478?transport=udp>; rel="ice-server"; username="a,b"; credential="c\\"d"; credential-type="password", <https://x>; rel="next"';
  expect(iceServersOf(header)).toEqual([
    { urls: "stun:stun.example:3478" },
    { urls: "turn:turn.example:3478?transport=udp", username: "a,b", credential: 'c"d' },
  ]);
  expect(iceServersOf(null)).toEqual([]);
  expect(iceServersOf("nonsense")).toEqual([]);
});

test.each([
  [0, 1, "/service/streams/a%2Fb/whep"],
  [1234.6, -2, "/service/streams/a%2Fb/whep?time=1235&rate=-2"],
])("WHEP path at %d", (timeMs, rate, expected) => {
  expect(whepPath("a/b", timeMs, rate)).toBe(expected);
  const unmasked = `${expected}${timeMs === 0 ? "?" : "&"}masks=off`;
  expect(whepPath("a/b", timeMs, rate, true)).toBe(unmasked);
});
