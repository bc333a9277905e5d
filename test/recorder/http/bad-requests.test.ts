import * as fc from "fast-check";
import { gzipSync } from "node:zlib";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorBody } from "#protocol/rest/error.ts";
import { CANARY, TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
let camera = "";
let stream = "";
beforeAll(async () => {
  house = await TestHouse.open();
  const made = await house.addCamera("Gate");
  camera = made.camera.id;
  stream = made.stream.id;
});
afterAll(() => house.close());

const fill = (url: string): string => {
  const id = url.includes("/cameras/") ? camera : url.includes("/streams/") ? stream : "unknown";
  return url.replace(":id", id).replace(":streamId", stream).replace(/:\w+/g, "unknown");
};

/** Members that routes really accept, so that generated bodies pass the first check. */
const member = fc.constantFrom(
  ...[
    "name",
    "username",
    "password",
    "role",
    "type",
    "pan",
    "tilt",
    "zoom",
    "token",
    "shared",
    "stageMatrix",
    "driver",
  ],
  ...["connection", "uri", "retention", "primaryStream", "id", "configuration", "recordingConfiguration", "bgseg"],
  ...[
    "dewarpConfiguration",
    "streamId",
    "startTime",
    "rate",
    "resolution",
    "path",
    "cameraId",
    "expiresIn",
    "__proto__",
  ],
  ...["constructor", "toString", "cameraScopes", "agreement", "maxExportHours"],
);
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(
    "Viewer",
    "ONVIF",
    "Generic RTSP",
    "stop",
    "preset",
    "continuous",
    "\u0000",
    "'; drop table users",
    "‮",
    "1e999",
  ),
  fc.constantFrom(-1, 0, 1e308, 2 ** 53, -0.5),
);
const body = fc.oneof(
  { weight: 5, arbitrary: fc.array(fc.tuple(member, value), { maxLength: 6 }).map((pairs) => objectOf(pairs)) },
  { weight: 2, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string() },
);
const objectOf = (pairs: readonly (readonly [string, unknown])[]): string =>
  `{${pairs.map(([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one)}`).join(",")}}`;

describe("nonsense", () => {
  it("in 10,000 bodies over all routes never breaks anything", { timeout: 180_000 }, async () => {
    const routes = house.recorder.routes.filter(
      ({ method, url, consumes }) => consumes.length > 0 && url.startsWith("/service/") && method !== "GET",
    );
    expect(routes.length).toBeGreaterThan(15);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...routes), body, async ({ method, url, consumes }, raw) => {
        const answer = await house.ask(method, fill(url), {
          as: "admin",
          raw,
          headers: { "content-type": consumes[0] ?? "application/json" },
        });
        expect(answer.statusCode, `${method} ${url} ${raw}: ${answer.body}`).toBeLessThan(500);
        if (answer.statusCode >= 400) expect(errorBody.safeParse(answer.json()).success).toBe(true);
      }),
      { numRuns: 10_000 },
    );
    expect((await house.ask("GET", "/livez")).statusCode).toBe(200);
  });

  it("in queries and paths is answered in the same shape", { timeout: 120_000 }, async () => {
    const strange = fc.oneof(
      fc.string(),
      fc.constantFrom("%00", "../../etc/passwd", "%2e%2e%2f", "a".repeat(5000), "1&1=2", "-1", "1e999", "NaN", "[]"),
    );
    const urls = house.recorder.routes.filter(
      // Discovery listens to the network for seconds: it has tests of its own.
      ({ method, url }) => method === "GET" && url.startsWith("/service/") && !url.endsWith("/discoverable/cameras"),
    );
    const names = fc.constantFrom(
      ...["start", "stop", "time", "width", "ids", "id", "take", "format", "live", "version", "from", "to"],
      ...["segments", "streamId", "sid", "jwt", "__proto__"],
    );
    const query = fc.array(fc.tuple(names, strange), { minLength: 1, maxLength: 3 });
    const answered = new Set<number>();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...urls),
        fc.oneof(fc.constant(null), strange),
        query,
        async ({ url }, id, pairs) => {
          // Half of the paths name an existing camera and stream, so that their handlers are reached.
          const named = id === null ? fill(url) : url.replace(/:\w+/, encodeURIComponent(id).slice(0, 2000) || "x");
          const path = named.replace(/:\w+/g, "x");
          const words = pairs.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
          const answer = await house.ask("GET", `${path}?${words}`, { as: "admin" });
          answered.add(answer.statusCode);
          const what = `${path}?${words}: ${answer.statusCode} ${answer.body.slice(0, 300)}`;
          // This recorder has no media process: a request for a picture gets exactly this failure.
          if (answer.statusCode === 503) expect(answer.json(), what).toMatchObject({ code: "media/unavailable" });
          else expect(answer.statusCode, what).toBeLessThan(500);
          if (answer.statusCode >= 400) expect(errorBody.safeParse(answer.json()).success).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
    for (const status of [200, 400, 404]) expect(answered).toContain(status);
  });

  it("where a camera should be is refused as what was typed, not as a failure of the server", async () => {
    const addresses = [
      "",
      "x",
      "http://",
      "rtsp://",
      "rtsp://127.0.0.1:9/x",
      "ftp://192.0.2.1/x",
      "rtsp://[::1]/x",
      "a".repeat(9000),
    ];
    for (const driver of ["ONVIF", "Generic RTSP"])
      for (const uri of addresses) {
        const connection = { uri, username: "root", password: "x" };
        const answer = await house.ask("POST", "/service/cameras", {
          as: "admin",
          body: { driver, name: "x", connection },
        });
        expect(answer.statusCode, `${driver} ${uri.slice(0, 40)}: ${answer.body}`).toBeGreaterThanOrEqual(400);
        expect(answer.statusCode, `${driver} ${uri.slice(0, 40)}: ${answer.body}`).toBeLessThan(500);
        expect(errorBody.safeParse(answer.json()).success).toBe(true);
      }
  });

  const types: [string, number][] = [
    ["application/json", 201],
    ["application/json; charset=utf-8", 201],
    ["APPLICATION/JSON", 201],
    ["text/plain", 415],
    ["text/plain; application/json", 415],
    ["application/x-www-form-urlencoded", 415],
    ["multipart/form-data; boundary=x", 415],
    ["application/jsonp", 415],
    ["application/json\tx", 415],
    ["application/octet-stream", 415],
    ["application/sdp", 415],
    ["image/png", 415],
    ["", 415],
  ];
  it.each(types)("content type %j", async (type, status) => {
    const answer = await house.ask("POST", "/service/stages", {
      as: "admin",
      body: { name: "x" },
      headers: { "content-type": type },
    });
    expect(answer.statusCode, answer.body).toBe(status);
    if (status !== 201) expect(errorBody.safeParse(answer.json()).success).toBe(true);
  });

  it.each([
    [{}, 204],
    [{ force: true }, 415],
    ["", 415],
  ])("%j where a call takes no body", async (body, status) => {
    const stage = await house.ask("POST", "/service/stages", { as: "admin", body: { name: "x" } });
    const path = `/service/stages/${stage.json<{ id: string }>().id}`;
    const answer = await house.ask("DELETE", path, { as: "admin", body });
    expect(answer.statusCode, answer.body).toBe(status);
  });

  const withHalves: [string, string, object | undefined, string][] = [
    ["POST", "/service/stages", { name: "Yard \ud83d" }, "name"],
    ["POST", "/service/bookmarks", { streams: ["x"], start: 1, stop: 1, text: "\udc00 seen" }, "text"],
    ["PATCH", "/service/settings", { greeting: ["Good", "\ud800"] }, "greeting.1"],
    ["POST", "/service/stages", { "na\ud83dme": "Yard" }, "request"],
  ];
  it.each(withHalves)("half a character in %s %s %j is refused by its place", async (method, url, sent, path) => {
    const answer = await house.ask(method, url, { as: "admin", body: sent });
    expect(answer.statusCode, answer.body).toBe(400);
    expect(errorBody.parse(answer.json())).toMatchObject({
      code: "request/invalid",
      reason: `${path}: no halves of surrogate pairs`,
    });
  });
  it("a whole character beyond the first plane is kept", async () => {
    const answer = await house.ask("POST", "/service/stages", { as: "admin", body: { name: "Yard \u{1f3a5}" } });
    expect(answer.json()).toMatchObject({ name: "Yard \u{1f3a5}" });
  });

  it("JSON in another encoding is refused, not stored with marks of unknown characters", async () => {
    for (const payload of [
      Buffer.from('{"name":"Ger\u00e4te"}', "latin1"),
      Buffer.from('{"name":"Ger\u00e4te"}', "utf16le"),
    ]) {
      const answer = await house.recorder.app.inject({
        method: "POST",
        url: "/service/stages",
        headers: { authorization: house.basic("admin"), "content-type": "application/json" },
        payload,
      });
      expect(answer.statusCode, answer.body).toBe(400);
      expect(errorBody.parse(answer.json()).code).toBe("request/not-utf8");
    }
    const stages = await house.ask("GET", "/service/stages", { as: "admin" });
    expect(stages.body).not.toContain("Ger");
  });

  it.each([
    ["cut off", '{"name":"Yard"', {}, 400, "request/not-json"],
    ["with a member that changes what objects inherit", '{"__proto__":{"admin":true}}', {}, 400, "request/not-json"],
    ["compressed", gzipSync('{"name":"Yard"}'), { "content-encoding": "gzip" }, 415, "request/content-encoding"],
  ])("a body %s is refused in the product's words", async (_, payload, headers, status, code) => {
    const answer = await house.recorder.app.inject({
      method: "POST",
      url: "/service/stages",
      headers: { authorization: house.basic("admin"), "content-type": "application/json", ...headers },
      payload,
    });
    expect([answer.statusCode, errorBody.parse(answer.json()).code]).toEqual([status, code]);
  });

  it("of half a megabyte does not come back in its refusal", async () => {
    const keys = Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`k${at}`, 1]));
    const nested = { name: "x", stageMatrix: Array.from({ length: 64 }, () => Array.from({ length: 64 }, () => ({}))) };
    for (const body of [keys, nested]) {
      const answer = await house.ask("POST", "/service/stages", { as: "admin", body });
      expect(answer.statusCode).toBe(400);
      expect(errorBody.parse(answer.json()).reason).not.toBe("");
      expect(answer.body.length).toBeLessThan(60_000);
    }
    const lost = await house.ask("GET", `/${"a".repeat(20_000)}`, { as: "admin" });
    expect(lost.statusCode).toBe(404);
    expect(lost.body.length).toBeLessThan(2000);
  });

  const withNul: [string, string, object | undefined, string][] = [
    ["POST", "/service/license-session", { license: "a\0b" }, "license"],
    ["POST", "/service/users", { username: "uma", password: "correct\0horse", role: "Viewer" }, "password"],
    ["PATCH", "/service/settings", { greeting: "Good\0morning" }, "greeting"],
    [
      "POST",
      "/service/stages",
      { name: "Yard", stageMatrix: [[{ camera: { id: "\0" } }]] },
      "stageMatrix.0.0.camera.id",
    ],
    ["POST", "/service/stages", { "na\0me": "Yard" }, "request"],
    ["GET", "/service/events/server?eventType=a%00b", undefined, "eventType"],
    ["GET", "/service/cameras/a%00b", undefined, "id"],
  ];
  it.each(withNul)("NUL in %s %s %j is refused by its place", async (method, url, sent, path) => {
    const answer = await house.ask(method, url, { as: "admin", ...(sent === undefined ? {} : { body: sent }) });
    expect(answer.statusCode, answer.body).toBe(400);
    expect(errorBody.parse(answer.json())).toMatchObject({
      code: "request/invalid",
      reason: `${path}: no NUL characters`,
    });
  });

  it("of a quarter of a million levels is refused as any other", async () => {
    const raw = `${"[".repeat(250_000)}"\\u0000"${"]".repeat(250_000)}`;
    const answer = await house.ask("POST", "/service/stages", { as: "admin", raw });
    expect(answer.statusCode).toBe(400);
  });

  it("of unknown members, prototypes and too much is refused", async () => {
    const bodies = [
      '{"name":"x","evil":1}',
      '{"name":"x","__proto__":{"shared":true}}',
      '{"name":"x","constructor":{"prototype":{}}}',
    ];
    for (const raw of bodies) {
      const answer = await house.ask("POST", "/service/stages", { as: "admin", raw });
      expect(answer.statusCode, raw).toBe(400);
      expect(errorBody.safeParse(answer.json()).success).toBe(true);
    }
    const big = await house.ask("POST", "/service/stages", { as: "admin", body: { name: "x".repeat(600_000) } });
    expect(big.statusCode).toBe(413);
    expect(errorBody.parse(big.json()).code).toContain("/");
  });
});

describe("secrets", () => {
  it("of cameras and sessions are in no answer, log or database", async () => {
    const { id: sid } = (await house.signIn("admin", house.adminPassword)).json<{ id: string }>();
    await house.ask("POST", "/service/cameras", {
      as: "admin",
      body: {
        driver: "Generic RTSP",
        connection: { uri: `rtsp://root:${CANARY}@127.0.0.1/x`, username: "", password: "" },
      },
    });
    await house.ask("PATCH", `/service/cameras/${camera}`, {
      as: "admin",
      body: { connection: { uri: "rtsp://192.0.2.1/x", username: "root", password: CANARY } },
    });
    const answers: string[] = [];
    for (const { method, url } of house.recorder.routes) {
      if (method !== "GET" || url.endsWith("/discoverable/cameras")) continue;
      const answer = await house.ask("GET", `${fill(url)}?start=0&stop=20000`, { as: "admin" });
      const plain = await house.ask("GET", fill(url), { as: "admin" });
      answers.push(answer.body, plain.body);
    }
    const logs = join(house.folder, "logs");
    answers.push(...readdirSync(logs).map((name) => readFileSync(join(logs, name), "utf8")));
    for (const name of readdirSync(house.folder)) {
      if (name.startsWith("recorder.db")) answers.push(readFileSync(join(house.folder, name), "latin1"));
    }
    for (const secret of [CANARY, sid, house.adminPassword]) {
      expect(answers.filter((text) => text.includes(secret)).map((text) => text.slice(0, 200))).toEqual([]);
    }
  });
});
