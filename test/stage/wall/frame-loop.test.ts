import { expect, test } from "vitest";
import { FrameLoop, type LoopHost } from "#stage/wall/frame-loop.ts";

/** A display of 60 Hz, and timers whose time the test advances. */
class FakeThread implements LoopHost {
  nowMs = 0;
  framesAsked = 0;
  #frames: (() => void)[] = [];
  #timers: { at: number; run: () => void; id: number }[] = [];
  #nextId = 1;

  now(): number {
    return this.nowMs;
  }
  requestFrame(callback: () => void): number {
    this.framesAsked += 1;
    this.#frames.push(callback);
    return this.framesAsked;
  }
  cancelFrame(): void {
    this.#frames = [];
  }
  setTimer(run: () => void, ms: number): number {
    this.#timers.push({ at: this.nowMs + ms, run, id: this.#nextId });
    return this.#nextId++;
  }
  clearTimer(id: number): void {
    this.#timers = this.#timers.filter((timer) => timer.id !== id);
  }
  /** Advances one ms at a time, with a display frame every 16 ms. */
  advance(ms: number): void {
    for (let i = 0; i < ms; i++) {
      this.nowMs += 1;
      const due = this.#timers.filter((timer) => timer.at <= this.nowMs);
      this.#timers = this.#timers.filter((timer) => timer.at > this.nowMs);
      for (const timer of due) timer.run();
      if (this.nowMs % 16 !== 0) continue;
      const frames = this.#frames;
      this.#frames = [];
      for (const frame of frames) frame();
    }
  }
}

function setUp(intervalMs: number) {
  const thread = new FakeThread();
  const presentedAt: number[] = [];
  // `gpuMs`: how long the GPU takes for a present; 0 = it finishes at once.
  const work = { dirty: false, gpuMs: 0 };
  const preparedAt: { readonly atMs: number; readonly renew: boolean }[] = [];
  const loop: FrameLoop = new FrameLoop(thread, {
    intervalMs: () => intervalMs,
    prepare: (renew) => preparedAt.push({ atMs: thread.nowMs, renew }),
    present: () => {
      if (!work.dirty) return false;
      work.dirty = false;
      presentedAt.push(thread.nowMs);
      if (work.gpuMs === 0) loop.finished();
      else thread.setTimer(() => loop.finished(), work.gpuMs);
      return true;
    },
    noteCallback: () => {},
  });
  const dirty = (urgent = false): void => {
    work.dirty = true;
    loop.request(urgent);
  };
  return { thread, loop, presentedAt, preparedAt, work, dirty };
}

test("nothing dirty: no frame is ever asked for", () => {
  const { thread, loop } = setUp(100);
  thread.advance(1000);
  expect(thread.framesAsked).toBe(0);
  expect(loop.idle).toBe(true);
});

test("one change costs one frame callback, and then rest", () => {
  const { thread, presentedAt, dirty } = setUp(100);
  dirty();
  thread.advance(1000);
  expect(presentedAt).toEqual([16]);
  expect(thread.framesAsked).toBe(1);
});

test("changes that come faster than the tick are presented at the tick", () => {
  const { thread, presentedAt, dirty } = setUp(100);
  for (let i = 0; i < 100; i++) {
    dirty();
    thread.advance(10);
  }
  expect(presentedAt.length).toBeGreaterThanOrEqual(9);
  expect(presentedAt.length).toBeLessThanOrEqual(11);
  const gaps = presentedAt.slice(1).map((at, index) => at - (presentedAt[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(95);
});

test("an urgent change does not wait for the tick", () => {
  const { thread, presentedAt, dirty } = setUp(100);
  dirty();
  thread.advance(20);
  dirty();
  thread.advance(5);
  dirty(true);
  thread.advance(20);
  expect(presentedAt).toEqual([16, 32]);
});

test("a tick with nothing ready is not spent: what comes next is shown at the next display frame", () => {
  const { thread, presentedAt, loop, dirty } = setUp(100);
  loop.request();
  thread.advance(20);
  expect(presentedAt).toEqual([]);
  dirty();
  thread.advance(16);
  expect(presentedAt).toEqual([32]);
});

test("paused: nothing is asked for; resumed: it goes on", () => {
  const { thread, presentedAt, loop, dirty } = setUp(50);
  dirty();
  loop.pause();
  dirty();
  thread.advance(500);
  expect(presentedAt).toEqual([]);
  loop.resume();
  dirty();
  thread.advance(500);
  expect(presentedAt).toHaveLength(1);
});

test("the GPU never has two presents to work on, urgent ones included", () => {
  const { thread, presentedAt, work, dirty } = setUp(10);
  work.gpuMs = 100;
  for (let i = 0; i < 50; i++) {
    dirty(i % 2 === 0);
    thread.advance(10);
  }
  const gaps = presentedAt.slice(1).map((at, index) => at - (presentedAt[index] ?? 0));
  expect(presentedAt.length).toBeGreaterThanOrEqual(4);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(100);
});

test("what came while the GPU worked is shown, though nobody asks again", () => {
  const { thread, presentedAt, loop, work, dirty } = setUp(10);
  work.gpuMs = 60;
  dirty();
  thread.advance(20);
  dirty();
  expect(loop.idle).toBe(false);
  thread.advance(200);
  expect(presentedAt).toEqual([16, 80]);
  expect(loop.idle).toBe(true);
});

test("after a key or a click only urgent presents happen for a moment, then it goes on by itself", () => {
  const { thread, presentedAt, loop, dirty } = setUp(10);
  expect(loop.held).toBe(false);
  loop.hold();
  dirty();
  thread.advance(50);
  expect(presentedAt).toEqual([]);
  expect(loop.held).toBe(true);
  dirty(true);
  thread.advance(20);
  expect(presentedAt).toEqual([64]);
  dirty();
  thread.advance(70);
  expect(presentedAt).toEqual([64]);
  thread.advance(60);
  expect(presentedAt).toEqual([64, 160]);
  expect(loop.held).toBe(false);
});

test("a key that is held down does not stop the wall", () => {
  const { thread, presentedAt, loop, dirty } = setUp(10);
  for (let i = 0; i < 100; i++) {
    loop.hold();
    dirty();
    thread.advance(10);
  }
  expect(presentedAt.length).toBeGreaterThan(20);
});

test("while the GPU is busy with one present, the next one is made ready, and not long before", () => {
  const { thread, presentedAt, preparedAt, work, dirty } = setUp(10);
  work.gpuMs = 100;
  for (let i = 0; i < 250; i++) {
    dirty();
    thread.advance(10);
  }
  const finishedAt = presentedAt.map((atMs) => atMs + work.gpuMs);
  // The last presents: by then it is known how long the GPU takes.
  for (const [index, atMs] of presentedAt.entries()) {
    const finishedMs = finishedAt[index - 1] ?? 0;
    if (atMs < 1500) continue;
    const prepared = preparedAt.filter((each) => each.atMs > (presentedAt[index - 1] ?? 0) && each.atMs <= atMs);
    expect(prepared.map(({ renew }) => renew)).toEqual([true, false]);
    expect(prepared[0]?.atMs).toBeLessThan(finishedMs);
    expect(prepared[0]?.atMs).toBeGreaterThan(finishedMs - 30);
    // There is no wait for copies: it is the display's next frame.
    expect(atMs - finishedMs).toBeLessThanOrEqual(16);
  }
  expect(presentedAt.length).toBeGreaterThan(20);
});

test("what was made ready and had to wait is made ready anew", () => {
  const { thread, loop, presentedAt, preparedAt, work, dirty } = setUp(10);
  work.gpuMs = 100;
  for (let i = 0; i < 100; i++) {
    dirty();
    thread.advance(10);
  }
  // A user action between the preparation and the present: the wall stands still for a moment.
  const before = preparedAt.length;
  for (let ms = 0; ms < 500 && (preparedAt.length === before || preparedAt.at(-1)?.renew === false); ms++) {
    dirty();
    thread.advance(1);
  }
  expect(thread.nowMs).toBeLessThan((presentedAt.at(-1) ?? 0) + work.gpuMs);
  loop.hold();
  const held = preparedAt.length;
  dirty();
  thread.advance(300);
  expect(preparedAt[held]?.renew).toBe(true);
});
