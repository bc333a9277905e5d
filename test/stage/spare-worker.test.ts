// @own-process it replaces the browser's Worker
import { afterEach, beforeEach, expect, test, vi } from "vitest";

class FakeWorker {
  static made: FakeWorker[] = [];
  onerror: (() => void) | null = null;
  constructor() {
    FakeWorker.made.push(this);
  }
}

const fresh = () => import("#stage/spare-worker.ts");

beforeEach(() => {
  vi.resetModules();
  FakeWorker.made = [];
  vi.stubGlobal("Worker", FakeWorker);
  vi.stubGlobal("HTMLCanvasElement", { prototype: { transferControlToOffscreen() {} } });
});
afterEach(() => void vi.unstubAllGlobals());

test("the prepared worker is the next stage's, and only that one's", async () => {
  const { prepareStageWorker, takeStageWorker } = await fresh();
  prepareStageWorker();
  prepareStageWorker();
  expect(FakeWorker.made).toHaveLength(1);
  const [first, second] = [takeStageWorker(), takeStageWorker()];
  expect(first).toBe(FakeWorker.made[0]);
  expect(second).not.toBe(first);
  expect(first.onerror).toBeNull();
});

test("one that could not be loaded is not used: the stage tries again", async () => {
  const { prepareStageWorker, takeStageWorker } = await fresh();
  prepareStageWorker();
  const [lost] = FakeWorker.made;
  lost?.onerror?.();
  expect(takeStageWorker()).not.toBe(lost);
});

test("where the page itself draws there is no worker", async () => {
  vi.stubGlobal("HTMLCanvasElement", { prototype: {} });
  const { prepareStageWorker } = await fresh();
  prepareStageWorker();
  expect(FakeWorker.made).toEqual([]);
});
