import { describe, expect, it } from "vitest";
import { server } from "#test/recorder/store/databases.ts";
import { newest, recorded, seams, standbyHouses } from "./standby-houses.ts";
import { type GroupRecorder, SEAM_MS } from "./standby-house.ts";

describe.skipIf(server === "")("a mirror (where PROSCENIUM_TEST_POSTGRES names a server)", () => {
  const houses = standbyHouses();

  it("records all the time, and each has no gap at all afterwards, and all marks, whichever was killed", {
    timeout: 420_000,
  }, async () => {
    const house = await houses.open(1);
    const owner = await house.recorder("owner");
    const mirror = await house.recorder("mirror");
    const cameras = [await house.addCamera(owner, 0)];
    const streamId = cameras[0]?.streamId ?? "";
    await recorded(house, mirror, cameras, Date.now() + 3000);
    const fromMs = await newest(mirror, streamId);
    const gaps = async (at: GroupRecorder): Promise<number[]> => {
      const since = (await seams(at, streamId)).filter(({ atMs }) => atMs > fromMs);
      return since.map(({ pauseMs }) => Math.round(pauseMs)).filter((ms) => Math.abs(ms) > SEAM_MS);
    };
    for (const one of [owner, mirror]) {
      const other = one === owner ? mirror : owner;
      await one.kill();
      await recorded(house, other, cameras, Date.now() + 4000);
      const mark = { streams: [streamId], start: Date.now() - 3000, stop: Date.now(), text: `alone: ${other.url}` };
      for (const kind of ["bookmarks", "locks"]) await other.ask("POST", `/service/${kind}`, mark);
      await one.start();
      await recorded(house, one, cameras, Date.now());
      expect(await gaps(one)).toHaveLength(1);
    }
    const texts = async (at: GroupRecorder, kind: "bookmarks" | "locks"): Promise<string[]> =>
      ((await at.ask<Record<string, { text: string }[]>>("GET", `/service/${kind}`))[kind] ?? []).map(
        ({ text }) => text,
      );
    const all = [owner, mirror].map(({ url }) => `alone: ${url}`).toSorted();
    for (const at of [owner, mirror])
      for (const kind of ["bookmarks", "locks"] as const)
        await house.until("marks of both", async () => (await texts(at, kind)).toSorted().join() === all.join());
    await house.until("filled gaps", async () => [...(await gaps(owner)), ...(await gaps(mirror))].length === 0);
  });
});
