// @vitest-environment jsdom
/** Several cameras at once, undo by message and keys, and the side panel's width. */
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, expect, test } from "vitest";
import { Toasts } from "#chrome/kit/feedback/toast.tsx";
import { ShowAll } from "#chrome/screens/stage/arrange/show-all.tsx";
import UndoHost from "#chrome/screens/stage/arrange/undo-host.tsx";
import { CamerasTab } from "#chrome/screens/stage/panel/cameras-tab.tsx";
import { SidePanel } from "#chrome/screens/stage/panel/side-panel.tsx";
import { cameraKey } from "#state/camera-store.ts";
import { cameraFacts } from "#test/support/client/camera-facts.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

afterEach(cleanup);

async function opened(onStage: readonly string[], count = 4) {
  const area = createRef<HTMLElement>();
  const stage = await renderStage(onStage, null, visitor("Viewer"));
  const { stores } = stage;
  act(() =>
    stores.cameras.change((facts) => {
      for (let id = 1; id <= count; id += 1) {
        const camera = cameraFacts(String(id));
        facts.byKey[cameraKey(camera)] = camera as (typeof facts.byKey)[string];
      }
      Object.assign(facts, { status: "ready", order: Object.keys(facts.byKey) });
    }),
  );
  stage.show(
    <>
      <SidePanel area={area} />
      <ShowAll />
      <UndoHost />
      <Toasts label="Messages" closeLabel="Close" />
    </>,
  );
  const shown = () => stores.stage.get().grid.cells.map(({ camera }) => camera.id);
  const camera = (id: string) => screen.getByRole("button", { name: new RegExp(`^Add Camera ${id} to`) });
  return { ...stage, shown, camera };
}
const press = (key: string, more: object = {}): boolean => fireEvent.keyDown(document.body, { key, ...more });

test("one click shows all cameras; the message about it takes them away again, and the next brings them back", async () => {
  const { shown } = await opened([]);
  fireEvent.click(screen.getByRole("button", { name: "Show all 4 cameras" }));
  await waitFor(() => expect(shown()).toEqual(["1", "2", "3", "4"]));
  await screen.findByText("4 cameras added");
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(shown()).toEqual([]);
  await screen.findByText("Undone: Cameras added");
  expect(screen.queryByText("4 cameras added"), "one message about the stage at a time").toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Redo" }));
  expect(shown()).toHaveLength(4);
});

test("Ctrl+Z, Shift+Ctrl+Z and Ctrl+Y, but not in a field, which undoes its own text", async () => {
  const { shown, workspace } = await opened(["1", "2"]);
  act(() => workspace.stage.clear());
  await screen.findByText("Stage cleared");
  fireEvent.keyDown(screen.getByRole("searchbox"), { key: "z", ctrlKey: true });
  expect(shown()).toEqual([]);
  press("z", { ctrlKey: true });
  expect(shown()).toEqual(["1", "2"]);
  press("Z", { ctrlKey: true, shiftKey: true });
  expect(shown()).toEqual([]);
  press("z", { metaKey: true });
  press("y", { ctrlKey: true });
  expect(shown()).toEqual([]);
});

test("a closed player is named, and its gap can be closed from the message", async () => {
  const { shown, workspace, stores } = await opened([]);
  const several = await workspace.arranging();
  act(() => several.addAll(["1/1", "1/2", "1/3", "1/4"]));
  await screen.findByText("4 cameras added");
  for (const cell of stores.stage.get().grid.cells.slice(0, 2)) act(() => workspace.stage.close(cell.id));
  await screen.findByText("Camera 2 closed");
  act(() => workspace.stage.undo());
  act(() => workspace.stage.undo());
  const [first] = stores.stage.get().grid.cells;
  act(() => workspace.stage.close(first?.id ?? ""));
  await screen.findByText("Camera 1 closed");
  expect(shown()).toHaveLength(3);
  const { hasGaps } = several;
  const gaps = screen.queryByRole("button", { name: "Close the gaps" });
  expect(gaps !== null).toBe(hasGaps());
});

test("Ctrl and Shift select cameras; one action shows them all, Escape ends the selection", async () => {
  const { shown, camera } = await opened([]);
  fireEvent.click(camera("1"), { detail: 1 });
  fireEvent.click(camera("3"), { detail: 1, shiftKey: true });
  expect(screen.getByText("3 selected")).toBeTruthy();
  fireEvent.keyDown(camera("2"), { key: "Escape" });
  expect(screen.queryByText("3 selected")).toBeNull();
  fireEvent.keyDown(camera("2"), { key: " ", ctrlKey: true });
  fireEvent.keyDown(camera("4"), { key: " ", ctrlKey: true });
  expect(camera("4").getAttribute("aria-label")).toMatch(/, selected$/);
  fireEvent.keyDown(camera("4"), { key: "Enter" });
  await waitFor(() => expect(shown()).toEqual(["2", "4"]));
  expect(screen.queryByText("2 selected")).toBeNull();
});

test("arrows with Shift select as they go", async () => {
  const { camera, shown } = await opened([]);
  act(() => camera("1").focus());
  fireEvent.keyDown(camera("1"), { key: "ArrowDown", shiftKey: true });
  fireEvent.keyDown(camera("2"), { key: "ArrowDown", shiftKey: true });
  fireEvent.click(screen.getByRole("button", { name: "Show on the stage" }));
  await waitFor(() => expect(shown()).toEqual(["1", "2", "3"]));
});

test("Enter on a camera that is on the stage adds nothing, Alt and Enter adds it again", async () => {
  const { camera, shown } = await opened(["1"]);
  fireEvent.keyDown(camera("1"), { key: "Enter" });
  expect(shown()).toEqual(["1"]);
  fireEvent.keyDown(camera("1"), { key: "Enter", altKey: true });
  expect(shown()).toEqual(["1", "1"]);
});

test("the panel's edge is moved by keys inside its limits, and Enter gives it its first width", async () => {
  const { stores } = await opened([]);
  const edge = screen.getByRole("separator", { name: "Width of the side panel" });
  const width = () => stores.preferences.get().panelWidthPx;
  const keys = (...pressed: string[]) => pressed.forEach((key) => fireEvent.keyDown(edge, { key }));
  keys("ArrowRight");
  expect(width()).toBe(340);
  keys("End", "ArrowRight");
  expect(width()).toBe(480);
  keys("Home", "ArrowLeft");
  expect(width()).toBe(200);
  expect(edge.getAttribute("aria-valuenow")).toBe("200");
  keys("Enter");
  expect(width()).toBe(320);
});

test("a recorder of many cameras begins with the dense list, unless another was chosen", async () => {
  const { stores, show } = await opened([], 13);
  show(<CamerasTab area={createRef<HTMLElement>()} />);
  expect(screen.getByRole("button", { name: "Layout: mosaic" })).toBeTruthy();
  act(() => stores.preferences.change((facts) => void (facts.panelLayout = "big")));
  expect(screen.getByRole("button", { name: "Layout: big" })).toBeTruthy();
});
