import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { type FleetPlace, fleetKey, fleetOrder, fleetPage, fleetText, fleetWords } from "#domain/cameras/fleet.ts";

const entry = (id: string, name: string, more: { orchidId?: string; state?: string; maker?: string } = {}) => ({
  id,
  orchidId: more.orchidId ?? "n",
  sortKey: fleetOrder(name),
  foundBy: fleetText({ name, maker: more.maker }),
  state: more.state ?? "running",
});
const all = { words: [], orchidId: null, among: null, state: null };
const ids = (page: readonly { readonly id: string }[]) => page.map(({ id }) => id).join();

describe("the order of cameras", () => {
  it.each([
    ["Camera 9", "Camera 10"],
    ["camera 2 b", "Camera 10 a"],
    ["Äpfel", "Birnen"],
    ["Gate", "Gate 1"],
    ["Gate 007", "Gate 8"],
  ])("%s stands before %s", (before, after) => {
    expect(fleetOrder(before) < fleetOrder(after)).toBe(true);
  });

  test("numbers sort as numbers, however long they are", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 80n }), fc.bigInt({ min: 0n, max: 10n ** 80n }), (a, b) => {
        expect(fleetOrder(`Camera ${a}`) < fleetOrder(`Camera ${b}`)).toBe(a < b);
      }),
    );
  });

  test("a name from a stranger stays as short as an index bears", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 3000 }), (name) => {
        const texts = [fleetOrder(name), fleetText({ name, maker: name, model: name })];
        expect(texts.map((text) => text.length <= 400 && !text.includes("\0"))).toEqual([true, true]);
        expect(fleetOrder(name).length).toBeLessThanOrEqual(100);
      }),
      { numRuns: 30 },
    );
  });
});

describe("a search", () => {
  const gate = entry("1", "Main Gate", { maker: "Axis" });
  const yard = entry("2", "Yard", { orchidId: "s", maker: "Bosch", state: "idle" });
  const servers = [
    { id: "n", name: "North" },
    { id: "s", name: "South Gate" },
  ];
  it.each([
    ["", "1,2"],
    ["GATE", "1,2"],
    ["main gate", "1"],
    ["gate main", ""],
    ["gate\nmain", "1"],
    ["axis", "1"],
    ["gate axis", ""],
    ["south\nyard", "2"],
    ["north\nyard", ""],
    [" \n ", "1,2"],
  ])("for %j finds %j", (text, expected) => {
    const filter = { ...all, words: fleetWords(text, servers) };
    expect(ids(fleetPage([gate, yard], filter, { after: null, limit: 9 }).page)).toBe(expected);
  });

  it.each([
    [{ orchidId: "s" }, "2"],
    [{ among: ["n/1", "s/1"] }, "1"],
    [{ state: { is: "idle", away: [] } }, "2"],
    [{ state: { is: "idle", away: ["s"] } }, ""],
    [{ state: { is: "unknown", away: ["s"] } }, "2"],
  ])("with the filter %j finds %j", (filter, expected) => {
    expect(ids(fleetPage([gate, yard], { ...all, ...filter }, { after: null, limit: 9 }).page)).toBe(expected);
  });

  test("pages say every camera once, in one order, whatever their size; the counts are of all pages", () => {
    const names = fc.array(fc.tuple(fc.constantFrom("n", "s"), fc.string({ maxLength: 4 })), { maxLength: 30 });
    fc.assert(
      fc.property(names, fc.integer({ min: 1, max: 40 }), (fleet, limit) => {
        const entries = fleet.map(([orchidId, name], at) => entry(String(at), name, { orchidId }));
        const whole = fleetPage(entries, all, { after: null, limit: 1000 });
        const found: string[] = [];
        for (let after: FleetPlace | null = null, isLast = false; !isLast; ) {
          const { page, next, counts }: ReturnType<typeof fleetPage> = fleetPage(entries, all, { after, limit });
          expect(counts).toEqual(whole.counts);
          found.push(...page.map(fleetKey));
          [after, isLast] = [next, next === null];
        }
        expect(found).toEqual(whole.page.map(fleetKey));
        expect(new Set(found).size).toBe(entries.length);
      }),
    );
  });
});
