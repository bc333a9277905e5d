// @vitest-environment jsdom
/** Parts that a button or a key opens, while the server that would deliver them is not available. */
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { type ReactNode, Suspense } from "react";
import { IntlProvider } from "react-intl";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { chunk, lateChunk, loadLateParts } from "#chrome/kit/feedback/chunk.tsx";
import { LatePart } from "#chrome/kit/feedback/late-part.tsx";
import { LoadBoundary } from "#chrome/kit/feedback/load-boundary.tsx";
import { CommandCenter } from "#chrome/shell/command-center.tsx";
import { ExportHost } from "#chrome/screens/stage/export/export-host.tsx";
import { OpenTileMenu } from "#chrome/screens/stage/tile/open-tile-menu.tsx";
import { useLateParts } from "#chrome/screens/stage/use-late-parts.ts";
import { en } from "#chrome/texts/parts/all.ts";
import { blankPlayer } from "#state/stage/player-store.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";

const away = (): never => {
  throw new Error("the network was away");
};
vi.mock("#chrome/screens/stage/tile/tile-menu.tsx", () => away());
vi.mock("#chrome/screens/stage/export/export-dialog.tsx", () => away());
vi.mock("#chrome/shell/command-palette.tsx", () => away());

// React prints errors that a boundary caught to the console.
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
  document.head.replaceChildren();
});

const dialog = () => screen.queryByRole("alertdialog", { name: "This part could not be loaded" });
const said = () => waitFor(() => expect(dialog()).not.toBeNull());
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

/** A stage whose page would be removed by an error that nobody caught. */
async function behind(shown: (tileId: string) => ReactNode) {
  const stage = await renderStage(["1"], null);
  const [tileId = ""] = stage.tileIds;
  stage.show(
    <LoadBoundary place="" fallback="the page is gone">
      <p>pictures</p>
      {shown(tileId)}
    </LoadBoundary>,
  );
  return { ...stage, tileId };
}
type Behind = Awaited<ReturnType<typeof behind>>;

const inRouter = (part: ReactNode) => <MemoryRouter>{part}</MemoryRouter>;
const rect = { x: 0, y: 0, width: 400, height: 300 };
test.each([
  [
    "a tile's menu",
    (tileId: string) => <OpenTileMenu tiles={[{ tileId, rect }]} />,
    ({ workspace, tileId }: Behind) => workspace.stage.setMenu({ tileId, at: null }),
  ],
  [
    "the export dialog",
    () => <ExportHost />,
    ({ stores }: Behind) =>
      stores.dialogs.change((facts) => void facts.queue.push({ kind: "export", startMs: 1_000, stopMs: 61_000 })),
  ],
  ["the palette", () => inRouter(<CommandCenter />), () => void fireEvent.keyDown(window, { key: "k", ctrlKey: true })],
])(
  "%s that cannot be loaded says so, leaves the stage as it is, and is closed with what it says",
  async (_, shown, open) => {
    const stage = await behind(shown);
    act(() => open(stage));
    await said();
    expect(screen.getByText("pictures")).toBeTruthy();
    press("Close");
    await waitFor(() => expect(dialog()).toBeNull());
    expect(stage.stores.stage.get().menu).toBeNull();
    expect(stage.stores.dialogs.get().queue).toEqual([]);
    act(() => open(stage));
    await said();
    expect(screen.getByText("pictures")).toBeTruthy();
  },
);

const inEnglish = (part: ReactNode) => (
  <IntlProvider locale="en" messages={en}>
    {part}
  </IntlProvider>
);
/** A chunk that fails to load this number of times. */
const part = (failures: number) => {
  const load = vi.fn(() => Promise.resolve({ default: () => <p>here</p> }));
  for (let times = 0; times < failures; times += 1) load.mockImplementationOnce(async () => away());
  return load;
};
const soon = (): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(1_100));

test("a part that could not be loaded is there when it is tried again", async () => {
  vi.useFakeTimers();
  const load = part(2);
  const Part = lateChunk(load);
  const closed = vi.fn();
  render(
    inEnglish(
      <LatePart onClose={closed}>
        <Part />
      </LatePart>,
    ),
  );
  await soon();
  press("Try again");
  await soon();
  expect(dialog()).not.toBeNull();
  press("Try again");
  await soon();
  expect(screen.getByText("here")).toBeTruthy();
  expect(dialog()).toBeNull();
  expect(closed).not.toHaveBeenCalled();
});

test("late parts are loaded ahead once; one that could not be is loaded ahead the next time", async () => {
  const [good, bad] = [part(0), part(1)];
  const Part = lateChunk(good);
  lateChunk(bad);
  await loadLateParts();
  expect([good, bad].map((load) => load.mock.calls.length)).toEqual([1, 1]);
  await loadLateParts();
  await loadLateParts();
  expect([good, bad].map((load) => load.mock.calls.length)).toEqual([1, 2]);
  render(
    inEnglish(
      <LatePart>
        <Part />
      </LatePart>,
    ),
  );
  expect(await screen.findByText("here")).toBeTruthy();
});

test("a chunk that is loaded anew asks anew for the stylesheet that did not come", async () => {
  vi.useFakeTimers();
  const broken = document.createElement("link");
  Object.assign(broken, { rel: "stylesheet", href: "/assets/part.css" });
  document.head.append(broken);
  const load = part(1);
  const Part = chunk(load);
  const at = (place: string) =>
    inEnglish(
      <LoadBoundary place={place} fallback="failed">
        <Suspense>
          <Part />
        </Suspense>
      </LoadBoundary>,
    );
  const { rerender } = render(at("one"));
  await soon();
  rerender(at("two"));
  await soon();
  const asked = document.head.querySelector<HTMLLinkElement>("link[rel=stylesheet]");
  expect(asked).not.toBe(broken);
  expect(asked?.getAttribute("href")).toBe("/assets/part.css");
  expect(load).toHaveBeenCalledTimes(1);
  act(() => void asked?.dispatchEvent(new Event("load")));
  await soon();
  expect(screen.getByText("here")).toBeTruthy();
});

function Ahead() {
  useLateParts(true);
  return null;
}

test("they are loaded ahead 10 s after the first tile stands", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const load = part(0);
  lateChunk(load);
  const { stores, tileIds } = await renderStage(["1"], <Ahead />);
  const say = (overlay: "connecting" | "none"): void =>
    act(() =>
      stores.players.change(({ byTile }) => {
        const [id = ""] = tileIds;
        byTile[id] = { ...blankPlayer(id), overlay };
      }),
    );
  say("connecting");
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(load).not.toHaveBeenCalled();
  say("none");
  await act(() => vi.advanceTimersByTimeAsync(9_999));
  expect(load).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(1));
  vi.useRealTimers();
  await waitFor(() => expect(load).toHaveBeenCalledOnce());
});
