import { describe, expect, it } from "vitest";
import { isMissing, joined } from "#domain/recordings/missing.ts";
import { server } from "#test/recorder/store/databases.ts";
import { recorded, seams, standbyHouses } from "./standby-houses.ts";
import { type GroupRecorder, SEAM_MS, type StandbyHouse } from "./standby-house.ts";

const LONG = { timeout: 300_000 };
/** The promise is 8 s, which `scripts/scale/standby.mjs` measures; here other tests take the processors. */
const TAKEN_WITHIN_MS = 20_000;
const AHEAD_MS = 10_000;
const stretches = (shown: readonly { fromMs: number; toMs: number }[]) =>
  joined(shown.map(({ fromMs, toMs }) => ({ startMs: fromMs, endMs: toMs })));

describe.skipIf(server === "")("a standby (where PROSCENIUM_TEST_POSTGRES names a server)", () => {
  const houses = standbyHouses();
  let house: StandbyHouse;

  async function pair(prepare: (standby: GroupRecorder) => Promise<void> = () => Promise.resolve()) {
    house = await houses.open(1);
    const owner = await house.recorder("owner");
    const standby = await house.recorder("standby");
    await prepare(standby);
    const camera = await house.addCamera(owner, 0);
    // A standby that looks for less than a lease takes nobody.
    await recorded(house, owner, [camera], Date.now() + 8000);
    return { owner, standby, camera };
  }
  const hasNothing = (standby: GroupRecorder) =>
    house.until("a standby that has nothing", async () => (await standby.cameras()).length === 0 && !standby.hasFiles);
  const pauses = async (at: GroupRecorder, streamId: string) =>
    (await seams(at, streamId)).map(({ pauseMs }) => pauseMs).filter((pauseMs) => Math.abs(pauseMs) > SEAM_MS);

  it(
    "records again when the owner that was back dies before it has fetched everything, and once more before it records",
    LONG,
    async () => {
      const { owner, standby, camera } = await pair();
      await owner.kill();
      await recorded(house, standby, [camera], Date.now() + 10_000);
      const kept = standby.keep();
      const seen = await standby.shown(camera.streamId);
      await owner.start();
      await house.until("a standby that ends", async () => (await standby.cameras()).length === 0);
      const diedMs = Date.now();
      await owner.kill();
      await recorded(house, standby, [camera], diedMs + 10_000);
      // It answers, and its camera is dialled: the standby has not stopped yet.
      await owner.start();
      const diedAgainMs = Date.now();
      await owner.kill();
      await recorded(house, standby, [camera], diedAgainMs + 10_000);
      seen.push(...(await standby.shown(camera.streamId)));
      await owner.start();
      await hasNothing(standby);
      await recorded(house, owner, [camera], Date.now());
      const has = [...owner.files().values()];
      for (const [name, sha256] of kept()) expect(has, name).toContain(sha256);
      const held = stretches(await owner.shown(camera.streamId));
      for (const stretch of stretches(seen)) expect(isMissing(stretch, held)).toBe(false);
      const long = await pauses(owner, camera.streamId);
      for (const pauseMs of long) {
        expect(pauseMs).toBeGreaterThan(0);
        expect(pauseMs).toBeLessThan(TAKEN_WITHIN_MS);
      }
      // It died three times; the third time the standby was still recording.
      expect(long.length).toBeLessThanOrEqual(3);
    },
  );

  it(
    "says that its clock is wrong, takes over all the same when the database is back that was away as the owner died, and hands all of it back with right dates",
    LONG,
    async () => {
      const { owner, standby, camera } = await pair(async (one) => {
        await one.kill();
        one.clockAheadMs = AHEAD_MS;
        await one.start();
      });
      expect((await standby.checks()).standby).toMatch(/^ok, but its clock differs by (9\.\d+|10|10\.\d+) s/);
      expect((await owner.checks()).standby).toBe("ok");
      expect(await standby.events("Clock Off")).toHaveLength(1);
      house.shut(owner.door);
      house.shut(standby.door);
      await owner.kill();
      const diedMs = Date.now();
      await house.until("a lease that is over for long", () => Date.now() - diedMs > 12_000);
      expect((await standby.checks()).standby).toBe("the database of its group does not answer");
      expect(await standby.cameras()).toEqual([]);
      house.reopen(standby.door);
      const backMs = Date.now();
      await recorded(house, standby, [camera], backMs + AHEAD_MS);
      const [first] = await standby.shown(camera.streamId);
      expect((first?.fromMs ?? Infinity) - AHEAD_MS - backMs).toBeLessThan(TAKEN_WITHIN_MS);
      // The owner is back before its way to the database is: it records, and the standby too.
      await owner.start(true);
      await recorded(house, owner, [camera], Date.now());
      house.reopen(owner.door);
      await hasNothing(standby);
      await recorded(house, owner, [camera], Date.now());
      // Nothing is missing but what passed before it took over, and nothing is there twice.
      const long = await pauses(owner, camera.streamId);
      expect(long).toHaveLength(1);
      expect(long[0]).toBeGreaterThan(0);
      expect(long[0]).toBeLessThan(backMs - diedMs + TAKEN_WITHIN_MS);
      await standby.kill();
      standby.clockAheadMs = 0;
      await standby.start();
      expect((await standby.checks()).standby).toBe("ok");
    },
  );
});
