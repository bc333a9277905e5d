import { Kysely } from "kysely";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { archiveList, archivesPerDay } from "#protocol/rest/recordings/archive.ts";
import { serverEventList } from "#protocol/rest/recordings/motion.ts";
import { defaultRecording } from "#recorder/cameras/stream-specs.ts";
import type { IndexTables } from "#recorder/recording/index/schema/index-tables.ts";
import { INDEX_FILE } from "#recorder/recording/index/sqlite-index.ts";
import { sqliteDialect } from "#recorder/store/sqlite-dialect.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 2, 1, 22);
/** more than the tiles of a wall of 16 by 16 */
const STREAMS = 300;

let house: TestHouse;
let streams: readonly string[];
beforeAll(async () => {
  house = await TestHouse.open();
  await house.addUser("manager", "Manager");
  const { cameras, index } = house.services;
  await house.addCamera("Gate");
  const camera = await cameras.add({
    name: "Wall",
    driver: "Generic RTSP",
    uri: "rtsp://192.0.2.8/main",
    credentials: { username: "", password: "" },
    configuration: {},
    capabilities: { camera: {}, stream: {} },
    features: {},
    demoKey: null,
    streams: Array.from({ length: STREAMS }, (_, at) => ({
      name: `${at}`,
      uri: `rtsp://192.0.2.8/${at}`,
      profileToken: "",
      fixed: false,
      configuration: {},
      recording: { ...defaultRecording },
      dewarp: {},
    })),
  });
  streams = cameras.streamsOf(camera.id).map(({ id }) => id);
  for (const [at, streamId] of streams.entries()) await recorded(streamId, START + at, `${streamId}.mp4`);
  for (const minute of [1, 2, 200]) await recorded(streams[0] ?? "", START + minute * MINUTE, `${minute}.mp4`);

  function recorded(streamId: string, startMs: number, file: string): Promise<unknown> {
    const row = { streamId, startMs, endMs: startMs + MINUTE, file, bytes: 1000, frames: 900 };
    return index.insertClosed(row, new Uint8Array());
  }
}, 60_000);
afterAll(() => house.close());

const get = async (path: string, as = "admin") => {
  const answer = await house.ask("GET", path, { as });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<unknown>();
};

describe("what is recorded", () => {
  const archives = async (query: string) => archiveList.parse(await get(`/service/archives?${query}`)).archives;

  it("is listed of every stream of a big wall", async () => {
    const asked = await archives(`streamId=${streams.join(",")}&take=1000`);
    expect(new Set(asked.map(({ streamId }) => streamId)).size).toBe(STREAMS);
    expect(new Set((await archives("take=1000")).map(({ streamId }) => streamId)).size).toBe(STREAMS);
  });

  const spans: [string, string, [number, number][]][] = [
    [
      "all",
      "",
      [
        [200, 201],
        [0, 3],
      ],
    ],
    ["up to a time", `&start=${START + HOUR}`, [[0, 3]]],
    [
      "from a time, where that is before all",
      `&stop=${START - HOUR}`,
      [
        [200, 201],
        [0, 3],
      ],
    ],
    [
      "from a time within a run, which begins with that file",
      `&stop=${START + 1.5 * MINUTE}`,
      [
        [200, 201],
        [1, 3],
      ],
    ],
    ["from a time, where nothing is later", `&stop=${START + 5 * HOUR}`, []],
    ["within a time", `&start=${START + 2 * HOUR}&stop=${START + 10 * MINUTE}`, []],
  ];
  it.each(spans)("is listed %s", async (_what, query, expected) => {
    const found = await archives(`streamId=${streams[0]}${query}`);
    expect(found.map(({ start, end }) => [(start - START) / MINUTE, (end - START) / MINUTE])).toEqual(expected);
  });

  it("says which stretches of it a disk has damaged, but for those with a copy", async () => {
    const { index } = house.services;
    const [streamId = "", other = ""] = [streams[30], streams[31]];
    const at = START + 300 * MINUTE;
    const ids: number[] = [];
    for (const [minute, id] of [0, 1, 2, 9].map((one) => [one, streamId] as const).concat([[1, other]])) {
      const startMs = at + minute * MINUTE;
      const row = {
        streamId: id,
        startMs,
        endMs: startMs + MINUTE,
        file: `d/${id}/${minute}.mp4`,
        bytes: 1,
        frames: 1,
      };
      ids.push(await index.insertClosed(row, new Uint8Array()));
    }
    for (const id of [ids[1], ids[2], ids[4]]) await index.setDamage(id ?? 0, "short", at);
    const object = {
      key: "d",
      version: "",
      streamId,
      startMs: at,
      endMs: at + 1,
      bytes: 1,
      files: 1,
      head: "{}",
      isHeld: false,
    };
    await index.addObject(object, [{ segment: ids[2] ?? 0, offset: 0 }]);
    const found = await archives(`streamId=${streamId}&stop=${at}`);
    expect(found.map(({ start, damaged }) => [(start - at) / MINUTE, damaged])).toEqual([
      [9, undefined],
      [0, [{ start: at + MINUTE, end: at + 2 * MINUTE }]],
    ]);
    await index.removeSegments(ids);
    for (const { id } of await index.emptyObjects(9, [])) await index.dropObject(id);
  });

  it("is one run where two files meet about the time that is asked from, and is none where it ended before", async () => {
    const streamId = streams[20] ?? "";
    const { index } = house.services;
    const own = START + 2 * HOUR;
    // The files of a minute end and start some pictures apart.
    for (const [at, endMs] of [MINUTE - 300, 2 * MINUTE].entries()) {
      const row = {
        streamId,
        startMs: own + at * MINUTE,
        endMs: own + endMs,
        file: `met${at}.mp4`,
        bytes: 1,
        frames: 1,
      };
      await index.insertClosed(row, new Uint8Array());
    }
    const from = async (stop: number) =>
      (await archives(`streamId=${streamId}&stop=${own + stop}`)).map(({ start, end }) => [start - own, end - own]);
    expect(await from(MINUTE - 100)).toEqual([[0, 2 * MINUTE]]);
    expect(await from(2 * MINUTE + 100)).toEqual([]);
  });

  it("is listed to the end, page by page, however often a camera has recorded for a moment", {
    timeout: 60_000,
  }, async () => {
    const [streamId, count] = [streams[9] ?? "", 20_500];
    const other = streams[10] ?? "";
    const file = join(house.services.config.recordings, INDEX_FILE);
    const db = new Kysely<IndexTables>({ dialect: sqliteDialect({ file }) });
    const rows = Array.from({ length: count }, (_, at) => {
      const start = START + (10 + at) * MINUTE;
      return { stream: streamId, start, end: start + 10_000, file: `${at}`, bytes: 1, frames: 1, closed: 1 };
    });
    for (let at = 0; at < count; at += 500)
      await db
        .insertInto("segment")
        .values(rows.slice(at, at + 500))
        .execute();
    await db.destroy();
    const page = async (more: string) => {
      const found = await archives(`streamId=${streamId},${other}&take=1000${more}`);
      return found.map((run) => (run.streamId === other ? -1 : (run.start - START) / MINUTE - 10));
    };
    const last = await page(`&start=${START + 30_000 * MINUTE}&offset=20000`);
    // The first recordings of both are even older.
    expect(last.slice(0, 2)).toEqual([499, 498]);
    expect(last).toHaveLength(502);
    expect(last.filter((at) => at === -1)).toHaveLength(1);
    // As many as requested, or none: a caller that gets fewer takes that for the end.
    expect(await archives(`streamId=${streamId}&take=10000`)).toHaveLength(10_000);
    const refused = async (path: string) => (await house.ask("GET", path, { as: "admin" })).json<{ reason: string }>();
    expect((await refused("/service/archives?take=10001")).reason).toBe("take: at most 10000");
    expect((await refused("/service/events/camera-stream?count=10001")).reason).toBe("count: at most 10000");
    const answer = await house.ask("GET", "/service/archives?take=1000&offset=100000000", { as: "admin" });
    expect(answer.json()).toMatchObject({
      code: "request/invalid",
      reason: expect.stringMatching(/^offset: at most \d+/),
    });
  });

  const days: [string, Record<string, number>][] = [
    ["", { "2026-03-01": 3, "2026-03-02": 1 }],
    [`&start=${START + 30_000}`, { "2026-03-01": 2, "2026-03-02": 1 }],
    [`&stop=${START + MINUTE}`, { "2026-03-01": 1 }],
    [`&start=${START + MINUTE}&stop=${START + HOUR}`, { "2026-03-01": 2 }],
    [`&start=${START + 10 * HOUR}&stop=0`, {}],
  ];
  it.each(days)("is counted per day within start and stop: %j", async (query, expected) => {
    const answer = archivesPerDay.parse(await get(`/service/archives/per-day?ids=${streams[0]}${query}`));
    expect(answer).toEqual({ archivesPerDay: expected, streamsCount: 1 });
  });
});

describe("events of the server", () => {
  beforeAll(async () => {
    const rows = [
      { type: "Started", stream_id: null, camera_id: null },
      { type: "Lost", stream_id: streams[0] ?? "", camera_id: "wall" },
      { type: "Lost", stream_id: streams[1] ?? "", camera_id: "wall" },
      { type: "Named", stream_id: null, camera_id: "gate" },
    ].map((row, at) => ({ ...row, id: `e${at}`, message: "", when_ms: START + at }));
    await house.services.store.insertInto("server_events").values(rows).execute();
  });

  const range = `start=${START}&stop=${START + HOUR}`;
  const asked: [string, () => string, string[]][] = [
    ["newest first", () => "", ["e3", "e2", "e1", "e0"]],
    ["oldest first", () => "&order=asc", ["e0", "e1", "e2", "e3"]],
    ["newest first by word", () => "&order=desc&count=1", ["e3"]],
    ["the oldest of them", () => "&order=asc&count=2", ["e0", "e1"]],
    ["of one stream", () => `&id=${streams[1]}`, ["e2"]],
    ["of a stream and a camera", () => `&id=gate,${streams[0]}&order=asc`, ["e1", "e3"]],
    ["of a camera with its streams", () => "&id=wall", ["e2", "e1"]],
    ["of this server", () => "&id=1", ["e3", "e2", "e1", "e0"]],
    ["of nobody", () => "&id=nobody", []],
    ["of a stream and a type", () => `&id=${streams[1]},gate&eventType=Lost`, ["e2"]],
  ];
  it.each(asked)("are listed %s", async (_what, query, expected) => {
    const { events } = serverEventList.parse(await get(`/service/events/server?${range}${query()}`));
    expect(events.map(({ id }) => id)).toEqual(expected);
  });

  it("are asked for in no way that they have not", async () => {
    for (const query of ["starting=true", "order=up", "type=Lost"]) {
      const answer = await house.ask("GET", `/service/events/server?${query}`, { as: "admin" });
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, "request/invalid"]);
    }
  });

  it("of others' cameras push nothing out, oldest first too", async () => {
    const isShown = ({ when }: { when: number }) => when >= START + 2;
    const all = { startMs: START, stopMs: START + HOUR, from: "oldest" as const, isShown };
    const found = await house.services.journal.events({ ...all, count: 1 });
    expect(found.map(({ id }) => id)).toEqual(["e2"]);
  });
});
