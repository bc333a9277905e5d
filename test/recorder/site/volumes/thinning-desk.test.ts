import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ThinningSpec } from "#domain/recordings/thinning.ts";
import { thinningDue, thinningState } from "#protocol/rest/server/thinning.ts";
import { Channel } from "#recorder/ipc/channel.ts";
import type { MainContract } from "#recorder/ipc/main-contract.ts";
import type { MediaContract } from "#recorder/ipc/media-contract.ts";
import { encodeFragments } from "#recorder/recording/index/fragment-index.ts";
import { eventually } from "#test/support/eventually.ts";
import { portPair } from "#test/support/machine/port-pair.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const URL = "/service/server/thinning";
const DAY_MS = 86_400_000;
const rule: ThinningSpec = { what: "keys", afterDays: 30, marginS: 10, cameras: null };

describe("thinning out as administrators set it", () => {
  let dir: string;
  let house: TestHouse;
  let password = "";
  let headers: Record<string, string> = {};
  let told: (ThinningSpec | null)[];
  let channel: Channel<MediaContract, MainContract>;
  const open = async (): Promise<void> => {
    house = await TestHouse.open({ data: join(dir, "data") }, join(dir, "data"));
    password ||= house.adminPassword;
    headers = { authorization: house.basic("admin", password) };
    told = [];
    const [main, child] = portPair();
    channel = new Channel<MediaContract, MainContract>(child);
    channel.serve("streams.set", () => ({ ok: true, value: null }));
    channel.serve("thinning.set", ({ thinning }) => {
      told.push(thinning);
      return { ok: true, value: null };
    });
    house.services.media.attach(main);
  };
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), "thinning-desk-"));
    password = "";
    await open();
  });
  afterEach(async () => {
    await house.recorder.close();
    rmSync(dir, { recursive: true, force: true });
  });
  const ask = async (method: "GET" | "PUT" | "POST" | "DELETE", url = URL, body?: unknown) => {
    const answer = await house.ask(method, url, { headers, ...(body === undefined ? {} : { body }) });
    return { status: answer.statusCode, ...(answer.body === "" ? {} : answer.json<Record<string, unknown>>()) };
  };

  it("is off at first", async () => {
    await house.services.thinning.load();
    expect(thinningState.parse(await ask("GET"))).toMatchObject({ rule: null, state: "unknown", files: 0 });
    expect(await ask("DELETE")).toMatchObject({ status: 404, code: "thinning/not-set" });
    expect(told).toEqual([]);
  });

  it.each([
    { afterDays: 0 },
    { afterDays: 3651 },
    { what: "nothing" },
    { marginS: -1 },
    { marginS: 301 },
    { cameras: "all" },
    { more: 1 },
  ])("takes no rule that is none: %o", async (wrong) => {
    expect(await ask("PUT", URL, { ...rule, ...wrong })).toMatchObject({ status: 400 });
    expect(told).toEqual([]);
  });

  it("is kept, told to the process that does it, noted, and ended", async () => {
    expect(await ask("PUT", URL, rule)).toMatchObject({ status: 200, rule });
    expect(told).toEqual([rule]);
    await house.recorder.close();
    await open();
    await house.services.thinning.load();
    expect(told).toEqual([rule]);
    expect(thinningState.parse(await ask("GET")).rule).toEqual(rule);
    expect(await ask("DELETE")).toMatchObject({ status: 204 });
    expect(told).toEqual([rule, null]);
    const { body } = await house.ask("GET", "/service/audit", { headers });
    for (const action of ["thinning-modified", "thinning-removed"]) expect(body).toContain(action);
    await house.services.settings.setInternal("thinning", '{"what":"everything"}');
    await house.services.thinning.load();
    expect(thinningState.parse(await ask("GET")).rule).toBeNull();
  });

  it("says how far it is, and once what could not be thinned out", async () => {
    const stuck = { state: "thinning", files: 7, freedBytes: 5000, stuck: 2, reason: "EROFS" } as const;
    await ask("PUT", URL, rule);
    channel.tell("thinning", stuck);
    channel.tell("thinning", { ...stuck, stuck: 3 });
    await eventually(() => house.services.media.thinning?.stuck === 3, "it is told");
    expect(thinningState.parse(await ask("GET"))).toMatchObject({ ...stuck, stuck: 3 });
    const events = await house.services.journal.events({ startMs: 0, stopMs: 1e15, count: 50, isShown: () => true });
    expect(JSON.stringify(events).split("event/thinning-stuck")).toHaveLength(2);
  });

  it("says before what a rule would do, and does nothing by that", async () => {
    const { index } = house.services;
    await index.claimStream("s", "cam");
    const startMs = Date.now() - 40 * DAY_MS;
    const fragments = Array.from({ length: 60 }, (_, at) => ({
      wallMs: startMs + at * 1000,
      durationMs: 1000,
      offset: at * 1000,
      bytes: 1000,
      headerBytes: 100,
      keyBytes: at % 2 === 0 ? 92 : 0,
      videoSamples: 15,
      audioSamples: 0,
    }));
    const row = { streamId: "s", startMs, endMs: startMs + 60_000, file: "s/1.mp4", bytes: 60_000, frames: 900 };
    await index.insertClosed(row, encodeFragments(startMs, fragments));
    const due = async (more: object) => thinningDue.parse(await ask("POST", `${URL}/due`, { ...rule, ...more }));
    const all = { files: 1, bytes: 60_000, recorded: 60_000, isMore: false };
    // Thirty key pictures of 92 bytes and what stands in front of each.
    expect(await due({})).toEqual({ ...all, freedBytes: 54_000, gone: 0 });
    expect(await due({ what: "motion" })).toEqual({ ...all, freedBytes: 0, gone: 0 });
    expect(await due({ cameras: ["another"] })).toMatchObject({ files: 0, freedBytes: 0 });
    expect(await due({ afterDays: 50 })).toMatchObject({ files: 0 });
    expect(told).toEqual([]);
    expect(await index.segmentAt("s", startMs)).toMatchObject({ file: "s/1.mp4" });
  });
});
