// @vitest-environment jsdom
/** The list of cameras controlled by keyboard. */
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CameraList } from "#chrome/screens/stage/panel/camera-list.tsx";
import { cameraFacts } from "#test/support/client/camera-facts.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";

beforeEach(() => {
  const nothing = { observe: () => undefined, disconnect: () => undefined };
  vi.stubGlobal("IntersectionObserver", function IntersectionObserver() {
    return nothing;
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const items = (): HTMLElement[] => screen.getAllByRole("button");
const stops = (): number[] => items().flatMap((item, at) => (item.tabIndex === 0 ? [at] : []));
const list = (ids: readonly string[]) => (
  <CameraList
    cameras={ids.map((id) => cameraFacts(id))}
    layout="list"
    scroll={createRef()}
    selected={[]}
    onAdd={() => undefined}
    onSelect={() => undefined}
    onPointerDown={() => undefined}
    viewsOf={() => []}
    isHidden={() => false}
    onViewDown={() => undefined}
  />
);

test("is one stop of the Tab key: where arrows have gone, or its first camera", async () => {
  const ids = ["1", "2", "3", "4"];
  const { show } = await renderStage([], list(ids));
  expect(stops()).toEqual([0]);
  act(() => items()[0]?.focus());
  for (const key of ["ArrowDown", "ArrowDown"]) fireEvent.keyDown(document.activeElement ?? document.body, { key });
  expect(document.activeElement).toBe(items()[2]);
  expect(stops()).toEqual([2]);
  // Another search found less.
  show(list(["1", "2"]));
  expect(stops()).toEqual([0]);
});
