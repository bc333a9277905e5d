import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { withPlayoutDelay } from "#recorder/viewing/whep/whep-answer.ts";
import { parseRtcNetwork } from "#recorder/viewing/whep/rtc-network.ts";
import { parseWhepOffer, withoutHostNames } from "#recorder/viewing/whep/whep-offer.ts";
import { asksForKeyFrame } from "#recorder/viewing/whep/key-frame-request.ts";
import { MAY_ALL } from "#test/support/view-rights.ts";
import { openWhepRig, START, type WhepRig } from "#test/recorder/viewing/support/whep-rig.ts";

let rig: WhepRig;
beforeAll(async () => {
  rig = await openWhepRig();
}, 30_000);
afterEach(() => rig.closeClients());
afterAll(() => rig.close());

describe("offers", () => {
  const ask = { sessionId: "x", streamId: "a", play: { timeMs: 0, rate: 1, heightPx: 0 }, rights: MAY_ALL };

  it("that are broken are refused with a reason", async () => {
    const client = rig.client();
    const good = await client.offer();
    const broken = [
      "",
      "hello",
      "v=0",
      good.replace(/a=ice-ufrag:.*\r\n/g, ""),
      good.replace(/a=fingerprint:.*\r\n/g, ""),
      good.replace(/a=mid:.*\r\n/g, ""),
      good.replace(/m=video.*/s, ""),
      good.replaceAll("a=", "a"),
      "x".repeat(100_000),
      good.replace(/a=ice-pwd:.*\r\n/g, "a=ice-pwd:\r\n"),
      good.replace(/a=fingerprint:sha-256 .*\r\n/g, "a=fingerprint:sha-256 zz\r\n"),
    ];
    for (const offer of broken)
      expect(await rig.sessions.open({ ...ask, offer }), offer.slice(0, 80)).toMatchObject({
        ok: false,
        error: { code: "whep/bad-offer" },
      });
    let seed = 11;
    const random = (): number => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
    for (let i = 0; i < 40; i += 1) {
      const at = Math.floor(random() * good.length);
      const offer =
        good.slice(0, at) + String.fromCharCode(32 + random() * 90) + good.slice(at + Math.floor(random() * 30));
      const answer = await rig.sessions.open({ ...ask, sessionId: `fuzz${i}`, offer });
      if (!answer.ok) expect(answer.error.code).toMatch(/^whep\//);
      rig.sessions.close(`fuzz${i}`);
    }
    expect(rig.sessions.count).toBe(0);
    rig.ended.splice(0);
  });

  it("keep candidates by address only: nobody's name service is asked for what they name", async () => {
    const line = (address: string): string => `a=candidate:1 1 UDP 2122317823 ${address} 50000 typ host\r\n`;
    const named = ["evil.example", "4c9c.local", "localhost", "0x7f000001", "1.2.3", "", "[::1]"].map(line);
    const kept = [line("192.0.2.7"), line("2001:db8::7")];
    const offer = await rig.client().offer();
    expect(withoutHostNames([offer, ...named, ...kept].join(""))).toBe([offer, ...kept].join(""));
    const opened = await rig.sessions.open({ ...ask, sessionId: "named", offer: offer + named.join("") });
    expect(opened.ok).toBe(true);
    rig.sessions.close("named");
  });

  it("without a codec of ours, or for what is not there, are refused", async () => {
    const client = rig.client();
    const good = await client.offer();
    expect(await rig.sessions.open({ ...ask, offer: good.replace(/H264/g, "VP8") })).toMatchObject({
      error: { code: "whep/codec" },
    });
    expect(await rig.sessions.open({ ...ask, streamId: "nobody", offer: good })).toMatchObject({
      error: { code: "stream/unknown" },
    });
    const recorded = { ...ask.play, timeMs: START };
    expect(await rig.sessions.open({ ...ask, streamId: "nobody", play: recorded, offer: good })).toMatchObject({
      error: { code: "archive/none" },
    });
  });

  it("of a browser are understood", () => {
    const offer = parseWhepOffer(
      [
        "v=0",
        "a=ice-ufrag:x",
        "a=fingerprint:sha-256 AA",
        "m=audio 9 UDP/TLS/RTP/SAVPF 111 0 8",
        "a=mid:1",
        "a=rtpmap:111 opus/48000/2",
        "a=fmtp:111 minptime=10;useinbandfec=1",
        "a=rtpmap:0 PCMU/8000",
        "m=video 9 UDP/TLS/RTP/SAVPF 96 103 105",
        "a=mid:0",
        "a=extmap:3 http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time",
        "a=extmap:5/recvonly http://www.webrtc.org/experiments/rtp-hdrext/playout-delay",
        "a=rtpmap:96 VP8/90000",
        "a=rtpmap:103 H264/90000",
        "a=fmtp:103 packetization-mode=0;profile-level-id=42e01f",
        "a=rtpmap:105 H264/90000",
        "a=fmtp:105 packetization-mode=1;profile-level-id=64001f",
        "m=video 9 UDP/TLS/RTP/SAVPF 96",
        "a=mid:2",
        "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
        "a=mid:3",
      ].join("\r\n"),
    );
    expect(offer).toMatchObject({
      ok: true,
      value: {
        video: { mid: "0", h264: { payloadType: 105 }, playoutDelayId: 5 },
        audio: { mid: "1", opus: { payloadType: 111 }, pcmu: { payloadType: 0 }, pcma: null },
        others: [{ kind: "video", mid: "2" }],
      },
    });
  });

  it("that can do without a jitter buffer are answered so, in the section of the pictures only", () => {
    const answer = ["v=0", "m=audio 9 RTP 111", "a=mid:1", "m=video 9 RTP 105", "a=mid:0", "a=sendonly", ""].join(
      "\r\n",
    );
    const line = "a=extmap:5 http://www.webrtc.org/experiments/rtp-hdrext/playout-delay";
    expect(withPlayoutDelay(answer, "0", 5)).toBe(answer.replace("a=mid:0\r\n", `a=mid:0\r\n${line}\r\n`));
    expect(withPlayoutDelay(answer, "0", null)).toBe(answer);
  });

  it("settings of the network are checked", () => {
    expect(parseRtcNetwork("", "")).toEqual({ ok: true, value: { ports: null, addresses: [] } });
    expect(parseRtcNetwork("4000-4010", "10.0.0.1, ::1")).toEqual({
      ok: true,
      value: { ports: { first: 4000, last: 4010 }, addresses: ["10.0.0.1", "::1"] },
    });
    expect(parseRtcNetwork("4000", "")).toMatchObject({ value: { ports: { first: 4000, last: 4000 } } });
    for (const value of ["x", "5-4", "0", "1-70000"])
      expect(parseRtcNetwork(value, "")).toEqual({ ok: false, error: { setting: "webrtc.ports", value } });
    expect(parseRtcNetwork("", "::1, example.org")).toEqual({
      ok: false,
      error: { setting: "webrtc.bind", value: "example.org" },
    });
  });

  it("RTCP is read for lost pictures", () => {
    const report = Buffer.from([0x80, 201, 0, 1, 0, 0, 0, 1]);
    const pli = Buffer.from([0x81, 206, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2]);
    expect(asksForKeyFrame(report)).toBe(false);
    expect(asksForKeyFrame(Buffer.concat([report, pli]))).toBe(true);
    expect(asksForKeyFrame(Buffer.from([0x81, 206]))).toBe(false);
  });
});
