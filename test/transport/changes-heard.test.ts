import { expect, test } from "vitest";
import { ChangesHeard } from "#transport/changes-heard.ts";

const heard = (...texts: (string | null)[]) => {
  const changes = new ChangesHeard();
  for (const text of texts) changes.hear(text);
  return changes;
};

test.each<[string, (string | null)[], string | undefined, boolean]>([
  ["nothing changed since the first answer", ["b.4"], "b.4", false],
  ["answers overtake one another: the oldest counts", ["b.6", "b.5", "b.6"], "b.6", true],
  ["something changed before the opening", ["b.4"], "b.5", true],
  ["answers of no list say nothing", [null, "b.4", null], "b.4", false],
  ["nothing was answered yet: nobody knows", [], "b.4", true],
  ["the server was started again in between", ["b.4"], "c.4", true],
  ["and while the page loaded", ["b.4", "c.1"], "c.1", true],
  ["an older server says nothing", ["b.4"], undefined, true],
  ["what is not ours is not believed", ["b.x"], "b.x", true],
])("%s", (_, texts, opening, differs) => {
  expect(heard(...texts).mayDiffer(opening)).toBe(differs);
});
