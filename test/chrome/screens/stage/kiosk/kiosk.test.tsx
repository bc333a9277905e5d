// @vitest-environment jsdom
/**
 * A kiosk shows its own stage: it starts without anything of another one, nobody can change it, and the user's own
 * stage stays as stored.
 */
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { STAGE_SAVE_DEBOUNCE_MS } from "#domain/limits/stage.ts";
import { type FakeServer, fakeServer } from "#test/support/client/http-fake.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

const cell = (id: string) => ({ camera: { id, orchidId: "1" }, columnSpan: 1, rowSpan: 1 });
const stage = (id: string, ...cameras: readonly string[]) => ({
  id,
  name: `Stage ${id}`,
  shared: true,
  stageMatrix: [cameras.map(cell)],
});

let server: FakeServer;
beforeAll(async () => {
  await Promise.all([import("#chrome/shell/shell.tsx"), import("#chrome/screens/stage/stage-screen.tsx")]);
  server = await fakeServer({
    "GET /service/cameras": { json: { cameras: [] } },
    "GET /service/stages": { json: { stages: [stage("7", "4", "5"), stage("8", "6")] } },
  });
});
afterAll(() => server.close());
afterEach(cleanup);

const OWN = { speed: 0, currentStage: null, excludeFromCycle: {} };

/** A page of anna, who left camera 1 on her stage in this browser, and no cycle. */
async function opened(path: string) {
  const kept = new Map([
    ["proscenium.stage.1", JSON.stringify({ stageMatrix: [[cell("1")]] })],
    ["proscenium.cycle.1", JSON.stringify(OWN)],
  ]);
  const all = await act(() =>
    Promise.resolve(renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path, kept })),
  );
  await waitFor(() => expect(all.stores.savedStages.get().status).toBe("ready"));
  await waitFor(() => expect(all.stores.stage.get().ownerId).toBe("1"));
  const { stores } = all;
  act(() => stores.stage.change(({ area }) => void Object.assign(area, { widthCss: 800, heightCss: 600 })));
  const { stage: actions } = await all.product.workspace();
  const shown = () => stores.stage.get().grid.cells.map(({ camera }) => camera.id);
  /** Resolves when everything that waits to be stored is stored. */
  const own = () => {
    actions.flush();
    const stored = (name: string) => JSON.parse(kept.get(`proscenium.${name}.1`) ?? "null") as unknown;
    return [stored("stage"), stored("cycle")];
  };
  return { ...all, shown, own };
}
const untouched = [{ stageMatrix: [[expect.objectContaining({ camera: { id: "1", orchidId: "1" } })]] }, OWN];

test("followed inside a page a kiosk's address shows its stage alone, and the way back leads to the user's own", async () => {
  const { go, shown, own } = await opened("/stage");
  expect(shown()).toEqual(["1"]);
  await go("/stage?stage=7&kiosk=1");
  await waitFor(() => expect(shown()).toEqual(["4", "5"]));
  await go("/stage?stage=8&kiosk=1");
  await waitFor(() => expect(shown()).toEqual(["6"]));
  await go("/stage?stage=gone&kiosk=1");
  await screen.findByRole("heading", { name: "This stage does not exist any more." });
  expect(shown()).toEqual([]);
  expect(own()).toEqual(untouched);
  await go("/stage");
  await waitFor(() => expect(shown()).toEqual(["1"]));
  expect(own()).toEqual(untouched);
});

test("a stage's address that is followed from another screen stands beside the user's own stage", async () => {
  const { go, shown, own } = await opened("/stage");
  await go("/version");
  await waitFor(() => expect(screen.queryByRole("region", { name: "Stage" })).toBeNull());
  await go("/stage?stage=7");
  await waitFor(() => expect(shown()).toEqual(["4", "5"]));
  expect(own()).toEqual(untouched);
});

test("a kiosk that cycles without a stage of its own begins with the user's, and writes nothing of it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { shown, own } = await opened("/stage?kiosk=1&cycle=5");
  await waitFor(() => {
    vi.advanceTimersByTime(5_000);
    expect(shown()).toEqual(["6"]);
  });
  await act(() => vi.advanceTimersByTimeAsync(2 * STAGE_SAVE_DEBOUNCE_MS));
  expect(own()).toEqual(untouched);
});

test.each([
  ["Delete", { key: "Delete" }],
  ["Backspace", { key: "Backspace" }],
  ["Shift and an arrow", { key: "ArrowRight", shiftKey: true }],
  ["Alt and an arrow", { key: "ArrowDown", altKey: true }],
  ["the menu key", { key: "ContextMenu" }],
  ["Shift and F10", { key: "F10", shiftKey: true }],
])("%s changes nothing in a kiosk", async (_, key) => {
  const { stores, shown } = await opened("/stage?stage=7&kiosk=1");
  await waitFor(() => expect(shown()).toEqual(["4", "5"]));
  const before = stores.stage.get();
  const [tile] = await screen.findAllByRole("button");
  fireEvent.keyDown(tile ?? document.body, key);
  expect(stores.stage.get()).toEqual(before);
});

test("a pointer neither moves, resizes nor opens the menu of a kiosk's tile", async () => {
  const { stores, shown, container } = await opened("/stage?stage=7&kiosk=1");
  await waitFor(() => expect(shown()).toEqual(["4", "5"]));
  const area = container.querySelector("[data-stage-area]") ?? document.body;
  const { grid } = stores.stage.get();
  // Inside the first tile, and at its lower right corner.
  for (const [x, y] of [
    [150, 300],
    [398, 412],
  ] as const) {
    const at = (type: string, clientX: number): void => {
      const event = new MouseEvent(type, { bubbles: true, cancelable: true, button: 0, clientX, clientY: y });
      for (const [name, value] of Object.entries({ pointerId: 1, pointerType: "mouse", isPrimary: true }))
        Object.defineProperty(event, name, { value });
      fireEvent(area, event);
    };
    at("pointerdown", x);
    at("pointermove", x + 300);
    expect(stores.stage.get().drag).toBeNull();
    at("pointerup", x + 300);
    at("contextmenu", x);
  }
  expect(stores.stage.get()).toMatchObject({ grid, menu: null });
});
