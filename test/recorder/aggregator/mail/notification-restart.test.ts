import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { NotifyingHouse } from "#test/recorder/aggregator/support/notifying-house.ts";

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
    house.servers.tell("camera-unreachable", "o1", "c1");
    await house.after(0);
    await restart();
    await house.after(0);
    await house.after(5);
    expect(house.subjects()).toEqual(["Night watch"]);
    await restart();
    // After a crash a notification may be sent a second time.
    house.servers.tell("camera-unreachable", "o1", "c1");
    await house.toMorning();
    expect(house.subjects()).toEqual(["Night watch", "Daily"]);
    expect(house.bodyOf(1)).toMatch(/Still so:[^]*Gate/);
    house.servers.tell("camera-back", "o1", "c1");
    await house.after(0);
    await house.after(60);
    house.servers.tell("camera-unreachable", "o1", "c1");
    await house.after(0);
    await house.after(5);
    expect(house.subjects()).toEqual(["Night watch", "Daily", "Night watch"]);
  });

  test("loses no server that had gone a moment before, and waits whether it comes back", async () => {
    await house.add();
    const go = async (id: string): Promise<void> => {
      house.servers.tell("server-unreachable", id);
      const server = house.servers.get(id);
      if (server) house.servers.servers.set(id, { ...server, isAvailable: false });
      await house.after(0);
    };
    await go("o1");
    await go("o2");
    await restart();
    house.servers.tell("server-back", "o2");
    await house.after(14);
    await house.after(5);
    expect(house.subjects()).toEqual([]);
    await house.after(1);
    await house.after(5);
    expect(house.subjects()).toEqual(["Night watch"]);
    expect(house.bodyOf(0)).toContain("North");
    expect(house.bodyOf(0)).not.toContain("South");
  });

  test("after a crash a server that the registry knows to be there is not told of as gone", async () => {
    await house.add();
    house.servers.tell("server-unreachable", "o1");
    await house.after(0);
    await restart();
    await house.after(20);
    await house.after(5);
    expect(house.subjects()).toEqual([]);
  });

  test("that missed a recovery takes what is told anew for another outage", async () => {
    await house.add();
    house.servers.tell("camera-unreachable", "o1", "c1");
    await house.after(0);
    await house.after(5);
    await restart();
    await house.after(600);
    house.servers.tell("camera-unreachable", "o1", "c1");
    await house.after(0);
    await house.after(5);
    expect(house.subjects()).toHaveLength(2);
  });
});
