// @vitest-environment jsdom
// @own-process: replaces the timers
/** A still of the export dialog that nobody could tell is asked for again; one that does not exist is not. */
import { act, cleanup, render } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useRecordedPicture } from "#chrome/screens/stage/export/use-recorded-picture.ts";
import "#test/chrome/support/setup-jsdom.ts";

class Seen {
  readonly #tell: (entries: { isIntersecting: boolean }[]) => void;
  constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
    this.#tell = tell;
  }
  observe(): void {
    this.#tell([{ isIntersecting: true }]);
  }
  disconnect(): void {}
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("IntersectionObserver", Seen);
  vi.stubGlobal("URL", { createObjectURL: () => "blob:1", revokeObjectURL: () => undefined });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function shown(answers: readonly (Blob | null | "failed")[]) {
  let asked = 0;
  const actions = { picture: async () => answers[asked++] ?? null };
  function Still() {
    const element = useRef<HTMLDivElement>(null);
    const picture = useRecordedPicture(element, actions, "s1", 1000);
    return <div ref={element}>{picture.isLoading ? "loading" : (picture.address ?? "none")}</div>;
  }
  const { container } = render(<Still />);
  const after = async (ms: number) => {
    await act(() => vi.advanceTimersByTimeAsync(ms));
    return [asked, container.textContent];
  };
  return after;
}

test("asked again after 2, 5 and 15 s until a picture comes", async () => {
  const after = shown(["failed", "failed", "failed", new Blob(["x"])]);
  expect(await after(400)).toEqual([1, "loading"]);
  expect(await after(1_999)).toEqual([1, "loading"]);
  expect(await after(1)).toEqual([2, "loading"]);
  expect(await after(5_000)).toEqual([3, "loading"]);
  expect(await after(15_000)).toEqual([4, "blob:1"]);
  expect(await after(60_000)).toEqual([4, "blob:1"]);
});

test("nothing is recorded there: it is said once, and not asked again", async () => {
  const after = shown([null]);
  expect(await after(400)).toEqual([1, "none"]);
  expect(await after(60_000)).toEqual([1, "none"]);
});
