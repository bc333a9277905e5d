// @vitest-environment jsdom
/** The Groups section of the side panel. */
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { GroupsSection } from "#chrome/screens/stage/panel/groups-section.tsx";
import { cameraKey } from "#state/camera-store.ts";
import { cameraFacts } from "#test/support/client/camera-facts.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

afterEach(cleanup);

test("of a group's cameras those of a server that takes no more players are left out, and no others", async () => {
  const { stores, workspace, show } = await renderStage(
    [],
    null,
    visitor(null, { edition: "aggregator", admin: true }),
  );
  const all = ["n/1", "n/2", "n/3", "s/4"].map((key) => {
    const [orchidId = "", id = ""] = key.split("/");
    return { ...cameraFacts(id), orchidId };
  });
  const group = { id: "g", name: "Doors", parentId: null, cameras: all.map(({ id, orchidId }) => ({ id, orchidId })) };
  act(() => {
    stores.cameras.change(
      (facts) => void Object.assign(facts.byKey, Object.fromEntries(all.map((c) => [cameraKey(c), c]))),
    );
    stores.groups.change((facts) => Object.assign(facts, { status: "ready", groups: [group] }));
  });
  const asked: string[] = [];
  const add = (key: string): string | null => {
    asked.push(key);
    return key.startsWith("n/") && key !== "n/1" ? null : key;
  };
  Object.assign(workspace.stage, { add });
  show(<GroupsSection openId={null} />);
  fireEvent.contextMenu(screen.getByRole("button", { name: /Doors.*4/ }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Add its cameras to the stage" }));
  expect(asked).toEqual(["n/1", "n/2", "s/4"]);
});
