import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { linkSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { failure } from "#domain/failures/failure.ts";
import { STANDBY_PATH, STANDBY_PROOF_HEADER } from "#protocol/standby.ts";
import { callProof } from "#recorder/core/pair-proof.ts";
import type { FilledSome } from "#recorder/ipc/standby-contract.ts";
import { decodeFragments, encodeFragments } from "#recorder/recording/index/fragment-index.ts";
import { digestOf } from "#recorder/recording/segments/file-digest.ts";
import type { SegmentRow } from "#recorder/recording/index/segment-row.ts";
import type { Recordings } from "#recorder/recording/recordings.ts";
import { Offers } from "#recorder/standby/offers.ts";
import { all, openRecordings, temporaryFolder, videosOf } from "../fixture.ts";
import { SyntheticCamera } from "../synthetic-camera.ts";

const START = Date.UTC(2026, 5, 1, 12, 0, 0);
const STREAM = "a";
const KEY = "key of this pair";
const folders: ReturnType<typeof temporaryFolder>[] = [];
const open: Recordings[] = [];
let standby: Recordings;
let owner: Recordings;
let server: Server;
/** what the standby answers with in place of the file */
let spoil: (content: Buffer) => Buffer = (content) => content;
let isTakenHeard = true;
/** by a lock that the owner does not have */
let isHeld = false;

beforeEach(async () => {
  [spoil, isTakenHeard, isHeld] = [(content) => content, true, false];
  standby = await begin();
  owner = await begin();
  const offers = new Offers({
    index: standby.index,
    folders: standby.volumes.folders,
    borrowed: { sharedWith: () => Promise.resolve(new Map([[STREAM, "camera"]])) },
    media: {
      call: async (_name, ask) => {
        await standby.drop((ask as { files: number[] }).files);
        return { ok: true, value: null as never };
      },
    },
    notes: { isHeld: () => Promise.resolve(isHeld) },
    givesAway: true,
  });
  server = createServer((request, response) => {
    const { method = "", url = "" } = request;
    if (request.headers[STANDBY_PROOF_HEADER] !== callProof(KEY, method, url)) {
      response.statusCode = 403;
      return response.end();
    }
    const id = Number(new RegExp(`^${STANDBY_PATH}/(\\d+)`).exec(url)?.[1] ?? 0);
    const answer = async (): Promise<void> => {
      if (method === "POST") {
        const pieces: Buffer[] = [];
        for await (const piece of request) pieces.push(piece as Buffer);
        if (!isTakenHeard) return void request.socket.destroy();
        const { sha256 } = JSON.parse(Buffer.concat(pieces).toString()) as { sha256: string };
        const taken = await offers.taken("owner", id, sha256);
        response.statusCode = taken.ok ? 204 : 404;
        response.end();
      } else if (id === 0) {
        const after = Number(new URL(url, "http://peer").searchParams.get("after"));
        response.end(JSON.stringify(await offers.list("owner", { after })));
      } else {
        const file = await offers.file("owner", id);
        if (file.ok) response.end(spoil(readFileSync(file.value.path)));
        else response.writeHead(404).end();
      }
    };
    void answer();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  for (const one of open.splice(0)) await one.close();
  for (const { remove } of folders.splice(0)) remove();
});

async function begin(dir?: string): Promise<Recordings> {
  const folder = temporaryFolder();
  folders.push(folder);
  const one = await openRecordings(dir ?? folder.dir, { segmentMs: 30_000 });
  open.push(one);
  await one.reconciled;
  return one;
}
/** Seconds of the one camera, as a recorder dates them whose clock is so much late. `isOpen`: it goes on with the last file. */
async function record(
  one: Recordings,
  [fromS, toS]: readonly [number, number],
  lateMs = 0,
  isOpen = false,
): Promise<void> {
  const camera = new SyntheticCamera({ startMs: START + lateMs });
  camera.index = fromS * camera.fps;
  const recorder = await one.recorder(STREAM, "camera", "continuous");
  recorder.begin({ codec: "h264", audio: null });
  for (const unit of camera.seconds(toS - fromS)) recorder.push(unit);
  await one.flush();
  if (!isOpen) await one.stop(STREAM);
}
const fill = (streams = new Map([[STREAM, "camera"]]), key = KEY, lateMs = 0): Promise<FilledSome> =>
  owner.takeIn({
    peer: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, from: "owner", key, lateMs },
    streams,
    isMove: true,
  });
const rows = (one: Recordings): Promise<readonly SegmentRow[]> => one.index.allSegments(0, 1000);
const digest = async (one: Recordings, { file }: SegmentRow): Promise<string> =>
  (await digestOf(join(one.volumes.folders("") ?? "", file), new AbortController().signal)).sha256.toString("hex");
/** Begin and end of what is shown, in seconds, without what is only a seam. */
async function shownS(one: Recordings): Promise<number[][]> {
  const runs: number[][] = [];
  const found = await one.index.segmentsBetween(STREAM, 0, Number.MAX_SAFE_INTEGER);
  for (const { startMs, endMs } of found.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = runs.at(-1);
    const [fromS, toS] = [startMs, endMs].map((ms) => Math.round((ms - START) / 100) / 10) as [number, number];
    if (last && Math.abs((last[1] ?? 0) - fromS) <= 0.1) last[1] = toS;
    else runs.push([fromS, toS]);
  }
  return runs;
}
/** Pictures that a viewer gets, by their numbers. */
async function pictures(one: Recordings): Promise<number[]> {
  const seen = videosOf(await all(one.reader.samples(STREAM, START)));
  return seen.map(({ wallMs }) => Math.round(((wallMs - START) * 15) / 1000));
}

describe("what a standby has recorded", () => {
  it.each([0, 40, -40])(
    "fills the gap, is the same bytes, and goes from the standby; clocks differ by %d ms",
    async (lateMs) => {
      await record(owner, [0, 8]);
      await record(standby, [10, 32], lateMs);
      await record(owner, [30, 40]);
      const given = new Map<string, string>();
      for (const row of await rows(standby)) given.set(row.file, await digest(standby, row));
      const before = (await rows(owner)).length;
      expect(await fill()).toMatchObject({ files: given.size, streams: [STREAM], left: 0, failure: null });
      expect(await rows(standby)).toEqual([]);
      expect(await shownS(owner)).toEqual([
        [0, 8],
        [Math.round(100 + lateMs / 100) / 10, 40],
      ]);
      const taken = (await rows(owner)).slice(before);
      expect((await Promise.all(taken.map((row) => digest(owner, row)))).toSorted()).toEqual(
        [...given.values()].toSorted(),
      );
      const numbers = await pictures(owner);
      expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers);
      expect(new Set(numbers).size).toBeGreaterThanOrEqual(numbers.length - 1);
      expect(numbers.length).toBeGreaterThan((8 + 30) * 15 - 3);
      expect(await fill()).toEqual({ files: 0, bytes: 0, streams: [], left: 0, failure: null });
    },
  );

  it.each([10_000, -10_000, 10_007])(
    "has right dates when its clock was %d ms ahead: nothing is missing, nothing is there twice, also when the index is made anew",
    async (lateMs) => {
      await record(owner, [0, 8]);
      await record(standby, [8, 32], lateMs);
      await record(owner, [30, 40]);
      expect(await fill(undefined, KEY, lateMs)).toMatchObject({ left: 0, failure: null });
      expect(await rows(standby)).toEqual([]);
      expect(await shownS(owner)).toEqual([[0, 40]]);
      const expected = Array.from({ length: 40 * 15 }, (_, at) => at);
      expect(await pictures(owner)).toEqual(expected);
      const before = (await rows(owner)).map(({ file }) => file).toSorted();
      for (const row of await rows(owner)) {
        const known = (await owner.index.fileFacts(row.id))?.sha256;
        if (known) expect(Buffer.from(known).toString("hex")).toBe(await digest(owner, row));
      }
      await owner.index.removeSegments((await rows(owner)).map(({ id }) => id));
      const dir = owner.volumes.folders("") ?? "";
      await open.splice(open.indexOf(owner), 1)[0]?.close();
      owner = await begin(dir);
      expect((await rows(owner)).map(({ file }) => file).toSorted()).toEqual(before);
      expect(new Set(await pictures(owner))).toEqual(new Set(expected));
    },
  );

  it("is there once when its clock was ahead and the receipt got lost", async () => {
    await record(standby, [0, 10], 10_000);
    isTakenHeard = false;
    const given = await rows(standby);
    expect(await fill(undefined, KEY, 10_000)).toMatchObject({ left: 1 });
    expect([await rows(standby), (await rows(owner)).length]).toEqual([given, 1]);
    isTakenHeard = true;
    expect(await fill(undefined, KEY, 10_000)).toMatchObject({ files: given.length - 1, left: 0 });
    expect(await rows(standby)).toEqual([]);
    expect(await rows(owner)).toHaveLength(given.length);
    expect(await shownS(owner)).toEqual([[0, 10]]);
  });

  it("is not fetched where the owner has it, also in the file that it is writing", async () => {
    await record(owner, [0, 20], 0, true);
    await record(standby, [6, 18], 30);
    const before = await rows(owner);
    expect(await fill()).toMatchObject({ files: 0, left: 0 });
    expect(await rows(standby)).toEqual([]);
    expect((await rows(owner)).map(({ file }) => file)).toEqual(before.map(({ file }) => file));
    expect(await shownS(owner)).toEqual([[0, 20]]);
  });

  it("waits for a file that the owner is writing, as long as that may come to hold it", async () => {
    await record(owner, [0, 16], 0, true);
    await record(standby, [6, 18], 30);
    expect(await fill()).toMatchObject({ files: 0, left: 1, failure: null });
    await owner.stop(STREAM);
    expect(await fill()).toMatchObject({ files: 1, left: 0 });
    expect(await shownS(owner)).toEqual([[0, 18]]);
  });

  it("fills a hole within what the owner has, whatever the length of its file says", async () => {
    await record(owner, [0, 20]);
    const [file] = await rows(owner);
    const fragments = decodeFragments(
      file?.startMs ?? 0,
      (await owner.index.fragments(file?.id ?? 0)) ?? new Uint8Array(),
    );
    const { id = 0, startMs = 0, endMs = 0, bytes = 0, frames = 0 } = file ?? {};
    const rest = (fragments ?? []).filter(({ wallMs }) => wallMs < START + 4000 || wallMs >= START + 6000);
    await owner.index.closeSegment({ id, startMs, endMs, bytes, frames, fragments: encodeFragments(startMs, rest) });
    await record(standby, [0, 20]);
    expect(await fill()).toMatchObject({ left: 0 });
    expect(await pictures(owner)).toEqual(Array.from({ length: 300 }, (_, at) => at));
  });

  it("fills both sides of a moment that the owner has, each with the whole file", async () => {
    await record(standby, [0, 10]);
    await record(owner, [4, 6]);
    const [file] = await rows(standby);
    const sha256 = file && (await digest(standby, file));
    expect(await fill()).toMatchObject({ files: 1, left: 0 });
    expect(await shownS(owner)).toEqual([[0, 10]]);
    const taken = (await rows(owner)).slice(1);
    expect(taken).toHaveLength(2);
    for (const row of taken) expect(await digest(owner, row)).toBe(sha256);
    expect(await pictures(owner)).toEqual(Array.from({ length: 150 }, (_, at) => at));
  });

  it("stays with the standby when other bytes come, and whoever has no proof gets nothing", async () => {
    await record(standby, [0, 10]);
    spoil = (content) => (content.writeUInt8(content.readUInt8(content.length - 1) ^ 1, content.length - 1), content);
    expect(await fill()).toMatchObject({ files: 0, left: 1, failure: failure("standby/not-equal") });
    spoil = (content) => content.subarray(0, -10);
    expect(await fill()).toMatchObject({ files: 0, left: 1 });
    expect(await fill(undefined, "another key")).toMatchObject({
      files: 0,
      left: 1,
      failure: failure("standby/refused", { status: 403 }),
    });
    expect(await rows(owner)).toEqual([]);
    expect(await rows(standby)).toHaveLength(1);
    spoil = (content) => content;
    expect(await fill()).toMatchObject({ files: 1, left: 0 });
  });

  it("says that it cannot be written here, and goes on when it can", async () => {
    await record(standby, [0, 10]);
    const arriving = join(owner.volumes.folders("") ?? "", ".arriving.part");
    mkdirSync(join(arriving, "in the way"), { recursive: true });
    expect((await fill()).failure).toMatchObject({ code: "standby/not-kept", cause: { code: "other/message" } });
    expect(await rows(standby)).toHaveLength(1);
    rmSync(arriving, { recursive: true });
    expect(await fill()).toMatchObject({ files: 1, left: 0, failure: null });
  });

  it("is not taken of streams that are none of the owner's", async () => {
    await record(standby, [0, 10]);
    expect(await fill(new Map())).toMatchObject({ files: 0 });
    expect(await rows(owner)).toEqual([]);
    expect(await rows(standby)).toHaveLength(1);
  });

  it("is there once when the owner dies before the standby hears of it, and the standby can let it go then", async () => {
    await record(standby, [0, 10]);
    isTakenHeard = false;
    expect(await fill()).toMatchObject({ left: 1 });
    expect(await rows(standby)).toHaveLength(1);
    const [row] = await rows(owner);
    const dir = owner.volumes.folders("") ?? "";
    const sha256 = row && (await digest(owner, row));
    // As a process leaves it that dies in between: the name under which the file came is one of the recording.
    linkSync(join(dir, row?.file ?? ""), join(dir, ".arriving.part"));
    await open.splice(open.indexOf(owner), 1)[0]?.close();
    owner = await begin(dir);
    isTakenHeard = true;
    await record(standby, [20, 30]);
    expect(await fill()).toMatchObject({ files: 1, left: 0 });
    expect(await rows(standby)).toEqual([]);
    expect(await shownS(owner)).toEqual([
      [0, 10],
      [20, 30],
    ]);
    expect(row && (await digest(owner, row))).toBe(sha256);
  });

  it("is entered once when the owner dies with the file in its place and no row of it", async () => {
    await record(standby, [0, 10]);
    const [row] = await rows(standby);
    const dir = owner.volumes.folders("") ?? "";
    const content = readFileSync(join(standby.volumes.folders("") ?? "", row?.file ?? ""));
    expect(await fill()).toMatchObject({ files: 1 });
    const [own] = await rows(owner);
    await owner.index.removeSegments([own?.id ?? 0]);
    await open.splice(open.indexOf(owner), 1)[0]?.close();
    writeFileSync(join(dir, own?.file ?? ""), content);
    owner = await begin(dir);
    expect(await fill()).toMatchObject({ files: 0, left: 0 });
    expect(await shownS(owner)).toEqual([[0, 10]]);
    expect(await rows(owner)).toHaveLength(1);
  });

  it("stays as long as it is locked there alone, and the owner has it already", async () => {
    await record(standby, [0, 10]);
    isHeld = true;
    expect(await fill()).toMatchObject({ left: 1 });
    expect([await rows(standby), await rows(owner)].map(({ length }) => length)).toEqual([1, 1]);
    isHeld = false;
    expect(await fill()).toMatchObject({ files: 0, left: 0 });
    expect(await rows(standby)).toEqual([]);
    expect(await rows(owner)).toHaveLength(1);
  });

  it("knows where its fragments lie", async () => {
    await record(standby, [0, 10]);
    await fill();
    const [row] = await rows(owner);
    const fragments = decodeFragments(
      row?.startMs ?? 0,
      (await owner.index.fragments(row?.id ?? 0)) ?? new Uint8Array(),
    );
    expect(fragments?.length).toBeGreaterThan(5);
    expect((fragments?.at(-1)?.offset ?? 0) + (fragments?.at(-1)?.bytes ?? 0)).toBe(row?.bytes);
  });
});
