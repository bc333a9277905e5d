// @vitest-environment jsdom
/** The lanes beside the timeline: names, choice, legend, and the height of the strip. */
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, expect, test } from "vitest";
import { StageControlBar } from "#chrome/screens/stage/timeline/control-bar.tsx";
import EventsDialog from "#chrome/screens/stage/timeline/events-dialog.tsx";
import { fakeServer } from "#test/support/client/http-fake.ts";
import { visitor } from "#test/chrome/support/visitor.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";

afterEach(cleanup);

function Bar() {
  return <StageControlBar frame={useRef(null)} />;
}
const names = (): (string | null)[] =>
  screen.getAllByRole("listitem").map((item) => item.querySelector("button")?.textContent ?? null);

test("sixteen lanes have their names; a name selects the camera, and one lane can stand for all", async () => {
  const cameras = Array.from({ length: 16 }, (_, index) => String(index + 1));
  const { stores, workspace } = await renderStage(cameras, <Bar />);
  await screen.findByRole("list", { name: "Lanes" });
  expect(names()).toHaveLength(16);
  fireEvent.click(screen.getByRole("button", { name: "Camera 7" }));
  const focused = stores.stage.get().grid.cells.find(({ id }) => id === stores.stage.get().focusedTileId);
  expect(focused?.camera.id).toBe("7");
  expect(screen.getByRole("button", { name: "Camera 7" }).getAttribute("aria-pressed")).toBe("true");
  act(() => workspace.timeline.setLanes("selected"));
  expect(names()).toEqual(["Camera 7"]);
  act(() => workspace.timeline.setLanes("one"));
  expect(names()).toEqual(["All cameras"]);
});

test("the pointer over a lane names the camera and the time", async () => {
  const { stores, workspace } = await renderStage(["1", "2", "3"], <Bar />);
  await screen.findByRole("list", { name: "Lanes" });
  act(() => {
    workspace.timeline.place({ x: 132, y: 700, width: 600, height: 96 });
    // The second lane of 22 px below the ruler of 24.
    workspace.timeline.hover(0.5, 24 + 30);
  });
  const caption = document.querySelector("[data-thumbnail-caption]");
  expect(caption?.textContent).toMatch(/^Camera 2\d\d:\d\d:\d\d$/);
  expect(document.querySelector("[data-hovered]")?.textContent).toBe("Camera 2");
  const damage = (streamId: string): void =>
    act(() => stores.timeline.change((facts) => void (facts.damaged[streamId] = [{ startMs: 0, stopMs: 1e14 }])));
  damage("s1");
  expect(caption?.textContent).toMatch(/^Camera 2\d\d:\d\d:\d\d$/);
  damage("s2");
  expect(caption?.textContent).toMatch(/^Camera 2\d\d:\d\d:\d\ddamaged on the disk$/);
});

test("the legend opens and closes by its button, Escape, and a press elsewhere", async () => {
  await renderStage(["1"], <Bar />);
  const button = await screen.findByRole("button", { name: "What the colours mean" });
  const legend = () => screen.queryByRole("region", { name: "What the colours mean" });
  for (const close of [
    () => fireEvent.click(button),
    () => fireEvent.keyDown(document.body, { key: "Escape" }),
    () => fireEvent.pointerDown(document.body),
  ]) {
    fireEvent.click(button);
    await waitFor(() => expect(legend()?.textContent).toContain("Motion"));
    close();
    await waitFor(() => expect(legend()).toBeNull());
  }
});

test("the strip's edge is moved by keys and by dragging, no farther than half of the window, and a double click forgets it", async () => {
  const { stores } = await renderStage(["1"], <Bar />);
  act(() => stores.preferences.change((facts) => void (facts.window = { widthPx: 1280, heightPx: 800 })));
  const edge = screen.getByRole("separator", { name: "Height of the timeline" });
  const height = () => stores.preferences.get().timelineHeightPx;
  fireEvent.keyDown(edge, { key: "End" });
  expect(height()).toBe(400);
  expect(edge.getAttribute("aria-valuenow")).toBe("400");
  fireEvent.keyDown(edge, { key: "Home" });
  expect(height()).toBe(60);
  edge.setPointerCapture = () => undefined;
  Object.defineProperty(edge.parentElement, "clientHeight", { value: 100 });
  fireEvent.keyDown(edge, { key: "ArrowUp" });
  expect(height()).toBe(124);
  fireEvent.pointerDown(edge, { button: 0, clientY: 600 });
  fireEvent.pointerMove(edge, { clientY: 550 });
  // Only a line moves, until the pointer is released.
  expect(height()).toBe(124);
  fireEvent.pointerUp(edge, { clientY: 550 });
  expect(height()).toBe(150);
  fireEvent.doubleClick(edge);
  expect(height()).toBeNull();
});

test("the table of motion has what any stream of a camera has seen, and one row for what two of them saw", async () => {
  const second = (seconds: number): number => Date.UTC(2026, 4, 4, 12, 0, seconds);
  const event = (streamId: string, from: number, to: number) => ({
    id: `${streamId}.${from}`,
    streamId,
    start: second(from),
    stop: second(to),
  });
  const server = await fakeServer({
    "GET /service/events/camera-stream": ({ query }) => {
      const all = [event("before", 40, 44), event("s1", 20, 25), event("before", 21, 26)];
      const ids = (query.get("id") ?? "").split(",");
      return { json: { events: all.filter(({ streamId }) => ids.includes(streamId)) } };
    },
  });
  const { stores, show } = await renderStage(["1"], null, visitor("Viewer"), { origin: server.origin });
  const size = { widthPx: null, heightPx: null, framesPerSecond: null };
  act(() =>
    stores.cameras.change(({ byKey }) => {
      for (const camera of Object.values(byKey))
        camera.streams = ["before", "s1"].map((id) => ({ id, name: id, active: true, ...size, isWatched: false }));
    }),
  );
  show(<EventsDialog onClose={() => undefined} />);
  await waitFor(() => expect(screen.getAllByRole("button", { name: /^Go to / })).toHaveLength(2));
  expect(
    screen
      .getAllByRole("row")
      .map((row) => row.textContent)
      .join(),
  ).toMatch(/4\.0.*5\.0/);
  await server.close();
});
