// @vitest-environment jsdom
/** The delays of section 9 that belong to the stage screen: resizes, double-clicks, the wheel, tooltips. */
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { StageRow } from "#chrome/screens/stage/panel/stage-row.tsx";
import { TileGestures } from "#chrome/screens/stage/input/tile-gestures.ts";
import { useStagePointer } from "#chrome/screens/stage/input/use-stage-pointer.ts";
import { useStageSize } from "#chrome/screens/stage/use-stage-size.ts";
import { blankPlayer } from "#state/stage/player-store.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";

beforeEach(
  () => void vi.useFakeTimers({ toFake: ["Date", "performance", "setTimeout", "clearTimeout", "setInterval"] }),
);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));

describe("the stage's size", () => {
  function Area() {
    const area = useRef<HTMLDivElement>(null);
    useStageSize(area);
    return <div ref={area} data-testid="area" />;
  }
  async function sized() {
    const orientation = new EventTarget();
    vi.stubGlobal("screen", { orientation });
    const { stores } = await renderStage([], <Area />);
    const area = screen.getByTestId("area");
    const resize = (width: number): void => {
      area.getBoundingClientRect = () => new DOMRect(0, 0, width, 300);
      fireEvent(window, new Event("resize"));
    };
    const turn = (): void => void orientation.dispatchEvent(new Event("change"));
    return { width: () => stores.stage.get().area.widthCss, resize, turn };
  }

  test("follows 150 ms after the last resize", async () => {
    const { width, resize } = await sized();
    expect(width()).toBe(0);
    resize(400);
    pass(149);
    resize(500);
    pass(149);
    expect(width()).toBe(0);
    pass(1);
    expect(width()).toBe(500);
  });

  test("follows 500 ms after a turn of the screen", async () => {
    const { width, resize, turn } = await sized();
    turn();
    resize(500);
    pass(499);
    expect(width()).toBe(0);
    pass(1);
    expect(width()).toBe(500);
  });
});

describe("two clicks on a tile", () => {
  function Area() {
    const area = useRef<HTMLDivElement>(null);
    useStagePointer(area);
    return <div ref={area} data-testid="area" />;
  }
  const point = { clientX: 400, clientY: 300, pointerId: 1, button: 0, pointerType: "mouse" };
  async function clicked(apartMs: number) {
    const { stores, tileIds } = await renderStage(["1"], <Area />);
    const area = screen.getByTestId("area");
    for (const atMs of [1000, 1000 + apartMs])
      for (const type of ["pointerdown", "pointerup"]) {
        const event = new MouseEvent(type, { ...point, bubbles: true });
        for (const [name, value] of Object.entries({ ...point, timeStamp: atMs }))
          Object.defineProperty(event, name, { value });
        fireEvent(area, event);
      }
    return { enlarged: stores.stage.get().enlargedTileId, tileId: tileIds[0] };
  }

  test("less than 300 ms apart enlarge it", async () => {
    const { enlarged, tileId } = await clicked(299);
    expect(enlarged).toBe(tileId);
  });
  test("300 ms apart are two clicks", async () => expect((await clicked(300)).enlarged).toBeNull());
});

describe("a stage that is pulled out of the list", () => {
  const shown = vi.fn<() => void>();
  function List() {
    const area = useRef<HTMLDivElement>(null);
    const stage = {
      id: "s",
      name: "Gates",
      shared: false,
      shadowName: null,
      shadowShared: null,
      ownerId: "1",
      matrix: [],
    };
    const offers = { edit: true, update: true, share: true, unshare: false, remove: true, mark: "none" } as const;
    const none = (): void => undefined;
    return (
      <>
        <div ref={area} data-testid="area" />
        <ul>
          <StageRow
            {...{ area, offers, onShow: shown, onEdit: none, onUpdate: none, onShare: none }}
            {...{ onExclude: none, onRemove: none, isCurrent: false, isExcluded: false }}
            stage={stage}
          />
        </ul>
      </>
    );
  }
  async function pulled(px: number): Promise<number> {
    shown.mockClear();
    await renderStage([], <List />);
    screen.getByTestId("area").getBoundingClientRect = () => new DOMRect(0, 0, 800, 600);
    const button = screen.getByRole("button", { name: "Show stage Gates" });
    const at = (clientX: number) => ({ clientX, clientY: 100, pointerId: 1, pointerType: "touch" });
    fireEvent.pointerDown(button, at(100));
    fireEvent.pointerMove(window, at(100 + px));
    fireEvent.pointerUp(window, at(100 + px));
    return shown.mock.calls.length;
  }

  /** Pulled far enough, and not released yet. */
  async function pulling() {
    await pulled(0);
    shown.mockClear();
    const button = screen.getByRole("button", { name: "Show stage Gates" });
    const at = (clientX: number) => ({ clientX, clientY: 100, pointerId: 1, pointerType: "mouse", button: 0 });
    fireEvent.pointerDown(button, at(100));
    fireEvent.pointerMove(window, at(300));
    return { button, drop: (x: number) => void fireEvent.pointerUp(window, at(x)) };
  }

  test("is given up when another window comes in front", async () => {
    const { drop } = await pulling();
    fireEvent(window, new Event("blur"));
    drop(300);
    expect(shown).not.toHaveBeenCalled();
  });
  test.each(["Escape", "its row"])("is given up by %s: let go over its row it is not shown either", async (by) => {
    const { button, drop } = await pulling();
    if (by === "Escape") fireEvent.keyDown(window, { key: "Escape" });
    screen.getByTestId("area").getBoundingClientRect = () => new DOMRect(400, 0, 800, 600);
    drop(100);
    fireEvent.click(button, { detail: 1 });
    expect(shown).not.toHaveBeenCalled();
    // The next click, and clicks by keyboard, work as always.
    fireEvent.click(button, { detail: 0 });
    expect(shown).toHaveBeenCalledOnce();
    fireEvent.pointerDown(button, { pointerId: 1, pointerType: "mouse", button: 0, clientX: 100, clientY: 100 });
    drop(100);
    fireEvent.click(button, { detail: 1 });
    expect(shown).toHaveBeenCalledTimes(2);
  });
  test("hangs under the pointer from 60 px on", async () => expect(await pulled(60)).toBe(1));
  test("stays in it before", async () => expect(await pulled(59)).toBe(0));
});

test("a camera that the wheel zooms stops 350 ms after its last notch", async () => {
  const { stores, workspace, tileIds } = await renderStage(["1"], null);
  const [tileId = ""] = tileIds;
  stores.cameras.change(({ byKey }) => {
    for (const camera of Object.values(byKey)) {
      camera.ptz = { pan: true, tilt: true, zoom: true, relativeFov: false, maxPresets: 0 };
      camera.actions = { ...camera.actions, ptz: true };
    }
  });
  stores.players.change(({ byTile }) => void (byTile[tileId] = { ...blankPlayer(tileId), ptz: true }));
  const orders: string[] = [];
  const ptz = {
    ...workspace.ptz,
    drive: (_: unknown, move: { readonly zoom: number }) => orders.push(`zoom ${move.zoom}`),
    stop: () => orders.push("stop"),
  };
  const gestures = new TileGestures({ ...workspace, ptz, stores });
  const notch = (): unknown => gestures.wheel(tileId, 1, { x: 10, y: 10 }, { width: 320, height: 180 });
  notch();
  pass(349);
  notch();
  pass(349);
  expect(orders).toEqual(["zoom 0.625", "zoom 0.625"]);
  pass(1);
  expect(orders).toEqual(["zoom 0.625", "zoom 0.625", "stop"]);
});

test("two cameras that the wheel zooms one after the other both stop", async () => {
  const { stores, workspace, tileIds } = await renderStage(["1", "2"], null);
  stores.cameras.change(({ byKey }) => {
    for (const camera of Object.values(byKey)) {
      camera.ptz = { pan: true, tilt: true, zoom: true, relativeFov: false, maxPresets: 0 };
      camera.actions = { ...camera.actions, ptz: true };
    }
  });
  stores.players.change(({ byTile }) => {
    for (const id of tileIds) byTile[id] = { ...blankPlayer(id), ptz: true };
  });
  const stopped: string[] = [];
  const ptz = { ...workspace.ptz, drive: () => undefined, stop: ({ id }: { readonly id: string }) => stopped.push(id) };
  const gestures = new TileGestures({ ...workspace, ptz, stores });
  for (const id of tileIds) gestures.wheel(id, 1, { x: 10, y: 10 }, { width: 320, height: 180 });
  pass(350);
  expect(stopped).toEqual(["1", "2"]);
});

test("a button's tooltip comes when the pointer has rested on it for a second", () => {
  render(
    <IconButton label="Full screen">
      <i />
    </IconButton>,
  );
  const button = screen.getByRole("button");
  fireEvent.pointerMove(document.body, { pointerType: "mouse" });
  fireEvent.pointerOver(button, { pointerType: "mouse" });
  fireEvent.pointerEnter(button, { pointerType: "mouse" });
  pass(999);
  expect(screen.queryByRole("tooltip")).toBeNull();
  pass(1);
  expect(screen.getByRole("tooltip").textContent).toBe("Full screen");
});
