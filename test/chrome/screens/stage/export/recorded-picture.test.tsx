// @vitest-environment jsdom
// @own-process: replaces the timers
/** A still of the export dialog that nobody could tell is asked for again; one that does not exist is not, and another stream is asked. */
import { act, cleanup, render } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useOfferedStream } from "#chrome/screens/stage/export/use-offered-stream.ts";
import { useRecordedPicture } from "#chrome/screens/stage/export/use-recorded-picture.ts";
import { createExportStore } from "#state/export-store.ts";
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

/** Streams `full` (the primary one) and `small`, of which these have a picture at these times. */
function offered(recorded: Readonly<Record<number, readonly string[]>>) {
  const asked: string[] = [];
  const store = createExportStore();
  const actions = {
    store,
    picture: async (streamId: string, timeMs: number) => {
      asked.push(streamId);
      return recorded[timeMs]?.includes(streamId) ? new Blob(["x"]) : null;
    },
  };
  const facts = { active: true, widthPx: 640, heightPx: 360, framesPerSecond: 15 };
  const camera = {
    primaryStreamId: "full",
    streams: ["small", "full"].map((id) => ({ ...facts, id, name: id })),
  };
  function Row({ timeMs }: { timeMs: number }) {
    const element = useRef<HTMLDivElement>(null);
    const { streamId, picture, pick } = useOfferedStream(camera, element, actions, timeMs);
    return (
      <div ref={element}>
        <button type="button" onClick={() => pick("full")}>
          {streamId} {picture.isLoading ? "loading" : (picture.address ?? "none")}
        </button>
      </div>
    );
  }
  const { container, rerender } = render(<Row timeMs={1000} />);
  const settled = async () => {
    for (let turn = 0; turn < 4; turn += 1) await act(() => vi.advanceTimersByTimeAsync(500));
    return container.textContent;
  };
  const at = (timeMs: number) => (rerender(<Row timeMs={timeMs} />), settled());
  const pick = () => (container.querySelector("button")?.click(), settled());
  return { asked, store, settled, at, pick };
}

test("the primary stream is exported where it was recorded, and else the one that was", async () => {
  const both = offered({ 1000: ["full", "small"] });
  expect(await both.settled()).toBe("full blob:1");
  expect(both.asked).toEqual(["full"]);
  cleanup();
  const other = offered({ 1000: ["small"], 2000: ["full", "small"] });
  expect(await other.settled()).toBe("small blob:1");
  expect(await other.at(2000)).toBe("full blob:1");
  expect(await other.at(1000)).toBe("small blob:1");
  // What the user says holds.
  expect(await other.pick()).toBe("full none");
});

test("where no stream was recorded it is the primary one in the end, and nothing more is asked", async () => {
  const none = offered({});
  expect(await none.settled()).toBe("full none");
  expect(none.asked).toEqual(["full", "small", "full"]);
});

test("a stream of which an export is on its way, or has failed, stays: what is told of it stands beside it", async () => {
  const none = offered({ 2000: ["full"] });
  const run = { phase: "checking", share: 0, format: "mkv", failure: null, detail: null, name: null } as const;
  await act(() => vi.advanceTimersByTimeAsync(500));
  none.store.change(({ byKey }) => void (byKey["small"] = run));
  expect(await none.settled()).toBe("small none");
  // Another time forgets the errors, and what was offered.
  none.store.change(({ byKey }) => void delete byKey["small"]);
  expect(await none.at(2000)).toBe("full blob:1");
});
