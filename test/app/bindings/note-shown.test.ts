import { expect, test } from "vitest";
import { epochMs } from "#actions/epoch.ts";
import { noteShown } from "#app/bindings/note-shown.ts";
import type { OverlayState } from "#domain/player/overlay.ts";
import { addCamera } from "#domain/stage-grid/edit.ts";
import { emptyGrid } from "#domain/first-facts.ts";
import type { SourceFacts } from "#protocol/stage-worker.ts";
import { blankPlayer, createPlayerStore } from "#state/stage/player-store.ts";
import { createStageStore } from "#state/stage/stage-store.ts";
import { createTimelineStore } from "#state/timeline-store.ts";
import { createUnlinkedStore } from "#state/stage/unlinked-store.ts";

const AT_MS = Date.UTC(2026, 4, 4, 12);

/** A paused wall of two cameras; records what its timeline is told about their pictures. */
function heard(
  tiles: readonly { readonly overlay: OverlayState; readonly wallMs: number }[],
  paused: boolean,
  isStepped = false,
) {
  const stage = createStageStore();
  const players = createPlayerStore();
  const timeline = createTimelineStore(AT_MS, epochMs(), "UTC");
  timeline.change((facts) => {
    facts.state = { ...facts.state, mode: "playback", paused, timeMs: AT_MS };
  });
  let grid = emptyGrid;
  const sources = tiles.map(({ overlay, wallMs }, index): SourceFacts => {
    const added = addCamera(grid, { camera: { id: `${index}`, orchidId: "1" } });
    grid = added.grid;
    const { id } = added.cell;
    players.change(({ byTile }) => void (byTile[id] = { ...blankPlayer(id), overlay }));
    return { sourceId: `${id}/1`, wallMs, lastShownAtMs: epochMs() } as SourceFacts;
  });
  stage.change((facts) => {
    facts.grid = grid as typeof facts.grid;
  });
  const times: number[] = [];
  const stores = { stage, players, timeline, unlinked: createUnlinkedStore() };
  const actions = {
    noteShown: (timeMs: number) => times.push(timeMs),
    lastStep: () => (isStepped ? { atMs: epochMs() - 400, fromMs: AT_MS } : null),
    gather: () => times.push(Number.NaN),
  };
  noteShown({ stores, timeline: actions, links: { noteShown: () => undefined } }, sources);
  return times;
}

test.each(["delay", "no_video", "error"] as const)(
  "paused: the old picture of a tile that says '%s' does not outvote the step of another",
  (overlay) => {
    const tiles = [
      { overlay: "play", wallMs: AT_MS + 40 },
      { overlay, wallMs: AT_MS + 60_000 },
    ] as const;
    expect(heard(tiles, true)).toEqual([AT_MS + 40]);
    expect(heard(tiles.slice(1), true)).toEqual([]);
  },
);

test("playing: the tile that is farthest tells", () => {
  const tiles = [
    { overlay: "none", wallMs: AT_MS + 40 },
    { overlay: "none", wallMs: AT_MS + 80 },
  ] as const;
  const [timeMs = 0] = heard(tiles, false);
  expect(Math.abs(timeMs - AT_MS - 80)).toBeLessThan(30);
});

test("a step takes the timeline a picture on, and a tile that has gone over a gap back to it", () => {
  const tiles = [
    { overlay: "play", wallMs: AT_MS + 60_000 },
    { overlay: "play", wallMs: AT_MS + 40 },
  ] as const;
  expect(heard(tiles, true, true)).toEqual([AT_MS + 40, Number.NaN]);
  expect(heard(tiles.slice(0, 1), true, true)).toEqual([AT_MS + 60_000]);
});
