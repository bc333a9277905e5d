import { failure } from "#domain/failures/failure.ts";
import { afterEach, expect, test, vi } from "vitest";
import { closeFrame, FrameMailbox, framesAlive } from "#media/frame-mailbox.ts";
import { LowBandwidthSource } from "#media/sources/low-bandwidth-source.ts";
import type { SourceEvent, SourcePlay } from "#protocol/stage-worker.ts";
import { ClipRecorder, FRAME_MS } from "#test/media/support/clip-recorder.ts";
import { codeOf, encodeClip } from "#test/media/support/coded-clip.ts";

interface Shown {
  readonly code: number;
  readonly wallMs: number;
  readonly atMs: number;
  readonly size: string;
}
const stops: (() => void)[] = [];

function watch(recorder: ClipRecorder, play: SourcePlay) {
  const shown: Shown[] = [];
  const events: SourceEvent[] = [];
  const source = new LowBandwidthSource(
    { kind: "low-bandwidth", url: "ws://clip", format: "fmp4", play },
    recorder.open,
  );
  const mailbox = new FrameMailbox(() => {
    const frame = mailbox.take();
    if (!frame) return;
    const { image, wallMs } = frame;
    const size = image instanceof VideoFrame ? `${image.displayWidth}x${image.displayHeight}` : "";
    shown.push({ code: codeOf(image), wallMs: wallMs ?? 0, atMs: performance.now(), size });
    closeFrame(frame);
  });
  const stop = source.start(mailbox, (event) => events.push(event));
  stops.push(() => {
    stop();
    mailbox.close();
  });
  const codes = () => shown.map((item) => item.code);
  return { source, shown, events, codes };
}
const play = (timeMs: number, rate = 1, paused = false): SourcePlay => ({ timeMs, rate, paused, heightPx: 0 });
const until = (holds: () => boolean) => vi.waitFor(() => expect(holds()).toBe(true), { timeout: 8_000, interval: 10 });

afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await until(() => framesAlive() === 0);
});

test("live: every picture at once, none lost, PRE pictures not shown", async () => {
  const recorder = await ClipRecorder.make(30, 10);
  const { codes, events, shown } = watch(recorder, play(0));
  await until(() => shown.length === 30);
  expect(codes()).toEqual(Array.from({ length: 30 }, (_, i) => i));
  expect(shown.every((item) => item.wallMs === recorder.wallOf(item.code))).toBe(true);
  expect(events[0]).toEqual({ kind: "first-frame", wallMs: recorder.wallOf(0) });
  // the source reports from time to time how far the shown pictures are
  await until(() => recorder.commands.some((told) => told.op === "ack" && told.time === recorder.wallOf(29)));
});

test("live: a clock of this machine that is set meanwhile leaves no picture out", async () => {
  const realNow = Date.now;
  let asked = 0;
  const set = vi.spyOn(Date, "now").mockImplementation(() => realNow() + (++asked > 5 ? 3_600_000 : 0));
  const recorder = await ClipRecorder.make(30, 10);
  const { codes, shown } = watch(recorder, play(0));
  await until(() => shown.length === 30);
  set.mockRestore();
  expect(codes()).toEqual(Array.from({ length: 30 }, (_, i) => i));
});

test("recorded: begins with exactly the picture of that time, plays by the wall time, ends", async () => {
  const recorder = await ClipRecorder.make(40, 10);
  const { codes, events, shown } = watch(recorder, play(recorder.wallOf(17)));
  await until(() => events.some((event) => event.kind === "state" && event.state === "ended"));
  const all = codes();
  expect(all[0]).toBe(17);
  expect(all.at(-1)).toBe(39);
  expect(all).toEqual(all.toSorted((a, b) => a - b));
  expect(all.length).toBeGreaterThan(18);
  const took = (shown.at(-1)?.atMs ?? 0) - (shown[0]?.atMs ?? 0);
  expect(took).toBeGreaterThan(22 * FRAME_MS * 0.8);
  expect(took).toBeLessThan(22 * FRAME_MS * 1.6);
  await until(() => recorder.commands.some((command) => command.op === "ack" && command.time > 0));
});

test.each([
  [4, 0.25],
  [4, 0.5],
])("slow motion keeps %d pictures apart at %d", async (count, rate) => {
  const recorder = await ClipRecorder.make(20, 10);
  const { shown } = watch(recorder, play(recorder.wallOf(2), rate));
  await until(() => shown.length > count);
  const first = shown[0];
  const last = shown[count];
  const speed = ((last?.wallMs ?? 0) - (first?.wallMs ?? 0)) / ((last?.atMs ?? 0) - (first?.atMs ?? 1));
  expect(speed).toBeGreaterThan(rate * 0.7);
  expect(speed).toBeLessThan(rate * 1.4);
});

test("backwards: every picture of every group, in falling order", async () => {
  const recorder = await ClipRecorder.make(40, 10);
  const { codes, events } = watch(recorder, play(recorder.wallOf(36), -0.5));
  await until(() => events.some((event) => event.kind === "state" && event.state === "ended"));
  expect(codes()).toEqual(Array.from({ length: 37 }, (_, i) => 36 - i));
});

test("key-frame play forward and backwards", async () => {
  const recorder = await ClipRecorder.make(80, 10);
  const forward = watch(recorder, play(recorder.wallOf(0), 16));
  await until(() => forward.events.some((event) => event.kind === "state" && event.state === "ended"));
  expect(forward.codes().every((code) => code % 10 === 0)).toBe(true);
  expect(forward.codes().at(-1)).toBe(70);
  const again = new ClipRecorder(recorder.clip);
  const back = watch(again, play(again.wallOf(79), -16));
  await until(() => back.events.some((event) => event.kind === "state" && event.state === "ended"));
  expect(back.codes()[0]).toBe(70);
  expect(back.codes().at(-1)).toBe(0);
  expect(back.codes()).toEqual(back.codes().toSorted((a, b) => b - a));
});

test("seeks: exact, and pictures of an older generation never show", async () => {
  const recorder = await ClipRecorder.make(60, 15);
  const { source, codes, shown } = watch(recorder, play(recorder.wallOf(5), 1, true));
  await until(() => shown.length === 1);
  for (const index of [50, 14, 15, 16, 59, 0, 33]) {
    const before = shown.length;
    source.play(play(recorder.wallOf(index), 1, true));
    await until(() => shown.length > before);
    recorder.message(2, 1, recorder.wallOf(1), new Uint8Array(50), 40, 1);
    expect(codes().at(-1)).toBe(index);
    expect(shown.length).toBe(before + 1);
  }
});

test("steps while paused, both ways, across key frames", async () => {
  const recorder = await ClipRecorder.make(30, 10);
  const { source, codes, shown } = watch(recorder, play(recorder.wallOf(9), 1, true));
  await until(() => shown.length === 1);
  for (const [direction, expected] of [
    [1, 10],
    [1, 11],
    [-1, 10],
    [-1, 9],
    [-1, 8],
  ] as const) {
    const before = shown.length;
    source.step(direction);
    await until(() => shown.length > before);
    expect(codes().at(-1)).toBe(expected);
  }
});

test("pause holds the picture, resume goes on from it without asking anew", async () => {
  const recorder = await ClipRecorder.make(60, 15);
  const { source, codes, shown, events } = watch(recorder, play(recorder.wallOf(0)));
  await until(() => shown.length >= 8);
  const at = shown.at(-1)?.wallMs ?? 0;
  source.play(play(at, 1, true));
  const held = shown.length;
  expect(events.at(-1)).toEqual({ kind: "state", state: "paused" });
  expect(recorder.commands.at(-1)?.op).toBe("pause");
  // time passes in frames of the browser, not of the clip
  for (let i = 0; i < 12; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(shown.length).toBe(held);
  source.play(play(at, 1, false));
  await until(() => events.some((event) => event.kind === "state" && event.state === "ended"));
  expect(recorder.commands.filter((command) => command.op === "play")).toHaveLength(1);
  expect(codes().at(-1)).toBe(59);
  expect(codes()).toEqual(codes().toSorted((a, b) => a - b));
});

test("a broken picture costs its group at most: the next key frame shows again", async () => {
  const recorder = await ClipRecorder.make(40, 10);
  recorder.spoil = (index, data) => (index === 14 ? crypto.getRandomValues(new Uint8Array(data.length)) : data);
  const { codes } = watch(recorder, play(0));
  await until(() => codes().at(-1) === 39);
  expect(codes()).toEqual(expect.arrayContaining([0, 9, 13, 20, 29, 39]));
});

test("a camera that changes its shape while it plays: every picture has the shape that it was sent in", async () => {
  const recorder = await ClipRecorder.make(10, 10);
  const { shown } = watch(recorder, play(0));
  await until(() => shown.length === 10);
  const upright = new ClipRecorder(await encodeClip(10, 10, 180, 240));
  upright.handlers = recorder.handlers;
  upright.begin(Math.max(...recorder.commands.map((told) => ("generation" in told ? told.generation : 0))));
  for (let index = 0; index < 10; index++) upright.picture(index);
  await until(() => shown.length === 20);
  expect(shown.map(({ size }) => size)).toEqual([
    ...Array.from({ length: 10 }, () => "320x180"),
    ...Array.from({ length: 10 }, () => "180x240"),
  ]);
  expect(shown.slice(10).map(({ code }) => code)).toEqual([...Array(10).keys()]);
});

test("a broken container costs that picture, not the socket", async () => {
  const recorder = await ClipRecorder.make(30, 10);
  const { codes, events } = watch(recorder, play(recorder.wallOf(0)));
  await until(() => codes().length > 0);
  recorder.message(2, 0, recorder.wallOf(3), crypto.getRandomValues(new Uint8Array(200)), 40);
  await until(() => events.some((event) => event.kind === "state" && event.state === "ended"));
  expect(codes().at(-1)).toBe(29);
});

test("two sources on one clock show the same instant", async () => {
  const recorder = await ClipRecorder.make(100, 10);
  const other = new ClipRecorder(recorder.clip);
  const clock = { id: "test", epoch: 1 };
  const a = watch(recorder, { ...play(recorder.wallOf(3)), clock });
  const b = watch(other, { ...play(other.wallOf(3)), clock });
  await until(() => a.codes().at(-1) === 99 && b.codes().at(-1) === 99);
  const when = new Map(a.shown.map((item) => [item.code, item.atMs]));
  const spread = b.shown.slice(1).flatMap((item) => {
    const at = when.get(item.code);
    return at === undefined ? [] : [Math.abs(item.atMs - at)];
  });
  expect(spread.length).toBeGreaterThan(50);
  expect(spread.toSorted((x, y) => x - y)[Math.floor(spread.length * 0.95)]).toBeLessThan(FRAME_MS);
});

test("a closed socket is a recoverable error", async () => {
  const recorder = await ClipRecorder.make(10, 10);
  const { events, shown } = watch(recorder, play(0));
  await until(() => shown.length === 10);
  recorder.handlers?.closed("gone");
  expect(events).toContainEqual({
    kind: "error",
    failure: failure("media/socket-closed", { message: "gone" }),
    recoverable: true,
  });
});

test("a codec that this browser has not is said so, not retried", async () => {
  const recorder = await ClipRecorder.make(10, 10);
  const spoilt = new ClipRecorder({ ...recorder.clip, codec: "hev9.1.6.L93.B0" });
  const { events } = watch(spoilt, play(0));
  await until(() => events.some((event) => event.kind === "error"));
  expect(events.find((event) => event.kind === "error")).toMatchObject({
    failure: { code: "media/codec-unsupported" },
    recoverable: false,
  });
});

test("paused: a larger picture is of the same instant, after steps too, on a clock of its own and on a shared one", async () => {
  const recorder = await ClipRecorder.make(30, 10);
  for (const clock of [undefined, { id: "larger", epoch: 1 }]) {
    const own = new ClipRecorder(recorder.clip);
    const paused = { ...play(own.wallOf(9), 1, true), ...(clock ? { clock } : {}) };
    const { source, codes, shown } = watch(own, { ...paused, heightPx: 180 });
    await until(() => shown.length === 1);
    source.step(1);
    await until(() => shown.length === 2);
    // The player requests pictures from the shown picture on.
    source.play({ ...paused, timeMs: own.wallOf(10), heightPx: 480 });
    await until(() => shown.length === 3);
    expect(codes()).toEqual([9, 10, 10]);
    expect(own.commands.findLast((command) => command.op === "play")).toMatchObject({ height: 480, paused: true });
  }
});

test("paused together: a seek of all goes to its time, not to what each shows", async () => {
  const recorder = await ClipRecorder.make(30, 10);
  const other = new ClipRecorder(recorder.clip);
  const paused = (index: number, epoch: number) => ({
    ...play(recorder.wallOf(index), 1, true),
    clock: { id: "together", epoch },
  });
  const [a, b] = [watch(recorder, paused(5, 1)), watch(other, paused(5, 1))];
  await until(() => a.shown.length === 1 && b.shown.length === 1);
  for (const { source } of [a, b]) source.play(paused(21, 2));
  await until(() => a.shown.length === 2 && b.shown.length === 2);
  expect([a.codes(), b.codes()]).toEqual([
    [5, 21],
    [5, 21],
  ]);
});
