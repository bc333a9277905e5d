// @vitest-environment jsdom
// @own-process React Aria remembers the active focus scope of the file before, and then gives the focus back to nobody.
/** The presets of a moving camera: a pane over a tile that has room for it, a popover otherwise. */
import type { Result } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { PresetNameDialog } from "#chrome/screens/stage/ptz/preset-name-dialog.tsx";
import { PtzPanes } from "#chrome/screens/stage/ptz/ptz-pane.tsx";
import { PresetsButton } from "#chrome/screens/stage/ptz/ptz-toggle.tsx";
import { PresetList } from "#chrome/screens/stage/ptz/preset-list.tsx";
import { cameraFacts } from "#test/support/client/camera-facts.ts";
import { blankPlayer } from "#state/stage/player-store.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

afterEach(cleanup);

async function shown(size: { readonly width: number; readonly height: number }) {
  const rect = { x: 0, y: 0, ...size };
  // A rendered part knows its tile only once the camera is on the stage.
  const stage = await renderStage(["1"], null);
  const [tileId = ""] = stage.tileIds;
  stage.unmount();
  const part = (
    <>
      <PresetsButton tileId={tileId} size={size} />
      <PtzPanes tiles={[{ tileId, rect }]} />
    </>
  );
  const { stores } = await renderStage(["1"], part, visitor("Administrator"));
  act(() => {
    stores.cameras.change(({ byKey }) => {
      for (const camera of Object.values(byKey)) {
        camera.ptz = { pan: true, tilt: true, zoom: true, relativeFov: false, maxPresets: 3 };
        camera.actions = { ...camera.actions, ptz: true };
      }
    });
    stores.players.change(({ byTile }) => void (byTile[tileId] = { ...blankPlayer(tileId), ptz: true }));
  });
  // What panes and popovers show is loaded with the first of them.
  await act(() => import("#chrome/screens/stage/ptz/open-panes.tsx").then(() => undefined));
  return { stores, tileId };
}
const list = { name: "PTZ presets of Camera 1" };

test("a tile of 320 x 220 px has the pane and no button", async () => {
  await shown({ width: 320, height: 220 });
  expect(await screen.findByRole("region", list)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Presets" })).toBeNull();
});

test.each([
  { width: 319, height: 220 },
  { width: 320, height: 219 },
])("a tile of $width x $height px opens them in a popover, which Escape closes", async (size) => {
  const { stores, tileId } = await shown(size);
  expect(screen.queryByRole("region", list)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Presets" }));
  const popover = await screen.findByRole("dialog", list);
  expect(popover.textContent).toContain("Presets");
  expect(stores.stage.get().presetsTileId).toBe(tileId);
  fireEvent.keyDown(popover, { key: "Escape" });
  expect(screen.queryByRole("dialog", list)).toBeNull();
});

test("a popover whose camera can no longer be moved is closed: it would hold back the cycle of stages unseen", async () => {
  const { stores, tileId } = await shown({ width: 200, height: 120 });
  fireEvent.click(screen.getByRole("button", { name: "Presets" }));
  await screen.findByRole("dialog", list);
  expect(stores.stage.get().presetsTileId).toBe(tileId);
  act(() =>
    stores.cameras.change(({ byKey }) => {
      for (const camera of Object.values(byKey)) camera.ptz = null;
    }),
  );
  expect(screen.queryByRole("dialog", list)).toBeNull();
  expect(stores.stage.get().presetsTileId).toBeNull();
});

test("a preset's name is sent once, however often Enter is pressed, and stays when it was refused", async () => {
  const sent: string[] = [];
  let answer: (done: Result<null, Failure>) => void = () => undefined;
  const save = (name: string): Promise<Result<null, Failure>> => {
    sent.push(name);
    return new Promise((resolve) => (answer = resolve));
  };
  await renderStage([], <PresetNameDialog save={save} onClose={() => undefined} />, visitor("Administrator"));
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Preset name" });
  const form = field.closest("form");
  if (!form) throw new Error("no form");
  fireEvent.submit(form);
  expect(screen.getByText("Preset name is required.")).toBeTruthy();
  fireEvent.change(field, { target: { value: " Gate 2 " } });
  fireEvent.submit(form);
  fireEvent.submit(form);
  expect(sent).toEqual(["Gate 2"]);
  answer(refuse("camera/silent"));
  await waitFor(() => expect(screen.getByText(/does not answer/)).toBeTruthy());
  expect(field.value).toBe(" Gate 2 ");
});

test("the keyboard keeps its place: on the preset that it has gone to, and beside the one that it has deleted", async () => {
  const known = ["Gate", "Yard", "Hall"].map((name) => ({ name, token: name, type: "preset" as const }));
  const { workspace, show } = await renderStage([], null, visitor("Administrator"));
  const { ptz } = workspace;
  vi.spyOn(ptz, "presets").mockImplementation(async () => ({ ok: true, value: [...known] }));
  const goTo = vi.spyOn(ptz, "goTo").mockResolvedValue({ ok: true, value: null });
  vi.spyOn(ptz, "removePreset").mockImplementation(async (_camera, token) => {
    known.splice(
      known.findIndex((each) => each.token === token),
      1,
    );
    return { ok: true, value: null };
  });
  const queries = new QueryClient();
  show(
    <QueryClientProvider client={queries}>
      <PresetList camera={cameraFacts("1")} />
    </QueryClientProvider>,
  );
  const go = await screen.findByRole("button", { name: "Go to Gate" });
  go.focus();
  fireEvent.click(go);
  await waitFor(() => expect(go.getAttribute("aria-disabled")).toBe("true"));
  expect(document.activeElement).toBe(go);
  fireEvent.click(screen.getByRole("button", { name: "Go to Yard" }));
  expect(goTo).toHaveBeenCalledOnce();

  const remove = screen.getByRole("button", { name: "Delete preset Yard" });
  remove.focus();
  fireEvent.click(remove);
  // Nobody loses a preset by a slip: it asks, and Enter gives the harmless answer.
  const question = await screen.findByRole("alertdialog", { name: "Delete the preset" });
  expect(question.textContent).toContain("Delete the preset Yard of Camera 1?");
  expect(document.activeElement?.textContent).toBe("Cancel");
  fireEvent.click(within(question).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(screen.getByRole("button", { name: "Go to Yard" })).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(remove));
  fireEvent.click(remove);
  fireEvent.click(await screen.findByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Go to Yard" })).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Go to Hall" })));
});
