import { expect, test } from "vitest";
import { createStageStore, type StageFacts } from "#state/stage/stage-store.ts";
import { movedTiles, RectMotion } from "#app/bindings/stage/rect-motion.ts";

const at = (x: number) => [{ tileId: "a", rect: { x, y: 0, width: 10, height: 10 } }];

test("a tile glides to its new place for 200 ms, and then stands", () => {
  const motion = new RectMotion();
  motion.set(at(0), 0, false);
  motion.set(at(100), 1_000, true);
  expect(motion.at(1_000).get("a")?.x).toBe(0);
  const half = motion.at(1_100).get("a")?.x ?? 0;
  expect(half).toBeGreaterThan(0);
  expect(half).toBeLessThan(100);
  expect(motion.at(1_199).size).toBe(1);
  expect(motion.at(1_200).size).toBe(0);
});

test("without gliding, as for reduced motion and a window that changes its size, it stands at once", () => {
  const motion = new RectMotion();
  motion.set(at(0), 0, false);
  motion.set(at(100), 1_000, false);
  expect(motion.at(1_001).size).toBe(0);
});

const facts = createStageStore().get();
const column: StageFacts = { ...facts, form: "column" };
test.each<[string, Partial<StageFacts>, Partial<StageFacts>, boolean | null]>([
  ["a change of the arrangement glides", {}, { grid: { ...facts.grid } }, true],
  ["what has nothing to do with places does not move", {}, { hoveredTileId: "a" }, null],
  ["another size of the window is followed at once", {}, { area: { ...facts.area } }, false],
  ["so is the scroll of the column", {}, { scrollPx: 10 }, false],
  ["and a finger", { swipePx: -10 }, { swipePx: -20 }, false],
  ["which lets the picture glide back", { swipePx: -20 }, { swipePx: 0 }, true],
])("%s", (_name, before, after, moved) => {
  expect(movedTiles({ ...column, ...before, ...after }, { ...column, ...before })).toBe(moved);
});
