import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { NotifyingHouse } from "#test/recorder/aggregator/support/notifying-house.ts";

let house: NotifyingHouse;
beforeEach(async () => {
  house = await NotifyingHouse.open();
});
afterEach(() => house.close());

describe("a digest", () => {
  test("comes once a day at its time in the server's zone, also when there is nothing to say", async () => {
    await house.add({ name: "Daily", action: "digest", digestTime: "08:00" });
    await house.after(22 * 3600);
    expect(house.subjects()).toEqual([]);
    await house.toMorning();
    await house.after(60);
    await house.after(3600);
    expect(house.subjects()).toEqual(["Daily"]);
    expect(house.bodyOf(0)).toContain("There were no events.");
    expect(house.bodyOf(0)).toContain("From 2026-11-22 09:00:00 to 2026-11-23 08:00:00 (Europe/Berlin).");
    await house.after(23 * 3600);
    expect(house.subjects()).toEqual(["Daily", "Daily"]);
  });

  test("says what happened, what is over and what is still so", async () => {
    await house.add({ action: "digest", digestTime: "08:00" });
    house.servers.tell("camera-unreachable", "o1", "c1");
    house.servers.tell("camera-unreachable", "o2", "c3");
    await house.after(0);
    await house.after(30);
    house.servers.tell("camera-back", "o1", "c1");
    await house.after(0);
    await house.after(60);
    expect(house.subjects()).toEqual([]);
    await house.toMorning();
    expect(house.bodyOf(0)).toMatch(/Events:[^]*Camera unreachable: Gate[^]*Camera recovered: Gate/);
    expect(house.bodyOf(0)).toMatch(/Still so:[^]*Roof \(South\)/);
    expect(house.bodyOf(0)).not.toMatch(/Still so:[^]*Gate/);
    await house.after(86_400);
    expect(house.bodyOf(1)).toMatch(/There were no events\.[^]*Still so:[^]*Roof/);
  });

  test("comes again after a clock that was ahead by years was set right; a small step brings none twice", async () => {
    await house.add({ name: "Daily", action: "digest", digestTime: "08:00" });
    await house.after(3650 * 86_400);
    expect(house.subjects()).toHaveLength(1);
    await house.after(-3650 * 86_400);
    await house.toMorning();
    expect(house.subjects()).toHaveLength(2);
    for (const seconds of [-10, 10, 60]) await house.after(seconds);
    expect(house.subjects()).toHaveLength(2);
  });

  test("that was due while nobody ran comes at the start", async () => {
    await house.add({ action: "digest", digestTime: "08:00" });
    await house.notifier.stop();
    house.nowMs += 30 * 3_600_000;
    await house.begin();
    await house.after(0);
    expect(house.subjects()).toHaveLength(1);
  });
});
