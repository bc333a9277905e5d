// @vitest-environment jsdom
/** The stages tab offers what the server permits: shared stages are unshared by their owners and by administrators. */
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { createRef } from "react";
import { IntlProvider } from "react-intl";
import { afterEach, expect, test, vi } from "vitest";
import { Toasts } from "#chrome/kit/feedback/toast.tsx";
import { EditStageDialog, NewStageDialog } from "#chrome/screens/stage/panel/stage-dialog.tsx";
import StagesTab from "#chrome/screens/stage/panel/stages-tab.tsx";
import { de } from "#chrome/texts/de/all.ts";
import { en } from "#chrome/texts/parts/all.ts";
import { ja } from "#chrome/texts/ja/all.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

afterEach(cleanup);

test.each([
  ["a user", false, "Mine", true],
  ["a user", false, "Theirs", false],
  ["an administrator", true, "Mine", true],
  ["an administrator", true, "Theirs", true],
])("to %s of an aggregator (admin: %s) unsharing '%s' is offered: %s", async (_who, admin, name, offered) => {
  const area = createRef<HTMLElement>();
  const { stores } = await renderStage([], <StagesTab area={area} />, visitor(null, { edition: "aggregator", admin }));
  const stage = {
    id: "s",
    name,
    shared: true,
    // "1" is the signed-in user.
    ownerId: name === "Mine" ? "1" : "2",
    shadowName: null,
    shadowShared: null,
    matrix: [],
  };
  act(() => stores.savedStages.change((facts) => Object.assign(facts, { status: "ready", list: [stage] })));
  fireEvent.click(screen.getByRole("button", { name: `Actions for stage ${name}` }));
  expect(await screen.findByRole("menuitem", { name: "Open as kiosk" })).toBeTruthy();
  expect(screen.queryByRole("menuitem", { name: "Unshare" }) !== null).toBe(offered);
});

test("an edit whose stage somebody else removes ends, and says why", async () => {
  const { stores, show } = await renderStage([], null, visitor("Viewer"));
  const stage = {
    id: "s",
    name: "Gates",
    shared: false,
    ownerId: "1",
    shadowName: null,
    shadowShared: null,
    matrix: [],
  };
  const list = (now: (typeof stage)[]): void =>
    act(() => stores.savedStages.change((facts) => Object.assign(facts, { status: "ready", list: now })));
  list([stage]);
  const onClose = vi.fn<() => void>();
  show(
    <>
      <EditStageDialog id="s" onClose={onClose} />
      <Toasts label="Notes" closeLabel="Close" />
    </>,
  );
  expect(screen.getByRole("dialog")).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  list([]);
  expect(onClose).toHaveBeenCalledOnce();
  expect(await screen.findByText("This stage does not exist any more.")).toBeTruthy();
});

test("the message about a stage of very many letters keeps its own words in sight", async () => {
  const area = createRef<HTMLElement>();
  const { workspace, stores } = await renderStage(
    [],
    <>
      <StagesTab area={area} />
      <Toasts label="Notes" closeLabel="Close" />
    </>,
    visitor("Administrator"),
  );
  vi.spyOn(workspace.savedStages, "update").mockResolvedValue({ ok: true, value: null });
  const name = "N".repeat(200);
  const stage = { id: "s", name, shared: false, ownerId: "1", shadowName: null, shadowShared: null, matrix: [] };
  act(() => stores.savedStages.change((facts) => Object.assign(facts, { status: "ready", list: [stage] })));
  fireEvent.click(screen.getByRole("button", { name: `Actions for stage ${name}` }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Update with the current stage" }));
  expect(await screen.findByText(`The stage ${"N".repeat(59)}… was updated.`)).toBeTruthy();
});

test("the cycle waits while a name is typed for what stands on the stage", async () => {
  const { workspace, show } = await renderStage([], null, visitor("Viewer"));
  const release = vi.fn();
  const hold = vi.spyOn(workspace.savedStages, "hold").mockReturnValue(release);
  show(<NewStageDialog onClose={() => undefined} />);
  expect([hold.mock.calls.length, release.mock.calls.length]).toEqual([1, 0]);
  show(null);
  expect([hold.mock.calls.length, release.mock.calls.length]).toEqual([1, 1]);
});

test.each([
  ["en", en, ["Disabled", "5 s", "90 s", "2 min"]],
  ["de", de, ["Ausgeschaltet", "5 Sek.", "90 Sek.", "2 Min."]],
  ["ja", ja, ["無効", "5秒", "90秒", "2分"]],
] as const)("the cycle's choices are in the page's language: %s", async (locale, messages, names) => {
  const tab = (
    <IntlProvider locale={locale} messages={messages}>
      <StagesTab area={createRef<HTMLElement>()} />
    </IntlProvider>
  );
  await renderStage([], tab, visitor("Viewer"));
  const said = Array.from(document.querySelectorAll("select option"), ({ textContent }) => textContent);
  expect(said).toEqual(expect.arrayContaining([...names]));
});

test("a stage that hangs under one pointer does not fall when another one is cancelled", async () => {
  const { stores } = await renderStage([], <StagesTab area={createRef<HTMLElement>()} />, visitor("Viewer"));
  const stage = {
    id: "s",
    name: "Gates",
    shared: false,
    ownerId: "1",
    shadowName: null,
    shadowShared: null,
    matrix: [],
  };
  act(() => stores.savedStages.change((facts) => Object.assign(facts, { status: "ready", list: [stage] })));
  const row = screen.getByRole("button", { name: "Show stage Gates" });
  const hangs = (): boolean => screen.queryAllByText("Gates").length > 1;
  const point = (type: string, pointerId: number, clientX: number): void => {
    const event = new MouseEvent(type, { bubbles: true, clientX, clientY: 0, button: 0 });
    fireEvent(row, Object.assign(event, { pointerId, pointerType: "touch" }));
  };
  point("pointerdown", 1, 0);
  point("pointermove", 1, 100);
  expect(hangs()).toBe(true);
  point("pointercancel", 2, 0);
  expect(hangs()).toBe(true);
  point("pointercancel", 1, 100);
  expect(hangs()).toBe(false);
});
