// @vitest-environment jsdom
/** What the stages tab offers is what the server grants: shared stages are taken back by their owners and by administrators. */
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, expect, test } from "vitest";
import { StagesTab } from "#chrome/screens/stage/stages-tab.tsx";
import { renderStage } from "./render-stage.tsx";
import { visitor } from "./visitor.ts";

afterEach(cleanup);

test.each([
  ["a user", false, { Mine: true, Theirs: false }],
  ["an administrator", true, { Mine: true, Theirs: true }],
])("%s of an aggregator is offered to unshare what the server lets them unshare", async (_who, admin, offered) => {
  const area = createRef<HTMLElement>();
  const { stores } = await renderStage([], <StagesTab area={area} />, visitor(null, { edition: "aggregator", admin }));
  const stage = (name: string, ownerId: string) => ({
    id: name,
    name,
    shared: true,
    ownerId,
    shadowName: null,
    shadowShared: null,
    matrix: [],
  });
  act(() =>
    stores.savedStages.change((facts) =>
      // "1" is who is signed in.
      Object.assign(facts, { status: "ready", list: [stage("Mine", "1"), stage("Theirs", "2")] }),
    ),
  );
  for (const [name, unshare] of Object.entries(offered)) {
    fireEvent.click(screen.getByRole("button", { name: `Actions for stage ${name}` }));
    expect(await screen.findByRole("menu")).toBeTruthy();
    expect(screen.queryByRole("menuitem", { name: "Unshare" }) !== null, name).toBe(unshare);
    fireEvent.keyDown(screen.getByRole("menu"), { key: "Escape" });
  }
});
