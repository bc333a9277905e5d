// @vitest-environment jsdom
/** A gamepad controls one window: several windows of one person on the screen read the same stick. */
import { act, cleanup } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PtzActions } from "#actions/cameras/ptz-actions.ts";
import { useGamepad } from "#chrome/screens/stage/ptz/use-gamepad.ts";
import { blankPlayer } from "#state/stage/player-store.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";

let isInFront = true;
beforeEach(() => {
  isInFront = true;
  vi.useFakeTimers({ toFake: ["requestAnimationFrame", "cancelAnimationFrame", "performance"] });
  vi.spyOn(document, "hasFocus").mockImplementation(() => isInFront);
});
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(navigator, "getGamepads");
  Reflect.deleteProperty(document, "elementFromPoint");
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function Area() {
  const area = useRef<HTMLDivElement>(null);
  useGamepad(area);
  return <div ref={area} data-testid="area" />;
}
const frames = (): void => act(() => void vi.advanceTimersByTime(50));

interface Pad {
  readonly id?: string;
  readonly index?: number;
  readonly mapping?: string;
  readonly axes: readonly number[];
  /** the buttons that are held down */
  readonly down?: readonly number[];
}
/** The browser reads these gamepads from now on. */
function plug(pads: () => readonly Pad[]): void {
  const getGamepads = () =>
    pads().map(({ id = "pad", index = 0, mapping = "standard", axes, down = [] }) => ({
      ...{ id, index, mapping, axes, connected: true },
      buttons: Array.from({ length: 17 }, (_, at) => ({ value: down.includes(at) ? 1 : 0 })),
    }));
  Object.defineProperty(navigator, "getGamepads", { configurable: true, value: getGamepads });
}

/** A camera under the cursor is steered; `push` is how far the left stick is pushed to the right. */
async function steering(push: { x: number }, pads = (): readonly Pad[] => [{ axes: [push.x, 0, 0, 0] }]) {
  const { stores, workspace, tileIds, show } = await renderStage(["1"], null);
  const [tileId = ""] = tileIds;
  stores.cameras.change(({ byKey }) => {
    for (const camera of Object.values(byKey)) {
      camera.ptz = { pan: true, tilt: true, zoom: true, relativeFov: false, maxPresets: 0 };
      camera.actions = { ...camera.actions, ptz: true };
    }
  });
  stores.players.change(({ byTile }) => void (byTile[tileId] = { ...blankPlayer(tileId), ptz: true }));
  const tile = document.createElement("button");
  tile.dataset.tileId = tileId;
  Object.defineProperty(document, "elementFromPoint", { configurable: true, value: () => tile });
  plug(pads);
  const moves: string[] = [];
  const holds: string[] = [];
  // Every frame could send a command: a command equal to the one before is not sent.
  const move = (what: string): void => void (moves.at(-1) === what || moves.push(what));
  const hold = (): (() => void) => {
    holds.push("held");
    return () => void holds.push("let go");
  };
  const record: Pick<PtzActions, "drive" | "stop"> = {
    drive: ({ id }, { pan }) => move(`${id}: ${pan}`),
    stop: ({ id }) => move(`${id}: stop`),
  };
  Object.assign(workspace.ptz, record);
  Object.assign(workspace.savedStages, { hold });
  show(<Area />);
  frames();
  return { moves, holds, tile };
}

test("it rests while another window is in front, its camera stops, and goes on when this one is again", async () => {
  const { moves } = await steering({ x: 1 });
  expect(moves).toEqual(["1: 1"]);
  isInFront = false;
  frames();
  expect(moves).toEqual(["1: 1", "1: stop"]);
  isInFront = true;
  act(() => void window.dispatchEvent(new Event("focus")));
  frames();
  expect(moves).toEqual(["1: 1", "1: stop", "1: 1"]);
});

test("the cycle of stages waits only while the stick is pushed", async () => {
  const push = { x: 1 };
  const { holds } = await steering(push);
  expect(holds).toEqual(["held"]);
  push.x = 0;
  frames();
  expect(holds).toEqual(["held", "let go"]);
});

test("a stick that rests leaves the camera under its cursor to pointer and keys; let go, it stops what it moved", async () => {
  const push = { x: 0 };
  const { moves } = await steering(push);
  expect(moves).toEqual([]);
  push.x = 1;
  frames();
  push.x = 0;
  frames();
  expect(moves).toEqual(["1: 1", "1: stop"]);
});

test("where a host or a proxy forbids the page its gamepads, the stage goes on without", async () => {
  const getGamepads = (): never => {
    throw new DOMException('Access to the feature "gamepad" is disallowed by permissions policy.', "SecurityError");
  };
  Object.defineProperty(navigator, "getGamepads", { configurable: true, value: getGamepads });
  const { findByTestId } = await renderStage(["1"], <Area />);
  expect(await findByTestId("area")).toBeDefined();
});

test("a gamepad that is unplugged lets go of what its button holds, and stops the camera that its stick moves", async () => {
  const pads: Pad[] = [{ axes: [1, 0, 0, 0] }];
  const { moves, tile } = await steering({ x: 0 }, () => pads);
  const pointer: string[] = [];
  for (const type of ["pointerdown", "pointerup", "pointercancel"])
    tile.addEventListener(type, () => pointer.push(type));
  pads[0] = { axes: [1, 0, 0, 0], down: [0] };
  frames();
  expect([moves, pointer]).toEqual([["1: 1"], ["pointerdown"]]);
  pads.pop();
  frames();
  expect([moves, pointer]).toEqual([
    ["1: 1", "1: stop"],
    ["pointerdown", "pointercancel"],
  ]);
});

test("of several the one that is used counts, also where another one was plugged in before it", async () => {
  const resting: Pad = { id: "receiver", axes: [0, 0, 0, 0] };
  const pads = [resting, { id: "stick", index: 1, axes: [1, 0, 0, 0] }];
  const { moves } = await steering({ x: 0 }, () => pads);
  expect(moves).toEqual(["1: 1"]);
  pads.pop();
  frames();
  expect(moves).toEqual(["1: 1", "1: stop"]);
});

test("an axis of an unknown device that never rests, as a trigger's, moves nothing; one that was at rest does", async () => {
  const axes = [-1, 0, 0, 0];
  const { moves } = await steering({ x: 0 }, () => [{ mapping: "", axes }]);
  expect(moves).toEqual([]);
  axes[0] = 0;
  frames();
  axes[0] = 0.5;
  frames();
  expect(moves).toEqual(["1: 0.5"]);
});
