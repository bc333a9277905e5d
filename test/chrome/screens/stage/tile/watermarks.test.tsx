// @vitest-environment jsdom
import { act, cleanup } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Watermarks } from "#chrome/screens/stage/tile/watermarks.tsx";
import { savePicture } from "#chrome/screens/stage/toolbar/save-picture.ts";
import { useProduct } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";
import type { Role } from "#domain/accounts/access.ts";
import type { Watermark } from "#domain/accounts/watermark.ts";
import { tileRects } from "#state/stage/stage-geometry.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Host() {
  const { stores } = useProduct();
  return <Watermarks tiles={tileRects(useFacts(stores.stage, (facts) => facts))} />;
}

async function shown(role: Role, watermark: Watermark) {
  const stage = await renderStage(["1", "2"], <Host />, visitor(role));
  act(() =>
    stage.stores.session.change((facts) => {
      facts.server = { name: "", showInPanel: true, maxPlayerCount: null, maxExportHours: null, watermark };
    }),
  );
  return { ...stage, marks: [...document.querySelectorAll<HTMLElement>("[data-watermark]")] };
}

test.each<[Role, Watermark, number]>([
  ["Manager", "off", 0],
  ["Manager", "others", 2],
  ["Administrator", "others", 0],
  ["Administrator", "everybody", 2],
])("%s with %s: %d tiles have account and time over them", async (role, watermark, count) => {
  const { marks, stores } = await shown(role, watermark);
  expect(marks).toHaveLength(count);
  const name = stores.session.get().user?.username ?? "";
  expect(name).not.toBe("");
  for (const mark of marks) {
    expect(mark.textContent).toContain(`${name} · `);
    // It is no text of the page, and takes no pointer.
    expect(mark.getAttribute("aria-hidden")).toBe("true");
  }
});

test("each server of an aggregator says it for its own cameras", async () => {
  const { stores, tileIds } = await shown("Manager", "off");
  act(() =>
    stores.servers.change((facts) => {
      facts.byId["1"] = { id: "1", watermark: "others" } as (typeof facts.byId)[string];
    }),
  );
  expect(document.querySelectorAll("[data-watermark]")).toHaveLength(tileIds.length);
});

test("a picture that is saved has it painted in", async () => {
  const { stores, workspace, tileIds } = await shown("Manager", "others");
  const written: string[] = [];
  const context = {
    drawImage: () => written.push("picture"),
    measureText: () => ({ width: 200 }),
    strokeText: () => undefined,
    fillText: (text: string) => written.push(text),
  };
  class FakeCanvas {
    width = 640;
    height = 360;
    getContext = () => context;
    convertToBlob = () => Promise.resolve(new Blob(["marked"]));
  }
  vi.stubGlobal("OffscreenCanvas", FakeCanvas);
  vi.stubGlobal("createImageBitmap", () => Promise.resolve({ width: 640, height: 360, close: () => undefined }));
  const given: Blob[] = [];
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => (given.push(blob), "blob:1"),
    revokeObjectURL: () => undefined,
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  const players = { snapshot: () => Promise.resolve(new Blob(["bare"])) };
  const timeline = { nowMs: () => Date.UTC(2026, 4, 5, 6, 7) };
  await savePicture({ ...workspace, players, timeline, stores }, tileIds[0] ?? "", "Lobby");
  expect(await given[0]?.text()).toBe("marked");
  expect(written[0]).toBe("picture");
  expect(written.length).toBeGreaterThan(4);
  const name = stores.session.get().user?.username ?? "";
  for (const text of written.slice(1)) expect(text).toBe(`${name} 2026-05-05 06:07 UTC`);
});
