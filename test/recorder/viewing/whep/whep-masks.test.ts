/** WebRTC carries no pixel that is hidden: what it sends is decoded and searched. */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { AnalysisLink } from "#recorder/viewing/transcoding/analysis-link.ts";
import { eventually } from "#test/support/eventually.ts";
import { MAY_ALL } from "#test/support/view-rights.ts";
import { brightest, HIDDEN, SEEN } from "../support/brightest.ts";
import { playInto } from "../support/encoded-scene.ts";
import { byViews, hide, show, UNMASKED } from "../support/hidden-parts.ts";
import { openWhepRig, type WhepRig, wallOf } from "../support/whep-rig.ts";

let rig: WhepRig;
let stop: () => void;
beforeAll(async () => {
  rig = await openWhepRig();
  stop = playInto(rig.feed, rig.scene.slice(15, 150));
}, 30_000);
afterEach(() => {
  rig.closeClients();
  rig.begun.splice(0);
});
afterAll(() => {
  stop();
  return rig.close();
});

it.each([
  ["live", 0],
  ["recorded", wallOf(30)],
])("%s, also after a jump to the other", async (name, timeMs) => {
  hide(rig.masks);
  const client = await rig.watch(name, { timeMs });
  await eventually(() => client.video.units.length > 2, "pictures");
  await client.control({ op: "seek", time: timeMs === 0 ? wallOf(60) : 0, rate: 1 });
  const before = client.video.units.length;
  await eventually(() => client.video.units.length > before, "pictures after it");
  const units = client.video.units.map(({ data }) => data);
  expect(brightest("h264", units)).toBeLessThan(HIDDEN);
  const seeing = await rig.watch(`${name}, seen`, { timeMs, rights: UNMASKED });
  await eventually(() => seeing.video.units.length > 2, "pictures");
  expect(
    brightest(
      "h264",
      seeing.video.units.map(({ data }) => data),
    ),
  ).toBeGreaterThan(SEEN);
});

it.each([
  ["live", 0],
  ["recorded", wallOf(30)],
])("%s, for whoever sees a camera by a view only, asked for without masks, after a jump", async (name, timeMs) => {
  byViews(rig.masks);
  const client = await rig.watch(`${name}, narrowed`, { timeMs, rights: { ...UNMASKED, views: ["beside"] } });
  await eventually(() => client.video.units.length > 2, "pictures");
  await client.control({ op: "seek", time: timeMs === 0 ? wallOf(60) : 0, rate: 1 });
  const before = client.video.units.length;
  await eventually(() => client.video.units.length > before, "pictures after it");
  const units = client.video.units.map(({ data }) => data);
  expect(brightest("h264", units)).toBeLessThan(HIDDEN);
  const wide = await rig.watch(`${name}, wide`, { timeMs, rights: { ...MAY_ALL, views: ["all"] } });
  await eventually(() => wide.video.units.length > 2, "pictures");
  const seen = wide.video.units.map(({ data }) => data);
  expect(brightest("h264", seen)).toBeGreaterThan(SEEN);
});

it("a mask that is drawn while somebody watches hides at once", async () => {
  show(rig.masks);
  const client = await rig.watch("changes");
  await eventually(() => client.video.units.length > 2, "pictures");
  hide(rig.masks);
  const before = client.video.units.length;
  await eventually(() => client.video.units.length > before, "pictures");
  expect(
    brightest(
      "h264",
      client.video.units.slice(before).map(({ data }) => data),
    ),
  ).toBeLessThan(HIDDEN);
});

it("nothing is sent when nothing can be painted", async () => {
  hide(rig.masks);
  const parts = { ...rig.parts, analysis: new AnalysisLink("none") };
  const { WhepSessions } = await import("#recorder/viewing/whep/whep-sessions.ts");
  const sessions = new WhepSessions(parts, { ports: null, addresses: ["127.0.0.1"] }, () => {});
  const offer = await rig.client().offer();
  const play = { timeMs: 0, rate: 1, heightPx: 0 };
  const ask = { sessionId: "x", streamId: "a", offer, play };
  expect(await sessions.open({ ...ask, rights: MAY_ALL })).toMatchObject({ error: { code: "stream/not-masked" } });
  expect(await sessions.open({ ...ask, rights: UNMASKED })).toMatchObject({ ok: true });
  sessions.closeAll();
});
