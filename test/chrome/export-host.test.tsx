// @vitest-environment jsdom
/** The export dialog stands in the queue of the application's dialogs: when its screen is left, the next one shows. */
import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ExportHost } from "#chrome/screens/stage/export/export-host.tsx";
import { AppDialogs } from "#chrome/shell/app-dialogs.tsx";
import { renderStage } from "./render-stage.tsx";
import { visitor } from "./visitor.ts";

afterEach(cleanup);

test("leaving the stage ends its export dialog, and what waited behind it shows", async () => {
  const parts = (
    <>
      <ExportHost />
      <AppDialogs />
    </>
  );
  const { stores, show } = await renderStage([], parts, visitor("Manager"));
  await act(async () =>
    stores.dialogs.change(({ queue }) => {
      queue.push({ kind: "export", startMs: 1_000, stopMs: 61_000 });
      queue.push({ kind: "message", title: "License", text: "the license is invalid" });
    }),
  );
  expect(await screen.findByRole("dialog", { name: "Export" })).toBeTruthy();
  expect(screen.queryByText("the license is invalid")).toBeNull();
  show(<AppDialogs />);
  expect(await screen.findByText("the license is invalid")).toBeTruthy();
  expect(stores.dialogs.get().queue.map(({ kind }) => kind)).toEqual(["message"]);
});
