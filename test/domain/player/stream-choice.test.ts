import { describe, expect, test } from "vitest";
import {
  type ChoiceStream,
  type ChoiceTile,
  chooseStreams,
  costOf,
  savingTiles,
  streamForTile,
} from "#domain/player/stream-choice.ts";

const stream = (id: string, widthPx: number, heightPx: number, frameCostPx?: number): ChoiceStream => ({
  id,
  widthPx,
  heightPx,
  framesPerSecond: 15,
  frameCostPx,
});
const tile = (id: string, widthPx: number, change: Partial<ChoiceTile> = {}): ChoiceTile => ({
  id,
  widthPx,
  heightPx: (widthPx * 9) / 16,
  focused: false,
  visible: true,
  streams: [stream("main", 1920, 1080), stream("small", 640, 360)],
  current: null,
  ...change,
});

describe("streams by what they were measured to cost", () => {
  const main = (cost?: number): ChoiceStream => stream("main", 1920, 1080, cost);
  const middle = (cost?: number): ChoiceStream => stream("middle", 1280, 720, cost);
  test.each<[what: string, streams: readonly ChoiceStream[], current: string | null, expected: string]>([
    ["nothing measured: the smallest that fits", [main(), middle()], null, "middle"],
    ["a large one that is cheaper: a codec that this machine decodes well", [main(1e6), middle(5e6)], null, "main"],
    ["a little cheaper is not worth a change", [main(1e6), middle(1.2e6)], "middle", "middle"],
    ["much cheaper is", [main(1e6), middle(2e6)], "middle", "main"],
    ["only the shown one was measured, dear: the other by its size", [main(), middle(5e6)], "middle", "main"],
  ])("%s", (_, streams, current, expected) => {
    expect(streamForTile(tile("t", 1000, { streams, current }))?.id).toBe(expected);
  });
  test("the budget counts what was measured, not what the size promises", () => {
    const streams = [stream("main", 1920, 1080, 8e6), stream("small", 640, 360, 1e5)];
    const tiles = [tile("a", 1900, { streams, focused: true }), tile("b", 1900, { streams })];
    const budget = 2 * costOf(stream("main", 1920, 1080));
    expect(Object.fromEntries(chooseStreams(tiles, budget))).toEqual({ a: "small", b: "small" });
    expect(Object.fromEntries(chooseStreams(tiles, 8e6 * 15 + 1e5 * 15))).toEqual({ a: "main", b: "small" });
  });
});

describe("key pictures alone", () => {
  const streams = [stream("only", 640, 360)];
  const all = costOf(stream("only", 640, 360));
  const tiles = [
    tile("focused", 300, { streams, focused: true }),
    tile("large", 600, { streams }),
    tile("small", 300, { streams }),
    tile("heard", 300, { streams, isWhole: true }),
    tile("away", 300, { streams, visible: false }),
  ];
  const savers = (budget: number, of: readonly ChoiceTile[] = tiles): readonly string[] => [
    ...savingTiles(of, chooseStreams(of, budget), budget),
  ];
  test("within the budget nobody saves; tiles out of sight cost nothing", () => {
    expect(savers(4 * all)).toEqual([]);
  });
  test("the smallest first; never the focused one, one that is heard, or a recording", () => {
    expect(savers(4 * all - 1)).toEqual(["small"]);
    expect(savers(0)).toEqual(["small", "large"]);
  });
  test("one that saves shows all again only when there is room to spare", () => {
    const saving = tiles.map((each) => (each.id === "small" ? { ...each, saving: true } : each));
    expect(savers(4 * all * 1.1, saving)).toEqual(["small"]);
    expect(savers(4 * all * 1.2, saving)).toEqual([]);
  });
  test("pictures that the recorder makes small cost what they are then", () => {
    const low = tiles.map((each) => ({ ...each, mostPx: (640 * 360) / 4 }));
    expect(savers(all, low)).toEqual([]);
    expect(savers(all - 1, low)).toEqual(["small"]);
  });
});
