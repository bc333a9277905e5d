// @vitest-environment jsdom
/** What the palette asks of the stage, and the keys `g` and `e`. */
import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { AppDialogs } from "#chrome/shell/app-dialogs.tsx";
import { VerbHost } from "#chrome/screens/stage/verb-host.tsx";
import type { StageVerb } from "#state/dialog-store.ts";
import { pressForLatePart } from "#test/chrome/support/over-version-page.tsx";
import { renderStage } from "#test/chrome/support/render-stage.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";
import "#test/chrome/support/setup-jsdom.ts";

afterEach(cleanup);

const open = (cameras: readonly string[] = ["1"], hasTimeline = true) =>
  renderStage(cameras, <VerbHost hasTimeline={hasTimeline} />, visitor("Manager"));

test.each([
  ["go-to-time", "Go to date and time"],
  ["events", "Motion events"],
  ["marks", "Bookmarks and evidence locks"],
  ["save-stage", "Save stage"],
] as const)(
  "%s opens its dialog; when the stage is left, what waited behind it shows",
  async (kind: StageVerb, name) => {
    const { stores, show } = await open();
    await act(async () =>
      stores.dialogs.change(({ queue }) => {
        queue.push({ kind }, { kind: "message", title: "License", text: "the license is invalid" });
      }),
    );
    expect(await screen.findByRole("dialog", { name })).toBeTruthy();
    show(<AppDialogs />);
    expect(await screen.findByText("the license is invalid")).toBeTruthy();
  },
);

test("g asks for a time", async () => {
  await open();
  await pressForLatePart(window, { key: "g" });
  expect(await screen.findByRole("dialog", { name: "Go to date and time" })).toBeTruthy();
});

test("e exports what is chosen or 30 s about the playhead, where a camera of the stage may be exported", async () => {
  const { stores } = await open();
  const may = (isAllowed: boolean) =>
    stores.cameras.change(({ byKey }) => {
      for (const camera of Object.values(byKey)) camera.actions.export = isAllowed;
    });
  act(() => may(false));
  expect(await pressForLatePart(window, { key: "e", cancelable: true })).toBe("left");
  act(() => may(true));
  expect(await pressForLatePart(window, { key: "e", cancelable: true })).toBe("taken");
  const [asked] = stores.dialogs.get().queue;
  if (asked?.kind !== "export") throw new Error("not asked");
  expect(asked.stopMs - asked.startMs).toBe(30_000);
});

test("Shift and e exports the camera that has the keyboard, where it may be exported", async () => {
  const { stores, workspace, tileIds } = await open(["1", "2"]);
  const press = () => pressForLatePart(window, { key: "E", shiftKey: true, cancelable: true });
  expect(await press()).toBe("left");
  act(() => {
    workspace.stage.focus(tileIds[1] ?? "");
    stores.cameras.change(({ byKey }) => void Object.assign(byKey["1/2"]?.actions ?? {}, { export: true }));
  });
  expect(await press()).toBe("taken");
  expect(stores.dialogs.get().queue).toMatchObject([{ kind: "export", camera: "1/2" }]);
});

test("without a timeline neither key does anything", async () => {
  const { stores } = await open(["1"], false);
  for (const key of ["g", "e"]) expect(await pressForLatePart(window, { key, cancelable: true })).toBe("left");
  expect(stores.dialogs.get().queue).toEqual([]);
});

test("in a text field they are letters", async () => {
  const { stores } = await open();
  const field = document.body.appendChild(document.createElement("input"));
  expect(await pressForLatePart(field, { key: "g", bubbles: true, cancelable: true })).toBe("left");
  field.remove();
  expect(stores.dialogs.get().queue).toEqual([]);
});
