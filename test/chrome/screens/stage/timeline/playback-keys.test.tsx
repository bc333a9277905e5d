// @vitest-environment jsdom
/**
 * Which playback the keys control: that of an unlinked player which is shown alone or has the focus, otherwise the
 * stage's.
 */
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { TileMirror } from "#chrome/screens/stage/tile/tile-mirror.tsx";
import { TileToolbar } from "#chrome/screens/stage/toolbar/tile-toolbar.tsx";
import { StageControlBar } from "#chrome/screens/stage/timeline/control-bar.tsx";
import { UnlinkedBars } from "#chrome/screens/stage/unlinked/unlinked-bars.tsx";
import { need } from "#base/assert.ts";
import { tileRects } from "#state/stage/stage-geometry.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";

afterEach(cleanup);

function Bar() {
  return <StageControlBar frame={useRef(null)} />;
}

/** Two cameras; the player of the first one is unlinked. */
async function stage() {
  const { stores, workspace, tileIds, show } = await renderStage(["1", "2"], null);
  const [own = ""] = tileIds;
  const facts = stores.stage.get();
  const tiles = tileRects(facts);
  act(() => {
    workspace.links.toggle(own);
    workspace.stage.focus(own);
  });
  show(
    <>
      <TileMirror tiles={tiles} enlarged={null} grid={facts.grid} />
      <UnlinkedBars tiles={tiles} />
      <TileToolbar tiles={tiles} />
      <Bar />
    </>,
  );
  await act(() => vi.dynamicImportSettled());
  const states = () => ({
    own: need(stores.unlinked.get().byTile[own], "an unlinked player").state,
    stage: stores.timeline.get().state,
  });
  return { workspace, own, states };
}

const tile = (camera: string) => screen.getByRole("button", { name: new RegExp(`^Camera ${camera}, `) });
const ownStrip = () => screen.getByRole("slider", { name: "Timeline of Camera 1" });
const ownMenu = () => screen.getByRole("button", { name: "Actions for Camera 1" });
const stageStrip = () => screen.getByRole("slider", { name: "Timeline" });
const page = () => document.body;

test.each([
  ["on the page", page, "grid", "stage"],
  ["on the unlinked tile", () => tile("1"), "grid", "own"],
  ["in its toolbar", ownMenu, "grid", "own"],
  ["in its own timeline", ownStrip, "grid", "own"],
  ["on a linked tile", () => tile("2"), "grid", "stage"],
  ["on the page, the unlinked player in full screen", page, "full", "own"],
  ["on the page, the unlinked player enlarged", page, "enlarged", "own"],
  ["on a tile behind the enlarged unlinked player", () => tile("2"), "enlarged", "own"],
  ["in the stage's timeline under an unlinked player in full screen", stageStrip, "full", "stage"],
] as const)("a key %s", async (_, target, shown, whose) => {
  const { workspace, own, states } = await stage();
  if (shown === "full") act(() => workspace.stage.setFull(own));
  if (shown === "enlarged") act(() => workspace.stage.setEnlarged(own));
  fireEvent.keyDown(target(), { key: "k" });
  expect({ own: states().own.paused, stage: states().stage.paused }).toEqual({
    own: whose === "own",
    stage: whose === "stage",
  });
});

test.each([
  [" ", { mode: "playback", paused: true, speed: 1 }],
  ["j", { mode: "playback", paused: false, speed: -1 }],
  ["l", { mode: "live", paused: false, speed: 1 }],
  [",", { mode: "playback", paused: true, speed: 1 }],
  [".", { mode: "playback", paused: true, speed: 1 }],
])("%j on a live unlinked player in full screen is its own", async (key, expected) => {
  const { workspace, own, states } = await stage();
  act(() => workspace.stage.setFull(own));
  fireEvent.keyDown(document.body, { key });
  expect(states().own).toMatchObject(expected);
  expect(states().stage).toMatchObject({ mode: "live", paused: false, speed: 1 });
});

test("Shift with J and L goes 10 s back and forward, of the same playback; with Caps Lock alone they are nothing", async () => {
  const { workspace, own, states } = await stage();
  fireEvent.keyDown(document.body, { key: "J", shiftKey: true });
  const { timeMs, mode } = states().stage;
  expect(mode).toBe("playback");
  expect(workspace.timeline.nowMs() - timeMs).toBeGreaterThan(9_000);
  fireEvent.keyDown(document.body, { key: "J" });
  expect(states().stage.timeMs).toBe(timeMs);
  fireEvent.keyDown(document.body, { key: "L", shiftKey: true });
  expect(states().stage.mode).toBe("live");
  expect(states().own.mode).toBe("live");
  act(() => workspace.stage.setFull(own));
  fireEvent.keyDown(document.body, { key: "J", shiftKey: true });
  expect(states().own.mode).toBe("playback");
  expect(states().stage.mode).toBe("live");
});
