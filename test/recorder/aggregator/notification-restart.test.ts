import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { NotifyingHouse } from "./notifying-house.ts";

let house: NotifyingHouse;
beforeEach(async () => {
  house = await NotifyingHouse.open();
});
afterEach(() => house.close());

describe("a restart", () => {
  const restart = async () => {
    await house.notifier.stop();
    await house.begin();
  };

  test("tells nothing twice, loses no mail that waits, and knows what is wrong", async () => {
    await house.add();
    await house.add({ name: "Daily", action: "digest", digestTime: "08:00" });
    house.orchids.tell("camera-unreachable", "o1", "c1");
    await house.after(0);
    await restart();
    await house.after(0);
    await house.after(5);
    expect(house.subjects()).toEqual(["Night watch"]);
    await restart();
    // After a crash the watch may tell again what it has told.
    house.orchids.tell("camera-unreachable", "o1", "c1");
    await house.toMorning();
    expect(house.subjects()).toEqual(["Night watch", "Daily"]);
    expect(house.bodyOf(1)).toMatch(/Still so:[^]*Gate/);
    house.orchids.tell("camera-back", "o1", "c1");
    await house.after(0);
    await house.after(60);
    house.orchids.tell("camera-unreachable", "o1", "c1");
    await house.after(0);
    await house.after(5);
    expect(house.subjects()).toEqual(["Night watch", "Daily", "Night watch"]);
  });

  test("that missed a recovery takes what is told anew for another outage", async () => {
    await house.add();
    house.orchids.tell("camera-unreachable", "o1", "c1");
    await house.after(0);
    await house.after(5);
    await restart();
    await house.after(600);
    house.orchids.tell("camera-unreachable", "o1", "c1");
    await house.after(0);
    await house.after(5);
    expect(house.subjects()).toHaveLength(2);
  });
});
