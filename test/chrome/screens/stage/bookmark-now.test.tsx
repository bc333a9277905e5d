// @vitest-environment jsdom
/** `b` sets a bookmark of what is looked at; with Shift it gets its name first. */
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ok } from "#base/result.ts";
import { Toasts } from "#chrome/kit/feedback/toast.tsx";
import { VerbHost } from "#chrome/screens/stage/verb-host.tsx";
import { pressForLatePart } from "#test/chrome/support/over-version-page.tsx";
import { renderStage } from "#test/chrome/support/render-stage.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";
import "#test/chrome/support/setup-jsdom.ts";

afterEach(cleanup);

interface Added {
  readonly streams: readonly string[];
  readonly timeMs: number;
  readonly text: string;
}

async function open(cameras: readonly string[]) {
  const parts = (
    <>
      <VerbHost hasTimeline />
      <Toasts label="Messages" closeLabel="Close" />
    </>
  );
  const stage = await renderStage(cameras, parts, visitor("Viewer"));
  const added: Added[] = [];
  const renamed: string[] = [];
  const removed: string[] = [];
  Object.assign(stage.workspace.bookmarks, {
    add: (streams: readonly string[], timeMs: number, text: string) => {
      added.push({ streams, timeMs, text });
      return Promise.resolve(ok([{ id: "7", orchidId: "" }]));
    },
    rename: (_: unknown, text: string) => (renamed.push(text), Promise.resolve(ok(null))),
    remove: ([made]: readonly { id: string }[]) => (removed.push(made?.id ?? ""), Promise.resolve(ok(null))),
  });
  return { ...stage, added, renamed, removed };
}
const press = (key: string, more: object = {}) => pressForLatePart(window, { key, cancelable: true, ...more });

test("of all cameras on the timeline; the message names it, and takes it back", async () => {
  const { added, renamed, removed, workspace } = await open(["1", "2"]);
  expect(await press("b")).toBe("taken");
  expect(added[0]).toMatchObject({ streams: ["s1", "s2"], text: "Bookmark" });
  expect(Math.abs((added[0]?.timeMs ?? 0) - workspace.timeline.nowMs())).toBeLessThan(2000);
  expect(await screen.findByText(/^Bookmark at .*: 2 cameras$/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Name…" }));
  const field = await screen.findByRole("textbox", { name: "Text" });
  fireEvent.change(field, { target: { value: " Red car " } });
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Save" })));
  expect(renamed).toEqual(["Red car"]);
  await press("b");
  fireEvent.click((await screen.findAllByRole("button", { name: "Undo" })).at(-1) as HTMLElement);
  expect(removed).toEqual(["7"]);
});

test("of the tile that has the keyboard, at its own time when it is unlinked", async () => {
  const { added, workspace, tileIds } = await open(["1", "2"]);
  const [first = ""] = tileIds;
  act(() => {
    workspace.links.toggle(first);
    workspace.links.seek(first, workspace.timeline.nowMs() - 60_000);
    workspace.stage.focus(first);
  });
  await press("b");
  expect(added[0]?.streams).toEqual(["s1"]);
  expect(workspace.timeline.nowMs() - (added[0]?.timeMs ?? 0)).toBeGreaterThan(55_000);
});

test("with Shift nothing is set before the name is saved; without a name it is a bookmark all the same", async () => {
  const { added } = await open(["1"]);
  await press("B", { shiftKey: true });
  await screen.findByRole("textbox", { name: "Text" });
  expect(added).toEqual([]);
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Save" })));
  expect(added).toMatchObject([{ streams: ["s1"], text: "Bookmark" }]);
});

test("Caps Lock alone is no Shift, and an empty stage says why there is no bookmark", async () => {
  const { added } = await open([]);
  expect(await press("B")).toBe("left");
  await press("b");
  expect(added).toEqual([]);
  expect(await screen.findByText("There is no camera with recordings on the stage.")).toBeTruthy();
});
