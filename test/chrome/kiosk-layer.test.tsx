// @vitest-environment jsdom
/** A kiosk shows messages over its pictures; nobody closes anything there. */
import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { KioskLayer } from "#chrome/screens/stage/kiosk-layer.tsx";
import type { DialogFacts } from "#state/dialog-store.ts";
import { renderStage } from "./render-stage.tsx";

afterEach(cleanup);

test("the newest message shows, whatever dialog came before or after it", async () => {
  const { stores } = await renderStage([], <KioskLayer>{null}</KioskLayer>);
  const push = (dialog: DialogFacts): void => act(() => stores.dialogs.change(({ queue }) => void queue.push(dialog)));
  push({ kind: "greeting", text: "Welcome" });
  expect(screen.queryByRole("alert")).toBeNull();
  push({ kind: "message", title: "Stage", text: "Six players at most" });
  expect(screen.getByRole("alert").textContent).toBe("Six players at most");
  push({ kind: "license" });
  push({ kind: "message", title: "Stage", text: "The stage is gone" });
  expect(screen.getByRole("alert").textContent).toBe("The stage is gone");
});
