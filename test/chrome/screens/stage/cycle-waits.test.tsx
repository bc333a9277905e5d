// @vitest-environment jsdom
/** A user who has opened a menu or dialog acts on the stage that is shown: the cycle waits until it is closed. */
import { ok } from "#base/result.ts";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { createRef, type ReactNode, useRef } from "react";
import { afterEach, expect, test } from "vitest";
import { PresetNameDialog } from "#chrome/screens/stage/ptz/preset-name-dialog.tsx";
import { StageRow } from "#chrome/screens/stage/panel/stage-row.tsx";
import { TileToolbar } from "#chrome/screens/stage/toolbar/tile-toolbar.tsx";
import { StageControlBar } from "#chrome/screens/stage/timeline/control-bar.tsx";
import { DEFAULT_DEWARP_CONFIG } from "#domain/dewarp/config.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";

afterEach(cleanup);

async function shown(part: (tileIds: readonly string[]) => ReactNode) {
  const view = await renderStage(["1"], null);
  let held = 0;
  const hold = (): (() => void) => {
    held += 1;
    return () => void (held -= 1);
  };
  Object.assign(view.workspace.savedStages, { hold });
  view.show(part(view.tileIds));
  return { ...view, held: () => held };
}

function Bar() {
  return <StageControlBar frame={useRef(null)} />;
}

test.each(["Bookmarks and evidence locks", "Motion events as a table", "Choose date and time"])(
  "%s of the timeline",
  async (button) => {
    const { held } = await shown(() => <Bar />);
    expect(held()).toBe(0);
    const [open] = screen.getAllByRole("button", { name: button });
    if (open) fireEvent.click(open);
    await waitFor(() => expect(screen.getByRole("dialog")).toBeTruthy());
    expect(held()).toBe(1);
    fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
    await waitFor(() => expect(held()).toBe(0));
  },
);

test("the menu of a saved stage, which writes what stands on the stage", async () => {
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
  const { held } = await shown(() => (
    <StageRow
      {...{ stage, offers, area: createRef<HTMLElement>(), isCurrent: true, isExcluded: false, onShow: none }}
      {...{ onEdit: none, onUpdate: none, onShare: none, onExclude: none, onRemove: none }}
    />
  ));
  fireEvent.contextMenu(screen.getByRole("button", { name: /^Show stage Gates/ }));
  expect(held()).toBe(1);
  fireEvent.keyDown(await screen.findByRole("menu"), { key: "Escape" });
  await waitFor(() => expect(held()).toBe(0));
});

test("the name of a new preset", async () => {
  const { held, show } = await shown(() => (
    <PresetNameDialog onClose={() => undefined} save={() => Promise.resolve(ok(null))} />
  ));
  expect(held()).toBe(1);
  show(null);
  expect(held()).toBe(0);
});

/** The toolbar of a fisheye's tile with its menu open. */
async function dewarpMenu() {
  const view = await shown(() => null);
  const { held, stores, workspace, tileIds, show } = view;
  const [tileId = ""] = tileIds;
  act(() => {
    stores.cameras.change(({ byKey }) => {
      for (const camera of Object.values(byKey))
        Object.assign(camera, { dewarp: { ...DEFAULT_DEWARP_CONFIG, enable: true } });
    });
    workspace.stage.hover(tileId);
  });
  const ofWidth = (width: number) => <TileToolbar tiles={[{ tileId, rect: { x: 0, y: 0, width, height: 300 } }]} />;
  show(ofWidth(400));
  expect(held()).toBe(0);
  fireEvent.click(screen.getByRole("button", { name: "Dewarp" }));
  expect(held()).toBe(1);
  return { ...view, ofWidth };
}

test("a menu of a tile's toolbar", async () => {
  const { held } = await dewarpMenu();
  fireEvent.keyDown(await screen.findByRole("menu"), { key: "Escape" });
  await waitFor(() => expect(held()).toBe(0));
});

test.each(["the camera is no fisheye any more", "the tile becomes too narrow for it"])(
  "a menu of a tile's toolbar that goes away by itself: %s",
  async (why) => {
    const { held, stores, show, ofWidth } = await dewarpMenu();
    if (why.startsWith("the tile")) show(ofWidth(90));
    else
      act(() =>
        stores.cameras.change(({ byKey }) => {
          for (const camera of Object.values(byKey)) camera.dewarp = null;
        }),
      );
    expect(screen.queryByRole("menu")).toBeNull();
    await waitFor(() => expect(held()).toBe(0));
  },
);
