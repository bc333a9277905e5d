import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { MAY_ALL } from "#test/support/view-rights.ts";
import {
  FETCH,
  type MediaSocketRig,
  openMediaSocketRig,
  wallOf,
} from "#test/recorder/viewing/support/media-socket-rig.ts";

let rig: MediaSocketRig;
beforeAll(async () => {
  rig = await openMediaSocketRig();
}, 30_000);
afterEach(() => rig.endViewers());
afterAll(() => rig.close());

describe("recorded pictures over HTTP", () => {
  it("gives pictures one by one over HTTP", async () => {
    await rig.sessions.open({
      sessionId: "http",
      streamId: "a",
      format: "jpeg",
      play: { timeMs: wallOf(20), rate: 1, heightPx: 90 },
      rights: MAY_ALL,
      ...FETCH,
    });
    const walls: number[] = [];
    for (let i = 0; i < 4; i += 1) {
      const answer = await rig.sessions.frame("http");
      if (!answer.ok) throw new Error(answer.error.code);
      expect(Buffer.from(answer.value.jpeg).readUInt16BE(0)).toBe(0xffd8);
      walls.push(answer.value.wallMs);
    }
    expect(walls).toEqual([...walls].sort((a, b) => a - b));
    expect(new Set(walls).size).toBe(4);
    rig.sessions.close("http");
    expect(await rig.sessions.frame("http")).toMatchObject({ ok: false });
  });

  const fetched = (sessionId: string, timeMs: number, how: Partial<typeof FETCH>) => {
    const play = { timeMs, rate: 1, heightPx: 90 };
    return rig.sessions.open({ sessionId, streamId: "a", format: "jpeg", play, rights: MAY_ALL, ...FETCH, ...how });
  };

  it("waits as long for a picture over HTTP as was asked, over a gap too", async () => {
    const awayMs = 2500;
    await fetched("short", wallOf(150) - awayMs, { waitMs: 100 });
    await fetched("long", wallOf(150) - awayMs, { waitMs: 8000 });
    const long = rig.sessions.frame("long");
    expect(await rig.sessions.frame("short")).toMatchObject({ ok: false, error: { code: "stream/not-running" } });
    // Longer than the lifetime of a session without requests.
    expect(await long).toMatchObject({ ok: true, value: { wallMs: wallOf(150) } });
    rig.sessions.close("long");
    rig.sessions.close("short");
    rig.ended.splice(0);
  });

  it("says over HTTP what it cannot play, instead of waiting for it", async () => {
    const spec = { streamId: "a", format: "jpeg", ...FETCH } as const;
    const standing = { timeMs: wallOf(20), rate: 0, heightPx: 90 };
    await rig.sessions.open({ ...spec, sessionId: "standing", play: standing, rights: MAY_ALL });
    const live = { timeMs: 0, rate: 1, heightPx: 90 };
    await rig.sessions.open({ ...spec, sessionId: "blind", play: live, rights: { live: false, playback: true } });
    for (const [id, code] of [
      ["standing", "request/invalid"],
      ["blind", "access/denied"],
    ] as const)
      for (let i = 0; i < 2; i += 1)
        expect(await rig.sessions.frame(id), id).toMatchObject({ ok: false, error: { code } });
    for (const id of ["standing", "blind"]) rig.sessions.close(id);
  });

  it("plays over HTTP from the first fetch on, or in time with the opening", async () => {
    for (const [id, isSynced] of [
      ["clock", false],
      ["synced", true],
      ["own", false],
    ] as const)
      await fetched(id, wallOf(20), { isSynced });
    const at = async (id: string): Promise<number> => {
      const answer = await rig.sessions.frame(id);
      if (!answer.ok) throw new Error(answer.error.code);
      return answer.value.wallMs;
    };
    let now = 0;
    while (now < wallOf(30)) now = await at("clock");
    expect(await at("synced")).toBeGreaterThanOrEqual(wallOf(30));
    expect(await at("own")).toBeLessThan(wallOf(22));
    for (const id of ["clock", "synced", "own"]) rig.sessions.close(id);
  });
});
