// @vitest-environment jsdom
/** The Groups section of the side panel. */
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { GroupsSection } from "#chrome/screens/stage/panel/groups/groups-section.tsx";
import { cameraKey } from "#state/camera-store.ts";
import { cameraFacts } from "#test/support/client/camera-facts.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

afterEach(cleanup);

test("a group's menu shows its cameras and those of the groups inside, each once; so does a drag of its row", async () => {
  const { stores, workspace, show } = await renderStage(
    [],
    null,
    visitor(null, { edition: "aggregator", admin: true }),
  );
  const all = ["n/1", "n/2", "n/3", "s/4"].map((key) => {
    const [orchidId = "", id = ""] = key.split("/");
    return { ...cameraFacts(id), orchidId };
  });
  const refs = all.map(({ id, orchidId }) => ({ id, orchidId }));
  const group = { id: "g", name: "Doors", parentId: null, cameras: refs.slice(0, 3) };
  const inside = {
    id: "h",
    name: "Back doors",
    parentId: "g",
    cameras: [...refs.slice(2), { id: "9", orchidId: "n" }],
  };
  act(() => {
    stores.cameras.change(
      (facts) => void Object.assign(facts.byKey, Object.fromEntries(all.map((c) => [cameraKey(c), c]))),
    );
    stores.groups.change((facts) => Object.assign(facts, { status: "ready", groups: [group, inside] }));
  });
  const asked: (readonly string[])[] = [];
  const several = await workspace.arranging();
  Object.assign(workspace, { arranging: () => Promise.resolve({ ...several, addAll: asked.push.bind(asked) }) });
  const dragged: (readonly string[])[] = [];
  show(<GroupsSection openId={null} onDrag={(_event, keys) => dragged.push(keys)} />);
  const row = screen.getByRole("button", { name: /Doors.*5/ });
  fireEvent.pointerDown(row);
  fireEvent.contextMenu(row);
  fireEvent.click(await screen.findByRole("menuitem", { name: "Show all 5 cameras" }));
  await act(() => Promise.resolve());
  // The camera that nobody knows is not asked for.
  expect(asked).toEqual([["n/1", "n/2", "n/3", "s/4"]]);
  expect(dragged).toEqual(asked);
});
