import { describe, expect, it } from "vitest";
import { server } from "#test/recorder/store/databases.ts";
import { recorded, seams, standbyHouses } from "./standby-houses.ts";
import { type GroupRecorder, SEAM_MS, type StandbyHouse } from "./standby-house.ts";

/** The promise is 8 s, which `scripts/scale/standby.mjs` measures; here other tests take the processors. */
const TAKEN_WITHIN_MS = 20_000;
/** The promise is 10 s. */
const MISSED_WITHIN_MS = 20_000;

describe.skipIf(server === "")("a standby (where PROSCENIUM_TEST_POSTGRES names a server)", () => {
  const houses = standbyHouses();
  let house: StandbyHouse;

  async function pair(): Promise<{
    owner: GroupRecorder;
    standby: GroupRecorder;
    cameras: { id: string; streamId: string }[];
  }> {
    house = await houses.open(2);
    const owner = await house.recorder("owner");
    const standby = await house.recorder("standby");
    const cameras = [await house.addCamera(owner, 0), await house.addCamera(owner, 1)];
    return { owner, standby, cameras };
  }
  /** Motion, a bookmark and a lock; and what the journal tells of the camera since the standby began. */
  async function note(at: GroupRecorder, streamId: string, nowMs: number) {
    const index = await at.index();
    const mark = { streams: [streamId], start: nowMs - 60_000, stop: nowMs, text: "seen at the standby" };
    for (const kind of ["bookmarks", "locks"]) await at.ask("POST", `/service/${kind}`, mark);
    // Where no recorder has seen any of its own.
    const motion = { streamId, startMs: nowMs - 600_000, stopMs: nowMs - 590_000, score: 0.5 };
    await index.putEvent(motion);
    const told = (one: GroupRecorder) =>
      one.ask<{ events: { id: string; type: string; streamId: string | null; when: number }[] }>(
        "GET",
        "/service/events/server",
      );
    const ids = (await told(at)).events.flatMap((event) => (event.streamId === streamId ? event.id : []));
    expect(ids.length).toBeGreaterThan(0);
    return {
      areGone: async () =>
        (await index.locks()).length +
          (await index.bookmarks(0, nowMs)).length +
          (await index.events([streamId], 0, motion.stopMs)).length ===
        0,
      async expectAt(owner: GroupRecorder): Promise<void> {
        const made = { streamId, start: mark.start, stop: mark.stop, text: mark.text, createdBy: "admin" };
        expect(await owner.ask("GET", "/service/bookmarks")).toMatchObject({ bookmarks: [made] });
        expect(await owner.ask("GET", "/service/locks")).toMatchObject({ locks: [made] });
        expect(await (await owner.index()).events([streamId], 0, motion.stopMs)).toMatchObject([motion]);
        expect((await told(owner)).events.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
        expect((await told(at)).events.filter((event) => event.streamId === streamId)).toEqual([]);
      },
    };
  }
  const isEmpty = (at: GroupRecorder): boolean => !at.hasFiles;

  it("records the cameras of an owner that dies, and hands everything back when it returns: byte for byte, nothing twice", {
    timeout: 300_000,
  }, async () => {
    const { owner, standby, cameras } = await pair();
    // A standby that looks for less than a lease takes nobody.
    await recorded(house, owner, cameras, Date.now() + 8000);
    const diedMs = Date.now();
    await owner.kill();
    await recorded(house, standby, cameras, diedMs);
    for (const { streamId } of cameras) {
      const [first] = await standby.shown(streamId);
      expect((first?.fromMs ?? Infinity) - diedMs).toBeLessThan(TAKEN_WITHIN_MS);
    }
    expect((await standby.cameras()).map(({ id }) => id).toSorted()).toEqual(cameras.map(({ id }) => id).toSorted());
    const notes = await note(standby, cameras[0]?.streamId ?? "", Date.now());
    await recorded(house, standby, cameras, Date.now() + 3000);
    const kept = standby.keep();
    await owner.start();
    const backMs = Date.now();
    await house.until(
      "a standby that has nothing",
      async () => (await standby.cameras()).length === 0 && isEmpty(standby) && (await notes.areGone()),
    );
    await notes.expectAt(owner);
    await recorded(house, owner, cameras, Date.now());
    const has = [...owner.files().values()];
    for (const [name, sha256] of kept()) expect(has, name).toContain(sha256);
    for (const { streamId } of cameras) {
      const long = (await seams(owner, streamId)).filter(({ pauseMs }) => Math.abs(pauseMs) > SEAM_MS);
      expect(long).toHaveLength(1);
      expect(long[0]?.pauseMs).toBeLessThan(TAKEN_WITHIN_MS + 1000);
      expect(long[0]?.atMs).toBeLessThan(backMs);
    }
    const [, camera] = cameras;
    const { archives } = await owner.ask<{ archives: unknown[] }>(
      "GET",
      `/service/archives?streamId=${camera?.streamId}`,
    );
    expect(archives).toHaveLength(2);
  });

  it("goes on with a hand-back in which either of them is killed: nothing lost, nothing twice", {
    timeout: 300_000,
  }, async () => {
    const { owner, standby, cameras } = await pair();
    await recorded(house, owner, cameras, Date.now() + 8000);
    const diedMs = Date.now();
    await owner.kill();
    await recorded(house, standby, cameras, diedMs + 10_000);
    // It goes on with what it has begun.
    const killedMs = Date.now();
    await standby.kill();
    await standby.start();
    await recorded(house, standby, cameras, killedMs + 5000);
    const kept = standby.keep();
    await owner.start();
    await house.until("a standby that ends", async () => (await standby.cameras()).length === 0);
    await standby.kill();
    await owner.kill();
    await owner.start();
    await standby.start();
    await house.until("a standby that has nothing", () => isEmpty(standby));
    await recorded(house, owner, cameras, Date.now());
    const has = [...owner.files().values()];
    // What was open when the standby was killed has lost its torn end since.
    for (const [name, sha256] of kept()) expect(has, name).toContain(sha256);
    for (const { streamId } of cameras)
      for (const { pauseMs } of await seams(owner, streamId)) expect(pauseMs).toBeGreaterThan(-SEAM_MS);
  });

  it("does not double what an owner records on that is only cut off from the database", {
    timeout: 300_000,
  }, async () => {
    const { owner, standby, cameras } = await pair();
    await recorded(house, owner, cameras, Date.now() + 8000);
    const cutMs = Date.now();
    house.shut(owner.door);
    await recorded(house, standby, cameras, cutMs);
    await house.until("a check that fails", async () => (await owner.checks()).standby !== "ok");
    const kept = standby.keep();
    house.reopen(owner.door);
    await house.until(
      "a standby that has nothing",
      async () => (await standby.cameras()).length === 0 && isEmpty(standby),
    );
    expect((await owner.checks()).standby).toBe("ok");
    await recorded(house, owner, cameras, Date.now());
    const has = [...owner.files().values()];
    for (const [name, sha256] of kept()) expect(has, name).not.toContain(sha256);
    for (const { streamId } of cameras)
      for (const { pauseMs } of await seams(owner, streamId)) expect(Math.abs(pauseMs)).toBeLessThan(SEAM_MS);
  });

  it("takes nobody because it was away from the database itself, and says that it is", {
    timeout: 300_000,
  }, async () => {
    const { owner, standby, cameras } = await pair();
    await recorded(house, owner, cameras, Date.now() + 8000);
    house.shut(standby.door);
    await house.until("a check that fails", async () => (await standby.checks()).standby !== "ok");
    // Both are away: nobody renews, nobody looks.
    house.shut(owner.door);
    await recorded(house, owner, cameras, Date.now() + 7000);
    house.reopen(owner.door);
    house.reopen(standby.door);
    await recorded(house, owner, cameras, Date.now() + 9000);
    expect((await standby.checks()).standby).toBe("ok");
    expect(await standby.cameras()).toEqual([]);
    // The owner has not taken it for dead either, and knows when it is.
    const missing = () => owner.events("Standby Missing");
    expect((await owner.checks()).standby).toBe("ok");
    const before = (await missing()).length;
    const killedMs = performance.now();
    await standby.kill();
    const said = async (): Promise<string> => (await owner.checks()).standby ?? "";
    await house.until("an owner that knows that it is alone", async () => (await said()).startsWith("ok, but nobody"));
    expect(performance.now() - killedMs).toBeLessThan(MISSED_WITHIN_MS);
    expect(await missing()).toHaveLength(before + 1);
    await standby.start();
    await house.until("an owner that is not alone", async () => (await said()) === "ok");
    expect(await owner.events("Standby Found")).not.toEqual([]);
  });
});
