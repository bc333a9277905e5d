import { describe, expect, test } from "vitest";
import { array, assert, property, string } from "fast-check";
import { foundRows } from "#domain/found-rows.ts";

const rows = ["Gate North", "Gate South", "Café Entrance", "駐車場 1", "Hof (Straße)"] as const;
const find = (typed: string): readonly string[] => foundRows(rows, typed, (row) => row);

describe("the search of a list", () => {
  test.each([
    ["", rows],
    ["   ", rows],
    ["gate", ["Gate North", "Gate South"]],
    ["south gate", ["Gate South"]],
    ["  GATE   no ", ["Gate North"]],
    ["cafe", ["Café Entrance"]],
    ["駐車場１", []],
    ["駐車場 １", ["駐車場 1"]],
    ["(str", ["Hof (Straße)"]],
    ["nothing", []],
  ] as const)("%j", (typed, found) => expect(find(typed)).toEqual(found));

  test("finds every row by its own text and keeps the order of the list", () => {
    assert(
      property(array(string()), string(), (texts, typed) => {
        const found = foundRows(texts, typed, (text) => text);
        expect(texts.filter((text) => found.includes(text))).toEqual(found);
        for (const text of texts) expect(foundRows(texts, text, (each) => each)).toContain(text);
      }),
    );
  });
});
