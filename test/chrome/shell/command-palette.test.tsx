// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { need } from "#base/assert.ts";
import { cameraKey } from "#state/camera-store.ts";
import { cameraFacts } from "#test/support/client/camera-facts.ts";
import { openPalette, overVersionPage, pressForLatePart } from "#test/chrome/support/over-version-page.tsx";

const openPage = overVersionPage();

const palette = () => screen.queryByRole("dialog", { name: "Command palette" });

/** The palette over the version page, with three cameras. */
async function open() {
  const { product, stores } = await openPage();
  act(() =>
    stores.cameras.change((facts) => {
      facts.status = "ready";
      for (const each of ["1", "2", "3"].map((id) => cameraFacts(id))) {
        Object.assign(facts.byKey, { [cameraKey(each)]: each });
        facts.order.push(cameraKey(each));
      }
    }),
  );
  const { savedStages } = await product.workspace();
  let held = 0;
  const hold = (): (() => void) => {
    held += 1;
    return () => void (held -= 1);
  };
  Object.assign(savedStages, { hold });
  const field = await openPalette(window);
  // An effect sets the focus, and on a busy machine it runs later than the rendering.
  await waitFor(() => expect(document.activeElement).toBe(field));
  const options = () => screen.queryAllByRole("option").map((each) => each.textContent ?? "");
  const type = (text: string) => fireEvent.change(field, { target: { value: text } });
  const press = (key: string, more: object = {}) => fireEvent.keyDown(field, { key, ...more });
  /** The option that the field reports as chosen to a screen reader. */
  const chosen = () => document.getElementById(field.getAttribute("aria-activedescendant") ?? "")?.textContent ?? null;
  const onStage = () => stores.stage.get().grid.cells.map(({ camera }) => cameraKey(camera));
  return { field, options, type, press, chosen, onStage, stores, held: () => held };
}

test("the field has the focus; what is typed leaves what fits, and the first of it is chosen", async () => {
  const { field, options, type, chosen } = await open();
  expect(document.activeElement).toBe(field);
  const before = options().length;
  expect(before).toBeGreaterThan(5);
  type("CAM 2");
  expect(options()).toEqual(["Camera 2Add to the stage"]);
  expect(chosen()).toBe("Camera 2Add to the stage");
  type("no such thing");
  expect(options()).toEqual([]);
  expect(field.getAttribute("aria-activedescendant")).toBeNull();
  // The server may know a camera by other words than its name.
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("Nothing matches"));
  type("");
  expect(options()).toHaveLength(before);
});

test.each(["loading", "ready"] as const)(
  "a stage that is chosen says what is missing of it, once cameras are listed: %s",
  async (status) => {
    const { stores, field, type, onStage } = await open();
    act(() => stores.cameras.change((facts) => void (facts.status = status)));
    const matrix = [["1", "gone"].map((id) => ({ camera: { id, orchidId: "1" } }))];
    const stage = {
      id: "7",
      name: "Entrance",
      shared: false,
      ownerId: null,
      matrix,
      shadowName: null,
      shadowShared: null,
    };
    act(() => stores.savedStages.change((facts) => void Object.assign(facts, { status: "ready", list: [stage] })));
    type("Entrance");
    // The message's place is loaded late.
    await pressForLatePart(field, { key: "Enter" });
    await waitFor(() => expect(onStage()).toEqual(["1/1", "1/gone"]));
    const told = () => screen.queryAllByText(/^1 camera of this stage/);
    await waitFor(() => expect(told()).toHaveLength(status === "ready" ? 1 : 0));
  },
);

test("the cycle of stages waits while it is open: what is chosen comes onto the stage that was looked at", async () => {
  const { press, held } = await open();
  expect(held()).toBe(1);
  press("Escape");
  await waitFor(() => expect(palette()).toBeNull());
  expect(held()).toBe(0);
});

test("arrows move the choice around, Page keys by ten to the end; Enter runs it and closes", async () => {
  const { type, press, chosen, onStage } = await open();
  type("camera ");
  press("ArrowDown");
  expect(chosen()).toContain("Camera 2");
  press("ArrowUp");
  press("ArrowUp");
  expect(chosen()).toContain("Show all 3 cameras");
  press("ArrowDown");
  expect(chosen()).toContain("Camera 1");
  press("PageDown");
  expect(chosen()).toContain("Show all 3 cameras");
  press("PageUp");
  expect(chosen()).toContain("Camera 1");
  press("Enter");
  await waitFor(() => expect(onStage()).toEqual([cameraKey(cameraFacts("1"))]));
  await waitFor(() => expect(palette()).toBeNull());
});

test("a click runs, the pointer chooses, and the field keeps the focus", async () => {
  const { field, chosen, onStage } = await open();
  const option = need(
    screen.getAllByRole("option").find((each) => within(each).queryByText("Camera 3")),
    "option",
  );
  fireEvent.pointerMove(option);
  expect(chosen()).toContain("Camera 3");
  // A press that is not prevented would move the focus out of the field.
  expect(fireEvent.pointerDown(option)).toBe(false);
  expect(document.activeElement).toBe(field);
  fireEvent.click(option);
  await waitFor(() => expect(onStage()).toEqual([cameraKey(cameraFacts("3"))]));
  await waitFor(() => expect(palette()).toBeNull());
});

test("the first Escape empties the field, the second closes; keys of an input method choose nothing", async () => {
  const { field, type, press, onStage } = await open();
  type("camera 2");
  press("Enter", { isComposing: true });
  press("Escape");
  expect(field.value).toBe("");
  expect(palette()).not.toBeNull();
  expect(onStage()).toEqual([]);
  press("Escape");
  await waitFor(() => expect(palette()).toBeNull());
});

test("it knows the verbs of the stage and of the page", async () => {
  const { options, stores, type, press } = await open();
  const has = (label: string) => {
    type(label);
    return options().some((each) => each.startsWith(label));
  };
  for (const label of [
    "Show all 3 cameras",
    "Save Stage",
    "Open as kiosk",
    "Go to a time…",
    "Motion events as a table",
    "Bookmarks and evidence locks",
    "Selection mode",
    "Pause",
    "Arrange: Largest pictures",
    "Theme: Dark",
    "Advanced Settings",
    "Keyboard overview",
    "Return to live",
  ])
    expect([label, has(label)]).toEqual([label, true]);
  // Nothing is on the stage that could be exported or fill the screen.
  expect(has("Export…")).toBe(false);
  expect(has("Full screen")).toBe(false);
  type("Theme: Light");
  press("Enter");
  await waitFor(() => expect(stores.preferences.get().theme).toBe("light"));
});
