// @vitest-environment jsdom
/** What the server finds beside the names: in the panel's search and in the palette, asked after a pause in typing. */
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { createRef } from "react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CameraSearch } from "#actions/cameras/camera-search.ts";
import { CamerasTab } from "#chrome/screens/stage/panel/cameras-tab.tsx";
import CommandPalette from "#chrome/shell/command-palette.tsx";
import { useFoundCameras } from "#chrome/use-found-cameras.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

interface Asked {
  readonly text: string;
  readonly signal: AbortSignal;
  readonly answer: (keys: readonly string[]) => Promise<void>;
}
let asked: Asked[] = [];
beforeEach(() => {
  asked = [];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const search: CameraSearch = (text, signal) =>
  new Promise((resolve) => {
    const answer = async (keys: readonly string[]): Promise<void> => act(async () => resolve(new Set(keys)));
    asked.push({ text, signal, answer });
  });
const pause = (): Promise<void> => act(async () => void vi.advanceTimersByTime(150));

/** The part with this search in place of the server's. */
async function rendered(part: React.ReactNode) {
  const stage = await renderStage(["1", "2"], <p>waiting</p>, visitor("Viewer"));
  act(() => stage.stores.cameras.change((facts) => Object.assign(facts, { status: "ready", order: ["1/1", "1/2"] })));
  Object.assign(stage.workspace, { search });
  await act(async () => stage.show(<MemoryRouter>{part}</MemoryRouter>));
  return stage;
}
const shown = () => [...document.querySelectorAll("[data-camera-id]")].map((one) => one.getAttribute("data-camera-id"));

test("the panel shows what names say at once, and what the server finds as soon as it has answered", async () => {
  await rendered(<CamerasTab area={createRef<HTMLElement>()} />);
  const field = screen.getByRole<HTMLInputElement>("searchbox", { name: "Search cameras" });
  fireEvent.change(field, { target: { value: "Camera 1" } });
  expect(shown()).toEqual(["1"]);
  await pause();
  expect(asked.map(({ text }) => text)).toEqual(["camera 1"]);
  await asked[0]?.answer(["1/1", "1/2"]);
  expect(shown()).toEqual(["1", "2"]);
  fireEvent.change(field, { target: { value: "" } });
  expect(shown()).toEqual(["1", "2"]);
});

test("what is typed on cancels the question, and nothing is said to be missing before the answer", async () => {
  await rendered(<CamerasTab area={createRef<HTMLElement>()} />);
  const field = screen.getByRole<HTMLInputElement>("searchbox", { name: "Search cameras" });
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  type("A");
  await pause();
  expect(asked).toEqual([]);
  type("Ax");
  type("Axi");
  await pause();
  expect(asked.map(({ text }) => text)).toEqual(["axi"]);
  expect(screen.queryByText(/No camera/)).toBeNull();
  type("Axis");
  expect(asked[0]?.signal.aborted).toBe(true);
  await asked[0]?.answer(["1/1"]);
  expect(shown()).toEqual([]);
  await pause();
  await asked[1]?.answer([]);
  expect(shown()).toEqual([]);
  expect(screen.getByText(/No camera/)).toBeTruthy();
});

test("the palette shows cameras that the server finds after those that are called so", async () => {
  await rendered(<CommandPalette replacing="tile" onClose={() => undefined} onKeys={() => undefined} />);
  const field = screen.getByRole<HTMLInputElement>("combobox");
  fireEvent.change(field, { target: { value: "Camera 2" } });
  const options = () => screen.queryAllByRole("option").map(({ textContent }) => textContent ?? "");
  expect(options()).toEqual([expect.stringContaining("Camera 2")]);
  await pause();
  expect(asked.map(({ text }) => text)).toEqual(["camera\n2"]);
  await asked[0]?.answer(["1/1", "1/2"]);
  expect(options()).toEqual([expect.stringContaining("Camera 2"), expect.stringContaining("Camera 1")]);
});

test("nothing is asked for words that are gone before the pause is over", async () => {
  function Typed({ words }: { readonly words: readonly string[] }) {
    const { isAsking } = useFoundCameras(search, words);
    return <p>{isAsking ? "asking" : "quiet"}</p>;
  }
  const { show } = await rendered(<Typed words={["gate"]} />);
  expect(screen.getByText("asking")).toBeTruthy();
  show(
    <MemoryRouter>
      <Typed words={[]} />
    </MemoryRouter>,
  );
  await pause();
  expect(asked).toEqual([]);
  expect(screen.getByText("quiet")).toBeTruthy();
});
