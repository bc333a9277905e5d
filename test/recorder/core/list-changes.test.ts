import { array, assert, constantFrom, dictionary, nat, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { ListChanges } from "#recorder/core/list-changes.ts";

const list = (entries: Readonly<Record<string, string>>) => new Map(Object.entries(entries));

describe("what changed in a list since a version", () => {
  test("is nothing, a changed entry, or a new order; without a known version it is everything", () => {
    const changes = new ListChanges();
    const first = changes.since("all", list({ gate: "idle", yard: "idle" }), "");
    expect(first.changed).toBeNull();
    const same = changes.since("all", list({ gate: "idle", yard: "idle" }), first.version);
    expect(same).toEqual({ version: first.version, changed: new Set(), isOrderOther: false });
    const other = changes.since("all", list({ gate: "running", yard: "idle" }), first.version);
    expect(other).toMatchObject({ changed: new Set(["gate"]), isOrderOther: false });
    const fewer = changes.since("all", list({ gate: "running" }), other.version);
    expect(fewer).toMatchObject({ changed: new Set(), isOrderOther: true });
    expect(changes.since("all", list({ gate: "running" }), first.version)).toMatchObject({
      changed: new Set(["gate"]),
      isOrderOther: true,
    });
  });

  test("a version of before a restart, of somebody who sees otherwise, or of the future is not known", () => {
    const changes = new ListChanges();
    const { version } = changes.since("all", list({ gate: "idle" }), "");
    for (const [who, since] of [
      ["some", version],
      ["all", new ListChanges().since("all", list({ gate: "idle" }), "").version],
      ["all", version.replace(/\d+$/, "99")],
      ["all", "nonsense"],
      ["all", version.replace(/\d+$/, "1e9")],
    ] as const)
      expect(changes.since(who, list({ gate: "idle" }), since).changed, since).toBeNull();
  });

  test("is remembered of the sixteen who asked last", () => {
    const changes = new ListChanges();
    const asked = Array.from({ length: 17 }, (_none, at) => changes.since(`user ${at}`, list({ gate: "idle" }), ""));
    const again = (at: number) => changes.since(`user ${at}`, list({ gate: "idle" }), asked[at]?.version ?? "").changed;
    expect(again(16)).toEqual(new Set());
    expect(again(0)).toBeNull();
  });

  test("whatever happens, who takes the differences from any version has the list", () => {
    const ids = ["gate", "yard", "door", "roof"];
    const lists = array(dictionary(constantFrom(...ids), constantFrom("idle", "running", "away")), {
      minLength: 2,
      maxLength: 12,
    });
    assert(
      property(lists, nat(), (steps, from) => {
        const changes = new ListChanges();
        const told = steps.map((entries) => ({ entries, ...changes.since("all", list(entries), "") }));
        const start = told[from % told.length];
        const end = steps.at(-1) ?? {};
        if (!start) return;
        const { changed, isOrderOther } = changes.since("all", list(end), start.version);
        const known: Record<string, string> = { ...start.entries };
        for (const id of changed ?? []) known[id] = end[id] ?? "";
        const order = isOrderOther ? Object.keys(end) : Object.keys(start.entries);
        expect(order.map((id) => [id, known[id]])).toEqual(Object.entries(end));
      }),
    );
  });
});
