import { expect, test } from "vitest";
import type { TileView } from "#protocol/stage-worker.ts";
import { bareTile } from "#stage/bare-tile.ts";
import { StandIns } from "#stage/wall/stand-ins.ts";

const tile = (id: string, sourceId: string | null): TileView => ({ ...bareTile(id), id, sourceId });

test("a tile keeps the picture of the source before, over several that never had one", () => {
  const standIns = new StandIns();
  const drawn = new Set(["a/1"]);
  const has = (id: string): boolean => drawn.has(id);
  standIns.see([], [tile("a", "a/1"), tile("b", "b/1")], has);
  expect(standIns.of("a")).toBeNull();
  standIns.see([tile("a", "a/1")], [tile("a", "a/2")], has);
  expect(standIns.of("a")).toBe("a/1");
  standIns.see([tile("a", "a/2")], [tile("a", "a/3")], has);
  expect(standIns.of("a")).toBe("a/1");
  expect(standIns.tilesOf("a/1")).toEqual(["a"]);
  drawn.add("a/3");
  standIns.see([tile("a", "a/3")], [tile("a", "a/4")], has);
  expect(standIns.of("a")).toBe("a/3");
});

test("none for a tile without a source, and none for one that is gone", () => {
  const standIns = new StandIns();
  const both = [tile("a", "a/1"), tile("b", "b/1")];
  const has = (): boolean => true;
  standIns.see(both, [tile("a", "a/2"), tile("b", "b/2")], has);
  standIns.see([], [tile("a", null)], has);
  expect([standIns.of("a"), standIns.of("b")]).toEqual([null, null]);
});
