import { expect, test } from "vitest";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const URL = "/service/server/integrity";

test("what is damaged is told with its camera, also of one that is not known, until it is gone", async () => {
  const house = await TestHouse.open();
  try {
    const headers = { authorization: house.basic("admin", house.adminPassword) };
    const ask = async () => (await house.ask("GET", URL, { headers })).json<Record<string, unknown>>();
    expect(await ask()).toEqual({ begun: 0, ended: 0, checked: 0, files: 0, damaged: 0, recordings: [] });
    const { index } = house.services;
    const row = { streamId: "1.1", startMs: 1000, endMs: 2000, file: "1/1.mp4", bytes: 1, frames: 1 };
    const id = await index.insertClosed(row, new Uint8Array());
    await index.setDamage(id, "short", 5000);
    await index.setScrubState({ afterId: id, beganMs: 4000, checked: 1, endedMs: 6000 });
    expect(await ask()).toEqual({
      begun: 4000,
      ended: 6000,
      checked: 1,
      files: 1,
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
