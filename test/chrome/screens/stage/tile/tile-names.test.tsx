// @vitest-environment jsdom
/** The tiles' names for assistive technology: name, state, mode and time, and how rarely they change. */
import { act, cleanup } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TIME_CHANGE_DEBOUNCE_MS } from "#domain/limits/timeline.ts";
import { TileMirror } from "#chrome/screens/stage/tile/tile-mirror.tsx";
import { useProduct } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { blankPlayer } from "#state/stage/player-store.ts";
import { enlargedTile, tileRects } from "#state/stage/stage-geometry.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";

const NOW = Date.UTC(2026, 10, 21, 14, 5, 20);
const toFake = ["Date", "performance", "setTimeout", "clearTimeout", "setInterval", "clearInterval"] as const;
beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: [...toFake] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Mirror() {
  const { stores } = useProduct();
  const facts = useFacts(stores.stage, (all) => all);
  return <TileMirror tiles={tileRects(facts)} enlarged={enlargedTile(facts)} grid={facts.grid} />;
}

async function mirror() {
  const stage = await renderStage(["1", "2"], <Mirror />);
  const { stores, workspace, tileIds, container } = stage;
  act(() => {
    for (const id of tileIds)
      stores.players.change(({ byTile }) => void (byTile[id] = { ...blankPlayer(id), overlay: "none" }));
  });
  const stop = workspace.timeline.run();
  const names = (): (string | null)[] =>
    [...container.querySelectorAll("[data-tile-id]")].map((tile) => tile.getAttribute("aria-label"));
  const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));
  return { ...stage, stop, names, pass };
}

test("a live tile tells its name, state, mode and the minute; the name changes once a minute", async () => {
  const { names, pass, stop } = await mirror();
  const said = new Set<string | null>();
  expect(names()).toEqual(["1", "2"].map((id) => `Camera ${id}, playing, Mode: WebRTC, live, 14:05`));
  for (let second = 0; second < 39; second += 1) {
    pass(1000);
    for (const name of names()) said.add(name);
  }
  expect(said.size).toBe(2);
  pass(2000);
  expect(names()[0]).toBe("Camera 1, playing, Mode: WebRTC, live, 14:06");
  stop();
});

test("played back it tells date and minute, paused and stepped the second; an unlinked one its own", async () => {
  const { names, pass, stop, workspace, tileIds } = await mirror();
  const { timeline, links } = workspace;
  act(() => timeline.seek(Date.UTC(2026, 10, 21, 13, 1, 2)));
  // Its time begins when the players have their order.
  pass(TIME_CHANGE_DEBOUNCE_MS + 1000);
  expect(names()[0]).toBe("Camera 1, playing, Mode: WebRTC, 2026-11-21 13:01");
  act(() => timeline.togglePause());
  pass(1000);
  expect(names()[0]).toBe("Camera 1, playing, Mode: WebRTC, 2026-11-21 13:01:03");
  pass(120_000);
  expect(names()[0]).toBe("Camera 1, playing, Mode: WebRTC, 2026-11-21 13:01:03");
  act(() => links.toggle(tileIds[1] ?? ""));
  act(() => links.goLive(tileIds[1] ?? ""));
  expect(names()).toEqual([
    "Camera 1, playing, Mode: WebRTC, 2026-11-21 13:01:03",
    "Camera 2, playing, Mode: WebRTC, live, 14:07",
  ]);
  stop();
});

test("a paused player is said to be paused", async () => {
  const { names, stop, stores, tileIds, container } = await mirror();
  const [first = ""] = tileIds;
  act(() => stores.players.change(({ byTile }) => void Object.assign(byTile[first] ?? {}, { overlay: "play" })));
  expect(names()[0]).toBe("Camera 1, paused, Mode: WebRTC, live, 14:05");
  expect(container.querySelector(`[data-tile-id="${first}"]`)?.getAttribute("data-state")).toBe("paused");
  stop();
});
