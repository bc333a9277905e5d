// @vitest-environment jsdom
/** The digits of the saved stages. */
import { act, cleanup, fireEvent } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ok } from "#base/result.ts";
import { useStageDigits } from "#chrome/screens/stage/use-stage-digits.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";

afterEach(cleanup);

function Digits() {
  useStageDigits();
  return <input aria-label="text" />;
}

test("1 to 9 show the saved stages in the order of the list, where no letters are typed", async () => {
  const { stores, workspace, getByLabelText } = await renderStage([], <Digits />);
  const shown: string[] = [];
  Object.assign(workspace.savedStages, {
    select: (id: string) => {
      shown.push(id);
      return ok({ missing: 0 });
    },
  });
  const list = ["first", "second"].map((id) => ({ id }));
  act(() => stores.savedStages.change((facts) => Object.assign(facts, { list })));
  fireEvent.keyDown(document.body, { key: "2" });
  fireEvent.keyDown(document.body, { key: "1" });
  // There is no third, 0 zooms, and the others are for the browser or the field.
  for (const key of ["3", "0"]) fireEvent.keyDown(document.body, { key });
  fireEvent.keyDown(document.body, { key: "1", ctrlKey: true });
  fireEvent.keyDown(getByLabelText("text"), { key: "1" });
  expect(shown).toEqual(["second", "first"]);
});
