import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { playWhenAllowed, runWhenAllowed } from "#media/audio/when-allowed.ts";

const page = new EventTarget();
const touch = (): boolean => page.dispatchEvent(new Event("pointerup"));
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** An element that this many times refuses to play. */
function element(refusals: number, name = "NotAllowedError") {
  let left = refusals;
  const play = vi.fn<() => Promise<void>>(() =>
    left-- > 0 ? Promise.reject(new DOMException("no", name)) : Promise.resolve(),
  );
  return { play };
}

test("what may play asks for nothing", async () => {
  const refused = vi.fn<() => void>();
  const video = element(0);
  playWhenAllowed(video, refused);
  await settled();
  touch();
  expect([video.play.mock.calls.length, refused.mock.calls.length]).toEqual([1, 0]);
});

test("a refusal is told once and tried again at each touch, until it plays", async () => {
  const refused = vi.fn<() => void>();
  const video = element(2);
  playWhenAllowed(video, refused);
  await settled();
  for (const calls of [2, 3, 3]) {
    touch();
    await settled();
    expect(video.play).toHaveBeenCalledTimes(calls);
  }
  expect(refused).toHaveBeenCalledTimes(1);
});

test("an element that was taken away, or one that is given up, asks for nothing", async () => {
  const refused = vi.fn<() => void>();
  playWhenAllowed(element(1, "AbortError"), refused);
  const stop = playWhenAllowed(element(1), refused);
  stop();
  await settled();
  expect(refused).not.toHaveBeenCalled();
});

test("sound whose context does not answer counts as refused, and runs after a touch", async () => {
  const refused = vi.fn<() => void>();
  const context = { state: "suspended" as AudioContextState, resume: () => new Promise<void>(() => undefined) };
  runWhenAllowed(context, refused);
  await vi.advanceTimersByTimeAsync(1000);
  expect(refused).toHaveBeenCalledTimes(1);
  const resume = vi.fn<() => Promise<void>>(() => {
    context.state = "running";
    return Promise.resolve();
  });
  context.resume = resume;
  touch();
  await settled();
  touch();
  await settled();
  expect(resume).toHaveBeenCalledTimes(1);
});
