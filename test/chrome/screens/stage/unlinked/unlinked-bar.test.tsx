// @vitest-environment jsdom
/** The strip of an unlinked player: how far back it reaches, and how finely pointer and keys seek in it. */
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { UnlinkedBars } from "#chrome/screens/stage/unlinked/unlinked-bars.tsx";
import { renderStage } from "#test/chrome/support/render-stage.tsx";

const NOW = Date.UTC(2026, 10, 21, 14, 5, 20);
const toFake = ["Date", "performance", "setTimeout", "clearTimeout", "setInterval", "clearInterval"] as const;
beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: [...toFake] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function strip() {
  const first = await renderStage(["1"], null);
  const [tileId = ""] = first.tileIds;
  first.unmount();
  const rect = { x: 0, y: 0, width: 400, height: 300 };
  const { stores, workspace } = await renderStage(["1"], <UnlinkedBars tiles={[{ tileId, rect }]} />);
  act(() => workspace.links.toggle(tileId));
  await act(() => vi.dynamicImportSettled());
  const slider = screen.getByRole<HTMLInputElement>("slider");
  const state = () => stores.unlinked.get().byTile[tileId]?.state;
  const timeMs = (): number => state()?.timeMs ?? 0;
  const width = (): number => Number.parseFloat(slider.closest<HTMLElement>("[data-unlinked]")?.style.width ?? "");
  const enlarge = (isEnlarged: boolean) => act(() => workspace.stage.setEnlarged(isEnlarged ? tileId : null));
  return {
    slider,
    state,
    timeMs,
    width,
    enlarge,
    seek: (ms: number) => fireEvent.change(slider, { target: { value: String(ms) } }),
  };
}

test("a seek to its left end continues from there", async () => {
  const { slider, seek, timeMs } = await strip();
  for (let times = 0; times < 5; times += 1) {
    const min = Number(slider.min);
    seek(min);
    expect(timeMs()).toBe(min);
    expect(Number(slider.min)).toBeLessThan(min);
  }
  expect(NOW - timeMs()).toBeGreaterThanOrEqual(60 * 60_000);
});

test("under a pointer that drags it stands still, and moves on when it is let go", async () => {
  const { slider, seek } = await strip();
  const min = Number(slider.min);
  fireEvent.pointerDown(slider);
  seek(min);
  expect(Number(slider.min)).toBe(min);
  fireEvent.pointerUp(window);
  expect(Number(slider.min)).toBeLessThan(min);
});

test("the pointer seeks finely, an arrow key 10 s", async () => {
  const { slider, seek, timeMs } = await strip();
  const at = Number(slider.min) + 600_700;
  seek(at);
  expect(timeMs()).toBe(at);
  fireEvent.keyDown(slider, { key: "ArrowLeft" });
  expect(timeMs()).toBe(at - 10_000);
  fireEvent.keyDown(slider, { key: "ArrowUp" });
  fireEvent.keyDown(slider, { key: "ArrowRight" });
  expect(timeMs()).toBe(at + 10_000);
});

test("its keys are those of the stage's timeline: Shift goes further, pages half of what is shown, End to live", async () => {
  const { slider, seek, timeMs, state } = await strip();
  const at = Number(slider.min) + 600_000;
  seek(at);
  fireEvent.keyDown(slider, { key: "ArrowLeft", shiftKey: true });
  expect(timeMs()).toBe(at - 100_000);
  fireEvent.keyDown(slider, { key: "PageDown" });
  expect(timeMs()).toBe(at - 700_000);
  fireEvent.keyDown(slider, { key: "PageUp" });
  expect(timeMs()).toBe(at - 100_000);
  fireEvent.keyDown(slider, { key: "End" });
  expect(state()).toMatchObject({ mode: "live", paused: false });
});

test("it is as wide as the tile; its controls leave the corner to the one who resizes the tile, where there is one", async () => {
  const { width, enlarge } = await strip();
  const free = (): string | undefined =>
    screen.getByRole("button", { name: "Pause" }).parentElement?.style.marginInlineEnd;
  expect([width(), free()]).toEqual([400, "21px"]);
  enlarge(true);
  expect([width(), free()]).toEqual([400, "0px"]);
  enlarge(false);
  expect([width(), free()]).toEqual([400, "21px"]);
});

test("it says whose it is, what moment it shows and that this is not live; its strip has ticks, its speeds a menu", async () => {
  const { seek, state } = await strip();
  const said = () => document.querySelector("[data-unlinked-said]")?.textContent;
  expect(said()).toMatch(/^Camera 1.*Live$/);
  seek(NOW - 600_000);
  expect(said()).toMatch(/^Camera 12026-11-\d\d \d\d:\d\d:\d\dNot live$/);
  expect(document.querySelectorAll("[data-unlinked] [aria-hidden=true]").length).toBeGreaterThanOrEqual(3);
  fireEvent.keyDown(screen.getByRole("button", { name: "Speed 1x" }), { key: "ArrowDown" });
  fireEvent.click(screen.getByRole("menuitem", { name: "-4x" }));
  expect(state()?.speed).toBe(-4);
});
