import { expect, test } from "vitest";
import { Channel } from "#recorder/ipc/channel.ts";
import type { MainContract } from "#recorder/ipc/main-contract.ts";
import type { MediaContract } from "#recorder/ipc/media-contract.ts";
import { portPair } from "#test/support/machine/port-pair.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const URL = "/service/server/integrity";

test("what is damaged is told with its camera, also of one that is not known, until it is gone", async () => {
  const house = await TestHouse.open();
  try {
    const headers = { authorization: house.basic("admin", house.adminPassword) };
    const ask = async () => (await house.ask("GET", URL, { headers })).json<Record<string, unknown>>();
    expect(await ask()).toEqual({
      begun: 0,
      ended: 0,
      checked: 0,
      files: 0,
      hurried: false,
      compared: null,
      damaged: 0,
      recordings: [],
    });
    const { index } = house.services;
    const row = { streamId: "1.1", startMs: 1000, endMs: 2000, file: "1/1.mp4", bytes: 1, frames: 1 };
    const id = await index.insertClosed(row, new Uint8Array());
    await index.setDamage(id, "short", 5000);
    await index.setScrubState({ afterId: id, beganMs: 4000, checked: 1, endedMs: 6000 });
    await index.setComparison({ atMs: 3000, files: 5, adopted: 1, dropped: 2, unreadable: 3 });
    expect(await ask()).toEqual({
      begun: 4000,
      ended: 6000,
      checked: 1,
      files: 1,
      hurried: false,
      compared: { time: 3000, files: 5, adopted: 1, dropped: 2, unreadable: 3 },
      damaged: 1,
      recordings: [
        {
          camera: { id: "", name: "" },
          streamId: "1.1",
          start: 1000,
          end: 2000,
          volume: "",
          file: "1/1.mp4",
          damage: "short",
          found: 5000,
        },
      ],
    });
    await index.removeSegments([id]);
    expect(await ask()).toMatchObject({ damaged: 0, files: 0, recordings: [] });
  } finally {
    await house.close();
  }
});

test("administrators have all recordings checked now: it is in the audit, and its end is an event", async () => {
  const house = await TestHouse.open();
  try {
    const headers = { authorization: house.basic("admin", house.adminPassword) };
    const { index, media, journal } = house.services;
    const [main, child] = portPair();
    const channel = new Channel<MediaContract, MainContract>(child);
    channel.serve("streams.set", () => ({ ok: true, value: null }));
    media.attach(main);
    let begun = 0;
    channel.serve("recordings.check", async () => {
      begun += 1;
      await index.setScrubState({ afterId: 0, beganMs: 7000, checked: 0, endedMs: 6000, isHurried: true });
      return { ok: true, value: null };
    });
    const answer = await house.ask("POST", `${URL}/check`, { headers });
    expect([answer.statusCode, answer.json()]).toMatchObject([202, { begun: 7000, hurried: true, checked: 0 }]);
    expect(begun).toBe(1);
    const audit = await house.ask("GET", "/service/audit?action=recordings-checked", { headers });
    expect(audit.json()).toMatchObject({ entries: [{ username: "admin" }] });
    channel.tell("recordings.checked", { files: 12, damaged: 1 });
    const events = async () =>
      JSON.stringify(await journal.events({ startMs: 0, stopMs: 1e15, count: 9, isShown: () => true }));
    await expect.poll(events).toContain("event/recordings-checked");
  } finally {
    await house.close();
  }
});
