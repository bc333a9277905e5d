// @vitest-environment jsdom
/** Marks of typed times: they need no selection on the timeline, which does not exist in narrow windows. */
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ok } from "#base/result.ts";
import MarksDialog from "#chrome/screens/stage/timeline/marks-dialog.tsx";
import { ControlTools } from "#chrome/screens/stage/timeline/control-tools.tsx";
import { ProductProvider, useProduct, useWorkspace, WorkspaceProvider } from "#chrome/product.ts";
import type { ReactNode } from "react";
import { renderStage } from "#test/chrome/support/render-stage.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

afterEach(cleanup);

interface Added {
  readonly kind: string;
  readonly startMs: number;
  readonly stopMs: number;
}

/** The dialog with a server that accepts every mark. */
function Marked({ onAdd, children }: { readonly onAdd: (added: Added) => void; readonly children: ReactNode }) {
  const product = useProduct();
  const workspace = useWorkspace();
  const marks = {
    ...workspace.marks,
    add: (kind: string, _: readonly string[], range: { readonly startMs: number; readonly stopMs: number }) => {
      onAdd({ kind, ...range });
      return Promise.resolve(ok(null));
    },
  };
  return (
    <ProductProvider value={product}>
      <WorkspaceProvider value={{ ...workspace, marks }}>{children}</WorkspaceProvider>
    </ProductProvider>
  );
}

const field = (name: string): HTMLInputElement => screen.getByRole("textbox", { name });
const type = (name: string, value: string): void => void fireEvent.change(field(name), { target: { value } });
const button = (name: string): HTMLButtonElement => screen.getByRole("button", { name });

async function open() {
  const added: Added[] = [];
  const { stores } = await renderStage(
    ["1"],
    <Marked onAdd={(each) => added.push(each)}>
      <MarksDialog onClose={() => undefined} />
    </Marked>,
    visitor("Administrator"),
  );
  act(() => {
    stores.timeline.change((facts) => void (facts.zone = "server"));
    stores.cameras.change(({ byKey }) => {
      for (const camera of Object.values(byKey)) camera.actions = { ...camera.actions, export: true };
    });
  });
  return added;
}

test("without an end it is a bookmark of an instant, and no evidence can be locked", async () => {
  const added = await open();
  type("From", "2026-05-04 10:00:00");
  type("To", "");
  type("Text", "gate");
  expect(button("Lock evidence").disabled).toBe(true);
  fireEvent.click(button("Add bookmark"));
  await waitFor(() => expect(added).toHaveLength(1));
  expect(added[0]?.startMs).toBe(added[0]?.stopMs);
});

test("with an end it is a range, which evidence can be locked of", async () => {
  const added = await open();
  type("From", "2026-05-04 10:00:00");
  type("To", "2026-05-04 10:01:30");
  fireEvent.click(button("Lock evidence"));
  await waitFor(() => expect(added).toHaveLength(1));
  expect(added[0]).toMatchObject({ kind: "lock" });
  expect((added[0]?.stopMs ?? 0) - (added[0]?.startMs ?? 0)).toBe(90_000);
});

test("a range that ends before it starts is refused, with the reason", async () => {
  await open();
  type("Text", "gate");
  for (const [from, to, reason] of [
    ["2026-05-04 10:00:00", "2026-05-04 09:00:00", "The end must be after the start."],
    ["2026-05-04 10:00:00", "soon", "This is no date and time."],
    ["2026-13-04 10:00:00", "", "This is no date and time."],
  ] as const) {
    type("From", from);
    type("To", to);
    expect(screen.getByText(reason)).toBeTruthy();
    expect([button("Add bookmark").disabled, button("Lock evidence").disabled]).toEqual([true, true]);
  }
});

test("a narrow window's menu has the marks, and the export that asks for its range", async () => {
  const { stores } = await renderStage(["1"], <ControlTools />, visitor("Administrator"));
  act(() => {
    stores.preferences.change((facts) => void (facts.window = { ...facts.window, widthPx: 390 }));
    stores.cameras.change(({ byKey }) => {
      for (const camera of Object.values(byKey)) camera.actions = { ...camera.actions, export: true };
    });
  });
  fireEvent.click(button("More of the timeline"));
  expect(screen.getByRole("menuitem", { name: "Bookmarks and evidence locks" })).toBeTruthy();
  fireEvent.click(screen.getByRole("menuitem", { name: "Export…" }));
  const [asked] = stores.dialogs.get().queue;
  if (asked?.kind !== "export") throw new Error("no export was asked for");
  expect(asked.stopMs - asked.startMs).toBe(30_000);
});
