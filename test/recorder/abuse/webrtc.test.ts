/**
 * Abuse case A23: garbage sent to the port of a viewer's pictures, ten thousand packets per second, and a thousand
 * offers for one session. Other viewers keep their pictures, the attacked viewer does too, and nothing remains of the
 * offers.
 */
import { createSocket } from "node:dgram";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import { MAY_ALL } from "#test/support/view-rights.ts";
import { openWhepRig, type WhepRig } from "../viewing/support/whep-rig.ts";

const PICTURES = 60;
const PICTURE_MS = 1000 / 15;
const PACKETS_PER_S = 10_000;
const BURST_MS = 10;
const OFFERS = 1000;
/** Every fifth of them is valid, but nobody ever connects to it. */
const GOOD_EACH = 5;
const KEPT = 0.95;

let rig: WhepRig;
beforeAll(async () => {
  rig = await openWhepRig();
}, 30_000);
afterAll(async () => {
  rig.closeClients();
  await rig.close();
});

/** The packets of the attacker: similar to RTP, DTLS, STUN, and to nothing of the kind. */
function garbage(): Buffer[] {
  let seed = 23;
  const random = (): number => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const heads = [
    [0x80, 102],
    [0x81, 206, 0, 2],
    [0x16, 0xfe, 0xfd],
    [0x00, 0x01, 0x00, 0x08, 0x21, 0x12, 0xa4, 0x42],
    [],
  ];
  return Array.from({ length: 200 }, (_, at) => {
    const body = Buffer.from(
      Array.from({ length: 20 + Math.floor(random() * 1180) }, () => Math.floor(random() * 256)),
    );
    body.set(heads[at % heads.length] ?? []);
    return body;
  });
}

test("a flood of packets and offers at one session leaves the others their pictures", { timeout: 60_000 }, async () => {
  const attacked = rig.client();
  const answer = await rig.sessions.open({
    sessionId: "attacked",
    streamId: "a",
    offer: await attacked.offer(),
    play: { timeMs: 0, rate: 1, heightPx: 0 },
    rights: MAY_ALL,
  });
  if (!answer.ok) throw new Error(answer.error.code);
  const sdp = answer.value.answer;
  attacked.answer(sdp);
  const port = Number(/a=candidate:\S+ 1 UDP \d+ 127\.0\.0\.1 (\d+) /i.exec(sdp)?.[1]);
  expect(port).toBeGreaterThan(0);
  const beside = await rig.watch("beside");
  rig.feed.put(rig.scene[0] ?? expect.fail("no picture"));
  const watching = [attacked, beside];
  await eventually(() => watching.every((viewer) => viewer.video.units.length > 0), "both watch");

  const stranger = createSocket("udp4");
  const packets = garbage();
  let sent = 0;
  const startMs = performance.now();
  const flood = setInterval(() => {
    for (const due = ((performance.now() - startMs) / 1000) * PACKETS_PER_S; sent < due; sent += 1)
      stranger.send(packets[sent % packets.length] ?? "", port, "127.0.0.1");
  }, BURST_MS);
  let shown = 1;
  const camera = setInterval(() => {
    const unit = shown <= PICTURES ? rig.scene[shown] : undefined;
    if (unit) rig.feed.put(unit);
    shown += 1;
  }, PICTURE_MS);
  try {
    const good = await rig.client().offer();
    const codes = new Map<string, number>();
    for (let i = 0; i < OFFERS; i += 1) {
      const offer = i % GOOD_EACH === 0 ? good : good.replace(/a=fingerprint:.*\r\n/g, `a=fingerprint:${i}\r\n`);
      const play = { timeMs: 0, rate: 1, heightPx: 0 };
      const opened = await rig.sessions.open({ sessionId: "offers", streamId: "a", offer, play, rights: MAY_ALL });
      const code = opened.ok ? "ok" : opened.error.code;
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    expect(Object.fromEntries(codes)).toEqual({
      ok: OFFERS / GOOD_EACH,
      "whep/bad-offer": OFFERS - OFFERS / GOOD_EACH,
    });
    expect(rig.sessions.count).toBe(3);
    await eventually(() => shown > PICTURES, "all pictures are sent", 10_000);
    const wanted = Math.ceil(PICTURES * KEPT);
    for (const viewer of watching) await eventually(() => new Set(viewer.numbers()).size >= wanted, "pictures", 5_000);
    expect(sent).toBeGreaterThan(PACKETS_PER_S * 2);
  } finally {
    clearInterval(flood);
    clearInterval(camera);
    stranger.close();
  }
  rig.sessions.close("offers");
  expect(rig.sessions.count).toBe(2);
  expect(rig.ended).toEqual([]);
});
