// @vitest-environment jsdom
/** The presets of a moving camera: a pane over a tile that has room for it, a popover for one that has not. */
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { PresetNameDialog } from "#chrome/screens/stage/preset-name-dialog.tsx";
import { PtzPanes } from "#chrome/screens/stage/ptz-pane.tsx";
import { PresetsButton } from "#chrome/screens/stage/ptz-toggle.tsx";
import { blankPlayer } from "#state/player-store.ts";
import { renderStage } from "./render-stage.tsx";
import { visitor } from "./visitor.ts";

afterEach(cleanup);

async function shown(size: { readonly width: number; readonly height: number }) {
  const rect = { x: 0, y: 0, ...size };
  // A part that is rendered knows its tile only once the camera is on the stage.
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
  return { stores, tileId };
}
const list = { name: "PTZ presets of Camera 1" };

test("a tile of 220 x 150 px has the pane and no button", async () => {
  await shown({ width: 220, height: 150 });
  expect(screen.getByRole("region", list)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Presets" })).toBeNull();
});

test.each([
  { width: 219, height: 150 },
  { width: 220, height: 149 },
])("a tile of $width x $height px opens them in a popover, which Escape closes", async (size) => {
  const { stores, tileId } = await shown(size);
  expect(screen.queryByRole("region", list)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Presets" }));
  const popover = screen.getByRole("dialog", list);
  expect(popover.textContent).toContain("Presets");
  expect(stores.stage.get().presetsTileId).toBe(tileId);
  fireEvent.keyDown(popover, { key: "Escape" });
  expect(screen.queryByRole("dialog", list)).toBeNull();
});

test("a preset's name is sent once, however often Enter is pressed, and stays when it was refused", async () => {
  const sent: string[] = [];
  let answer: (problem: string | null) => void = () => undefined;
  const save = (name: string): Promise<string | null> => {
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
  answer("camera/away: The camera does not answer.");
  await waitFor(() => expect(screen.getByText(/does not answer/)).toBeTruthy());
  expect(field.value).toBe(" Gate 2 ");
});
