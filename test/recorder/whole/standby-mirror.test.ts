import { describe, expect, it } from "vitest";
import { server } from "#test/recorder/store/databases.ts";
import { newest, recorded, seams, standbyHouses } from "./standby-houses.ts";
import { type GroupRecorder, SEAM_MS } from "./standby-house.ts";

describe.skipIf(server === "")("a mirror (where PROSCENIUM_TEST_POSTGRES names a server)", () => {
  const houses = standbyHouses();

  it("records all the time, and each has no gap at all afterwards, whichever was killed", {
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
      await one.kill();
      await recorded(house, one === owner ? mirror : owner, cameras, Date.now() + 4000);
      await one.start();
      await recorded(house, one, cameras, Date.now());
      expect(await gaps(one)).toHaveLength(1);
    }
    await house.until("filled gaps", async () => [...(await gaps(owner)), ...(await gaps(mirror))].length === 0);
  });
});
