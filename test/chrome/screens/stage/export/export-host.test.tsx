// @vitest-environment jsdom
/** The export dialog is in the queue of the application's dialogs: when its screen is left, the next one shows. */
import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ExportHost } from "#chrome/screens/stage/export/export-host.tsx";
import { AppDialogs } from "#chrome/shell/app-dialogs.tsx";
import { renderStage } from "#test/chrome/support/render-stage.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

afterEach(cleanup);

test("leaving the stage ends its export dialog, and what waited behind it shows", async () => {
  const parts = (
    <>
      <ExportHost />
      <AppDialogs />
    </>
  );
  const { stores, workspace, show } = await renderStage([], parts, visitor("Manager"));
  const release = vi.fn();
  vi.spyOn(workspace.savedStages, "hold").mockReturnValue(release);
  await act(async () =>
    stores.dialogs.change(({ queue }) => {
      queue.push({ kind: "export", startMs: 1_000, stopMs: 61_000 });
      queue.push({ kind: "message", title: "License", text: "the license is invalid" });
    }),
  );
  expect(await screen.findByRole("dialog", { name: "Export" })).toBeTruthy();
  expect(screen.queryByText("the license is invalid")).toBeNull();
  // Its list follows the order of the stage: until it closes, the cycle does not change the stage.
  expect(workspace.savedStages.hold).toHaveBeenCalledOnce();
  expect(release).not.toHaveBeenCalled();
  show(<AppDialogs />);
  expect(release).toHaveBeenCalledOnce();
  expect(await screen.findByText("the license is invalid")).toBeTruthy();
  expect(stores.dialogs.get().queue.map(({ kind }) => kind)).toEqual(["message"]);
});
