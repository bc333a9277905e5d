// @vitest-environment jsdom
/** The side panel's dialog of a camera group. */
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import GroupDialog from "#chrome/screens/stage/panel/groups/group-dialog.tsx";
import { cameraKey } from "#state/camera-store.ts";
import { cameraFacts } from "#test/support/client/camera-facts.ts";
import { type FakeServer, fakeServer } from "#test/support/client/http-fake.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

let server: FakeServer | undefined;
afterEach(async () => {
  cleanup();
  await server?.close();
});

test("cameras of a server that has told none yet stay in a group that is renamed", async () => {
  server = await fakeServer({ "PATCH /service/groups/g": { json: {} } });
  const group = {
    id: "g",
    name: "Doors",
    parentId: null,
    cameras: [
      { id: "1", orchidId: "1" },
      { id: "gone", orchidId: "1" },
      { id: "9", orchidId: "away" },
    ],
  };
  const { stores, show } = await renderStage(["1"], null, visitor(null, { edition: "aggregator", admin: true }), {
    origin: server.origin,
  });
  act(() => {
    stores.groups.change((facts) => Object.assign(facts, { status: "ready", groups: [group] }));
    stores.cameras.change((facts) => Object.assign(facts, { status: "ready", order: ["1/1"] }));
  });
  show(<GroupDialog group={group} parentId={null} onClose={() => undefined} />);
  fireEvent.change(screen.getByRole("textbox", { name: /name/i }), { target: { value: "Gates" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(server?.asked.some(({ method }) => method === "PATCH")).toBe(true));
  expect(JSON.parse(server.asked.find(({ method }) => method === "PATCH")?.body ?? "")).toEqual({
    name: "Gates",
    cameras: [group.cameras[0], group.cameras[2]],
  });
});

test("what somebody else makes of the group while it is edited is not undone: only what is other now is sent", async () => {
  server = await fakeServer({ "PATCH /service/groups/g": { json: {} } });
  const group = { id: "g", name: "Doors", parentId: null, cameras: [{ id: "2", orchidId: "1" }] };
  const administrator = visitor("Administrator");
  const { stores, show } = await renderStage(["1", "2"], null, administrator, { origin: server.origin });
  act(() => {
    stores.groups.change((facts) => Object.assign(facts, { status: "ready", groups: [group] }));
    stores.cameras.change((facts) => Object.assign(facts, { status: "ready", order: ["1/1", "1/2"] }));
  });
  show(<GroupDialog group={group} parentId={null} onClose={() => undefined} />);
  const renamed = { ...group, name: "Gates" };
  act(() => stores.groups.change((facts) => Object.assign(facts, { groups: [renamed] })));
  show(<GroupDialog group={renamed} parentId={null} onClose={() => undefined} />);
  fireEvent.click(screen.getByRole("checkbox", { name: "Camera 1" }));
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(server?.asked.some(({ method }) => method === "PATCH")).toBe(true));
  expect(JSON.parse(server.asked.find(({ method }) => method === "PATCH")?.body ?? "")).toEqual({
    cameras: [
      { id: "2", orchidId: "1" },
      { id: "1", orchidId: "1" },
    ],
  });
});

test("of very many cameras the first are there at once, the others follow; what is ticked stays so", async () => {
  const { stores, show } = await renderStage([], null, visitor("Administrator"));
  const all = Array.from({ length: 110 }, (_, i) => cameraFacts(`c${i}`));
  const byKey = Object.fromEntries(all.map((each) => [cameraKey(each), each]));
  act(() => stores.cameras.change((facts) => Object.assign(facts, { byKey, order: Object.keys(byKey) })));
  show(<GroupDialog group={null} parentId={null} onClose={() => undefined} />);
  const boxes = () => [...document.querySelectorAll<HTMLInputElement>("input[type=checkbox]")];
  expect(boxes()).toHaveLength(100);
  fireEvent.click(boxes()[7] ?? document.body);
  await waitFor(() => expect(boxes()).toHaveLength(110), { timeout: 10_000 });
  expect(boxes().flatMap((box, at) => (box.checked ? [at] : []))).toEqual([7]);
}, 60_000);

test("a name that another group has is said, and keeps nobody from saving it; its own is none", async () => {
  const groups = ["Doors", "Gates"].map((name) => ({ id: name, name, parentId: null, cameras: [] }));
  const { stores, show } = await renderStage([], null, visitor("Administrator"));
  act(() => stores.groups.change((facts) => Object.assign(facts, { status: "ready", groups })));
  show(<GroupDialog group={groups[0] ?? null} parentId={null} onClose={() => undefined} />);
  const hint = () => screen.queryByText("Another group has this name, too.");
  expect(hint()).toBeNull();
  fireEvent.change(screen.getByRole("textbox", { name: /name/i }), { target: { value: "gates" } });
  expect(hint()).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(false);
});
