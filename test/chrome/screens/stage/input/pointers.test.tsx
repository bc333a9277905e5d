// @vitest-environment jsdom
/** Several pointers at once, and a part of the stage that is removed under a pressed pointer. */
import { act, cleanup, fireEvent } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { PtzActions } from "#actions/cameras/ptz-actions.ts";
import { usePanelDrag } from "#chrome/screens/stage/input/use-panel-drag.ts";
import { useStagePointer } from "#chrome/screens/stage/input/use-stage-pointer.ts";
import { blankPlayer } from "#state/stage/player-store.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";
import { point } from "./pointed.ts";

afterEach(cleanup);

function StageArea() {
  const area = useRef<HTMLDivElement>(null);
  useStagePointer(area);
  return <div ref={area} data-testid="area" />;
}

/** One tile whose camera is steered; records the commands to the camera. */
async function steering() {
  const { stores, workspace, tileIds, show } = await renderStage(["1"], null);
  const [tileId = ""] = tileIds;
  stores.cameras.change(({ byKey }) => {
    for (const camera of Object.values(byKey)) {
      camera.ptz = { pan: true, tilt: true, zoom: true, relativeFov: false, maxPresets: 0 };
      camera.actions = { ...camera.actions, ptz: true };
    }
  });
  stores.players.change(({ byTile }) => void (byTile[tileId] = { ...blankPlayer(tileId), ptz: true }));
  const orders: string[] = [];
  const record: Pick<PtzActions, "drive" | "stop"> = {
    drive: () => void orders.push("drive"),
    stop: () => void orders.push("stop"),
  };
  Object.assign(workspace.ptz, record);
  show(<StageArea />);
  return orders;
}

test.each(["pointerup", "pointercancel"])("another pointer's %s does not end what is dragged", async (end) => {
  const orders = await steering();
  point("pointerdown", 1, 400);
  point("pointermove", 1, 440);
  point(end, 2, 100);
  point("pointermove", 1, 460);
  expect(orders).toEqual(["drive", "drive"]);
  point("pointerup", 1, 460);
  expect(orders).toEqual(["drive", "drive", "stop"]);
});

function PanelCamera() {
  const area = useRef<HTMLDivElement>(null);
  const drag = usePanelDrag(area);
  return <div ref={area} data-testid="area" onPointerDown={(event) => drag(event, ["1/1"])} />;
}

test("a camera that is dragged out of the panel is dropped by its own pointer only", async () => {
  const { stores, show } = await renderStage([], null);
  show(<PanelCamera />);
  point("pointerdown", 1, 400);
  point("pointermove", 1, 460);
  point("pointercancel", 2, 100);
  expect(stores.stage.get().drag).toMatchObject({ kind: "add", cameras: ["1/1"] });
  point("pointercancel", 1, 460);
  expect(stores.stage.get().drag).toBeNull();
});

test("a second pointer that goes down ends the first one's drag", async () => {
  const orders = await steering();
  point("pointerdown", 1, 400);
  point("pointermove", 1, 440);
  point("pointerdown", 2, 100);
  expect(orders).toEqual(["drive", "stop"]);
  point("pointerup", 1, 440);
  expect(orders).toHaveLength(2);
});

test("a flick out of the stage that is let go elsewhere leaves nothing hanging under the pointer", async () => {
  const { stores, show, tileIds } = await renderStage(["1"], null);
  show(<StageArea />);
  point("pointerdown", 1, 400);
  point("pointerup", 1, 900, document.body);
  point("pointermove", 1, 300);
  expect(stores.stage.get()).toMatchObject({ drag: null, enlargedTileId: null, hoveredTileId: tileIds[0] });
});

test("nor does a camera turn that was pressed before the flick", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const orders = await steering();
    point("pointerdown", 1, 400);
    point("pointerup", 1, 900, document.body);
    vi.advanceTimersByTime(5_000);
    expect(orders).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

test("a finger that was never seen to go up makes no pinch of the next one", async () => {
  const { stores, show } = await renderStage(["1"], null);
  show(<StageArea />);
  const finger = { pointerType: "touch", isPrimary: true };
  point("pointerdown", 1, 300, undefined, finger);
  point("pointerdown", 2, 400, undefined, finger);
  point("pointermove", 2, 460, undefined, finger);
  expect(stores.stage.get().drag?.kind).toBe("move");
});

test("a finger that opened a tile's menu by resting chooses nothing by lifting off over it, the next one does", async () => {
  const { stores, show } = await renderStage(["1"], null);
  show(<StageArea />);
  vi.useFakeTimers();
  const chosen = vi.fn();
  const item = document.body.appendChild(document.createElement("button"));
  item.addEventListener("click", chosen);
  try {
    point("pointerdown", 1, 400, undefined, { pointerType: "touch", isPrimary: true });
    act(() => void vi.advanceTimersByTime(600));
    expect(stores.stage.get().menu).not.toBeNull();
    point("pointerup", 1, 400, undefined, { pointerType: "touch", isPrimary: true });
    item.click();
    expect(chosen).not.toHaveBeenCalled();
    point("pointerdown", 2, 400, item, { pointerType: "touch", isPrimary: true });
    item.click();
    expect(chosen).toHaveBeenCalledOnce();
  } finally {
    item.remove();
    vi.useRealTimers();
  }
});

test("a finger that opened a tile's menu by resting and lifts off without a click leaves the next one its click", async () => {
  const { show } = await renderStage(["1"], null);
  show(<StageArea />);
  vi.useFakeTimers();
  const chosen = vi.fn();
  const item = document.body.appendChild(document.createElement("button"));
  item.addEventListener("click", chosen);
  try {
    point("pointerdown", 1, 400, undefined, { pointerType: "touch", isPrimary: true });
    act(() => void vi.advanceTimersByTime(600));
    point("pointerup", 1, 400, undefined, { pointerType: "touch", isPrimary: true });
    point("pointerdown", 2, 400, item, { pointerType: "touch", isPrimary: true });
    item.click();
    expect(chosen).toHaveBeenCalledOnce();
  } finally {
    item.remove();
    vi.useRealTimers();
  }
});

test("a stage that goes away while a finger rests on it takes no click from what comes after it", async () => {
  const { show, unmount } = await renderStage(["1"], null);
  show(<StageArea />);
  vi.useFakeTimers();
  const chosen = vi.fn();
  const item = document.body.appendChild(document.createElement("button"));
  item.addEventListener("click", chosen);
  try {
    point("pointerdown", 1, 400, undefined, { pointerType: "touch", isPrimary: true });
    act(() => void vi.advanceTimersByTime(600));
    unmount();
    item.click();
    expect(chosen).toHaveBeenCalledOnce();
  } finally {
    item.remove();
    vi.useRealTimers();
  }
});

test("Escape ends a full screen that the browser has refused, wherever the keyboard is", async () => {
  const { stores, workspace, show, tileIds } = await renderStage(["1"], null);
  show(<StageArea />);
  act(() => workspace.stage.setFull(tileIds[0] ?? ""));
  fireEvent.keyDown(document.body, { key: "Escape" });
  expect(stores.stage.get().fullTileId).toBeNull();
});

test("the cycle of stages waits while a pointer is down", async () => {
  const { workspace, show, unmount } = await renderStage(["1"], null);
  const held: string[] = [];
  const hold = (): (() => void) => {
    held.push("held");
    return () => void held.push("let go");
  };
  Object.assign(workspace.savedStages, { hold });
  show(<StageArea />);
  point("pointerdown", 1, 400);
  expect(held).toEqual(["held"]);
  point("pointerup", 1, 400);
  expect(held).toEqual(["held", "let go"]);
  point("pointerdown", 1, 400);
  act(() => unmount());
  expect(held).toEqual(["held", "let go", "held", "let go"]);
});

test.each(["pointerup", "pointercancel", "unmount"])(
  "the cycle of stages waits while two fingers zoom a tile, until %s",
  async (end) => {
    const { workspace, show, unmount } = await renderStage(["1"], null);
    let held = 0;
    Object.assign(workspace.savedStages, {
      hold: () => {
        held += 1;
        return () => void (held -= 1);
      },
    });
    show(<StageArea />);
    const finger = (type: string, id: number, x: number): void =>
      point(type, id, x, undefined, { pointerType: "touch", isPrimary: id === 1 });
    finger("pointerdown", 1, 380);
    finger("pointerdown", 2, 420);
    finger("pointermove", 2, 460);
    expect(held).toBe(1);
    if (end === "unmount") act(() => unmount());
    else finger(end, 2, 460);
    expect(held).toBe(0);
  },
);

function Panel() {
  const area = useRef<HTMLDivElement>(null);
  const start = usePanelDrag(area);
  return (
    <div ref={area}>
      <button type="button" data-testid="area" onPointerDown={(event) => start(event, ["1/1"])}>
        Camera 1
      </button>
    </div>
  );
}

test("a camera that is pulled out of the panel is given up with its window, but not for another pointer", async () => {
  const { stores } = await renderStage(["1"], <Panel />);
  const drag = (): string | undefined => stores.stage.get().drag?.kind;
  point("pointerdown", 1, 100);
  point("pointermove", 1, 200);
  point("pointercancel", 2, 100);
  expect(drag()).toBe("add");
  fireEvent.blur(window);
  expect(drag()).toBeUndefined();
  point("pointerup", 1, 200);
  expect(stores.stage.get().grid.cells).toHaveLength(1);
});
