// @vitest-environment jsdom
/** A small window by finger: tap opens, swipe goes on, rest opens the menu; nothing is rearranged. */
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useStagePointer } from "#chrome/screens/stage/input/use-stage-pointer.ts";
import { columnRects } from "#domain/stage-grid/form.ts";
import { blankPlayer } from "#state/stage/player-store.ts";
import { fillingTileId, type TileRect, tileRects } from "#state/stage/stage-geometry.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

function Area() {
  const area = useRef<HTMLDivElement>(null);
  useStagePointer(area);
  return <div ref={area} data-testid="area" />;
}

let atMs = 0;
/** jsdom does not implement pointer events. */
function finger(type: string, x: number, y: number, pointerId = 1): void {
  const event = new MouseEvent(type, { bubbles: true, clientX: x, clientY: y, button: 0 });
  const more = { pointerId, pointerType: "touch", isPrimary: pointerId === 1, timeStamp: (atMs += 40) };
  for (const [name, value] of Object.entries(more)) Object.defineProperty(event, name, { value });
  const element = screen.getByTestId("area");
  element.setPointerCapture = () => undefined;
  fireEvent(element, event);
}
const tap = (x: number, y: number): void => {
  finger("pointerdown", x, y);
  finger("pointerup", x, y);
};
const swipe = (from: [number, number], ...way: [number, number][]): void => {
  finger("pointerdown", ...from);
  for (const to of way) finger("pointermove", ...to);
  finger("pointerup", ...(way.at(-1) ?? from));
};

async function phone(form: "column" | "one" | "wall" = "column") {
  const rendered = await renderStage(["1", "2", "3"], null);
  const { stores, show } = rendered;
  const area = form === "one" ? { widthCss: 844, heightCss: 390 } : { widthCss: 390, heightCss: 560 };
  act(() =>
    stores.stage.change((facts) => {
      facts.form = form;
      facts.area = { ...area, devicePixelRatio: 1 };
    }),
  );
  for (const id of rendered.tileIds) stores.players.change(({ byTile }) => void (byTile[id] = blankPlayer(id)));
  show(<Area />);
  const order = columnRects(stores.stage.get().grid, 390).map(({ cell }) => cell.id);
  const grid = stores.stage.get().grid;
  return { ...rendered, order, grid, large: () => fillingTileId(stores.stage.get()) };
}

test("a tap on the second picture of the column opens it; a swipe goes on, at the end it stays, downwards it goes back", async () => {
  const { order, large, stores, grid } = await phone();
  tap(200, 300);
  expect(large()).toBe(order[1]);
  swipe([300, 300], [200, 300], [100, 305]);
  expect(large()).toBe(order[2]);
  swipe([300, 300], [200, 300], [100, 300]);
  expect(large()).toBe(order[2]);
  expect(stores.stage.get().swipePx).toBe(0);
  swipe([100, 300], [200, 300], [300, 300]);
  expect(large()).toBe(order[1]);
  swipe([200, 100], [205, 200], [205, 300]);
  expect(large()).toBeNull();
  expect(stores.stage.get().grid).toBe(grid);
});

test("the picture follows the finger, and with a quarter of its way where nothing comes", async () => {
  const { stores } = await phone();
  tap(200, 100);
  finger("pointerdown", 300, 300);
  finger("pointermove", 240, 300);
  expect(stores.stage.get().swipePx).toBe(-60);
  finger("pointermove", 340, 300);
  expect(stores.stage.get().swipePx).toBe(10);
  finger("pointercancel", 340, 300);
  expect(stores.stage.get().swipePx).toBe(0);
});

test("a finger that draws a tile of the column aside moves nothing; one that rests opens its menu", async () => {
  const { stores, order, large, grid } = await phone();
  swipe([300, 100], [200, 100], [100, 100]);
  expect([large(), stores.stage.get().drag]).toEqual([null, null]);
  expect(stores.stage.get().grid).toBe(grid);
  finger("pointerdown", 200, 100);
  act(() => void vi.advanceTimersByTime(600));
  expect(stores.stage.get().menu?.tileId).toBe(order[0]);
});

test("two taps on a large picture magnify it about the point, two more show it whole", async () => {
  const { stores, order } = await phone();
  const zoom = () => stores.players.get().byTile[order[0] ?? ""]?.zoom;
  tap(200, 100);
  tap(390, 560);
  tap(390, 560);
  expect(zoom()).toMatchObject({ scale: 2.5, centerX: 0.8, centerY: 0.8 });
  // A magnified picture is drawn along instead of giving way.
  swipe([100, 300], [178, 300]);
  expect(zoom()?.centerX).toBeCloseTo(0.72);
  tap(200, 300);
  tap(200, 300);
  expect(zoom()?.scale).toBe(1);
});

test("one camera at a time: the first touch brings the controls, the next takes them away; a swipe opens nothing", async () => {
  const { stores, order, large } = await phone("one");
  expect(large()).toBe(order[0]);
  tap(400, 200);
  expect(stores.stage.get().controlsShown).toBe(true);
  act(() => void vi.advanceTimersByTime(1_000));
  atMs += 1_000;
  tap(400, 200);
  expect(stores.stage.get().controlsShown).toBe(false);
  swipe([600, 200], [400, 200], [200, 200]);
  expect(large()).toBe(order[1]);
  // Turned upright again, the column is shown as it was.
  act(() => stores.stage.change((facts) => void (facts.form = "column")));
  expect(large()).toBeNull();
  expect(stores.stage.get().nearTileId).toBe(order[1]);
});

test("on the wall a finger that has rested on a tile pulls it out of its menu", async () => {
  const { stores, order } = await phone("wall");
  const [{ rect }] = tileRects(stores.stage.get()) as [TileRect];
  const [x, y] = [rect.x + rect.width / 3, rect.y + rect.height / 3];
  finger("pointerdown", x, y);
  act(() => void vi.advanceTimersByTime(600));
  const tileId = stores.stage.get().menu?.tileId;
  expect(order).toContain(tileId);
  finger("pointermove", x + 5, y);
  expect(stores.stage.get().menu).not.toBeNull();
  finger("pointermove", x + 60, y);
  finger("pointermove", x + 70, y);
  expect(stores.stage.get()).toMatchObject({ menu: null, drag: { kind: "move", tileId } });
  finger("pointerup", x + 70, y);
  expect(stores.stage.get().drag).toBeNull();
});
