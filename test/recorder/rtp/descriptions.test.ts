import { describe, expect, test } from "vitest";
import { parseH264Sps } from "#recorder/formats/h264-sps.ts";
import { parseH265Sps } from "#recorder/formats/h265-sps.ts";
import { parseChallenge, RtspAuth } from "#recorder/rtp/rtsp-auth.ts";
import { parseSdp, sdpParameterSets } from "#recorder/rtp/sdp.ts";
import { parseSenderReport, writeSenderReport } from "#recorder/rtp/rtcp.ts";

describe("parameter sets (written by x264 and x265)", () => {
  test.each([
    [
      "6742c016da0280bfe5c044000003000400000300783c58ba80",
      { codecString: "avc1.42c016", width: 640, height: 360, reorders: false },
    ],
    [
      "6742c00bda05067e7c0440000003004000000503c50aa8",
      { codecString: "avc1.42c00b", width: 320, height: 180, reorders: false },
    ],
    [
      "67640028acd940780227e5c044000003000400000300c83c60c658",
      { codecString: "avc1.640028", width: 1920, height: 1080, reorders: true, framesPerSecond: 25 },
    ],
  ])("H.264 %s", (nal, expected) => {
    expect(parseH264Sps(Buffer.from(nal, "hex"))).toMatchObject(expected);
  });

  test.each([
    [
      "420101016000000300900000030000030078a003c08010e5964a924caf016808000003000800000300c840",
      { codecString: "hvc1.1.6.L120.90", width: 1920, height: 1080, reorders: false },
    ],
    [
      "42010101600000030090000003000003003fa0050201696595964932bc05a02000000300200000030321",
      { codecString: "hvc1.1.6.L63.90", width: 640, height: 360, reorders: true },
    ],
  ])("H.265 %s", (nal, expected) => {
    expect(parseH265Sps(Buffer.from(nal, "hex"))).toMatchObject(expected);
  });

  test("what is cut off or is something else gives null", () => {
    const sps = Buffer.from("6742c016da0280bfe5c044000003000400000300783c58ba80", "hex");
    for (let length = 0; length < 7; length++) expect(parseH264Sps(sps.subarray(0, length))).toBeNull();
    expect(parseH264Sps(Buffer.from("68ce0fc8", "hex"))).toBeNull();
    expect(parseH264Sps(Buffer.from("6742c01e" + "00".repeat(40), "hex"))).toBeNull();
    expect(parseH265Sps(sps)).toBeNull();
  });
});

describe("SDP", () => {
  const text = [
    "v=0",
    "s=Camera",
    "a=control:rtsp://camera/live/",
    "m=video 0 RTP/AVP 96",
    "a=rtpmap:96 H264/90000",
    "a=fmtp:96 packetization-mode=1; profile-level-id=42c016;sprop-parameter-sets=Z0LAFtoCgL/lwEQAAAMABAAAAwB4PFi6gA==,aM4PyA==",
    "a=framerate:15.0",
    "a=control:trackID=0",
    "m=audio 0 RTP/AVP 8",
    "a=control:trackID=1",
    "m=application 0 RTP/AVP 107",
    "a=rtpmap:107 vnd.onvif.metadata/90000",
    "m=audio 0 RTP/AVP 0",
    "a=sendonly",
  ];

  test.each(["\r\n", "\n"])("sections, attributes and parameter sets (line end %j)", (end) => {
    const sdp = parseSdp(text.join(end));
    expect(sdp.control).toBe("rtsp://camera/live/");
    expect(sdp.media.map(({ kind, encoding, backChannel }) => [kind, encoding, backChannel])).toEqual([
      ["video", "H264", false],
      ["audio", "PCMA", false],
      ["application", "VND.ONVIF.METADATA", false],
      ["audio", "PCMU", true],
    ]);
    const video = sdp.media[0];
    expect(video).toMatchObject({ payloadType: 96, clockRate: 90_000, control: "trackID=0", framesPerSecond: 15 });
    expect(video ? sdpParameterSets(video).map((nal) => (nal[0] ?? 0) & 31) : []).toEqual([7, 8]);
  });

  test("nonsense gives no section", () => {
    expect(parseSdp("").media).toEqual([]);
    expect(parseSdp("m=video\r\nm=video 0 RTP/AVP x\r\nm=video 0 RTP/AVP 96\r\na=rtpmap:96 THEORA/0").media).toEqual(
      [],
    );
    expect(parseSdp("m=video 0 RTP/AVP 26\r\n".repeat(500)).media.length).toBeLessThanOrEqual(32);
  });
});

describe("authentication", () => {
  const md5 =
    'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"';
  const response = (header: string | null): string | undefined =>
    parseChallenge(header ?? "")?.parameters.get("response");

  test("RFC 2617, section 3.5", () => {
    const auth = new RtspAuth("Mufasa", "Circle Of Life", () => "0a4f113b");
    expect(auth.challenge([md5])).toBe(true);
    const header = auth.authorize("GET", "/dir/index.html");
    expect(response(header)).toBe("6629fae49393a05397450978507c4ef1");
    expect(header).toContain("nc=00000001");
    expect(header).toContain('opaque="5ccc069c403ebaf9f0171e9517f40e41"');
  });

  test("RFC 7616, section 3.9.1, the stronger of two", () => {
    const nonce = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v";
    const offer = (algorithm: string): string =>
      `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="${nonce}", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`;
    const both = new RtspAuth("Mufasa", "Circle of Life", () => "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ");
    expect(both.challenge([offer("MD5"), offer("SHA-256")])).toBe(true);
    expect(response(both.authorize("GET", "/dir/index.html"))).toBe(
      "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1",
    );
    const weak = new RtspAuth("Mufasa", "Circle of Life", () => "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ");
    weak.challenge([offer("MD5")]);
    expect(response(weak.authorize("GET", "/dir/index.html"))).toBe("8ca523f5e9506fed4657c9700eebdbec");
  });

  test("without qop (RFC 2069)", () => {
    const auth = new RtspAuth("Mufasa", "Circle Of Life");
    auth.challenge(['Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093"']);
    expect(response(auth.authorize("GET", "/dir/index.html"))).toBe("670fd8c2df070c60b045671b8b24ff02");
  });

  test("a refused nonce is not tried again, a stale one is", () => {
    const auth = new RtspAuth("a", "b");
    expect(auth.challenge([md5])).toBe(true);
    expect(auth.challenge([md5])).toBe(false);
    expect(auth.challenge([`${md5}, stale=TRUE`])).toBe(true);
    expect(auth.challenge([md5.replace("dcd98b", "aaaaaa")])).toBe(true);
  });

  test("Basic is the last choice; without a name nothing is answered; unknown schemes are refused", () => {
    const auth = new RtspAuth("admin", "pa:ss");
    expect(auth.challenge(['Basic realm="x"'])).toBe(true);
    expect(auth.authorize("DESCRIBE", "rtsp://x")).toBe(`Basic ${Buffer.from("admin:pa:ss").toString("base64")}`);
    expect(auth.challenge(['Basic realm="x"', md5])).toBe(true);
    expect(auth.authorize("DESCRIBE", "rtsp://x")).toMatch(/^Digest /);
    expect(new RtspAuth("", "").challenge([md5])).toBe(false);
    expect(new RtspAuth("a", "b").challenge(["Negotiate xyz", 'Digest realm="x", nonce="y", algorithm=SHA-1'])).toBe(
      false,
    );
  });

  test("a name with quotes cannot break out of its field", () => {
    const auth = new RtspAuth('a", response="0', "b");
    auth.challenge([md5]);
    expect(auth.authorize("PLAY", "rtsp://x")).toContain('username="a\\", response=\\"0"');
  });
});

test("a sender report is written and read the same", () => {
  const report = { ssrc: 7, cameraMs: 1_790_000_000_123.5, rtpTime: 42, packets: 3, octets: 99 };
  const read = parseSenderReport(writeSenderReport(report));
  expect(read).toMatchObject({ ssrc: 7, rtpTime: 42, packets: 3, octets: 99 });
  expect(read?.cameraMs).toBeCloseTo(report.cameraMs, 2);
  expect(parseSenderReport(Buffer.from([0x80, 200, 0, 6]))).toBeNull();
});
