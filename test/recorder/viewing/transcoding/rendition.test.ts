import { describe, expect, test } from "vitest";
import { socketRendition, webRtcRendition } from "#recorder/viewing/transcoding/rendition.ts";

const plain = { codec: "h264", codecString: "avc1.64001f", height: 720, hasBFrames: false } as const;

describe("what browsers cannot decode is encoded again, and never sent as it is", () => {
  test.each([
    ["baseline", { codecString: "avc1.42c01e" }, "copy"],
    ["main", { codecString: "avc1.4d401f" }, "copy"],
    ["high", {}, "copy"],
    ["high 10", { codecString: "avc1.6e001f" }, "transcode"],
    ["high 4:2:2", { codecString: "avc1.7A001F" }, "transcode"],
    ["high 4:4:4", { codecString: "avc1.f4001f" }, "transcode"],
    ["intra refresh", { isIntraRefresh: true }, "transcode"],
  ])("H.264 %s", (_, change, kind) => {
    const video = { ...plain, ...change };
    expect(webRtcRendition(video).kind).toBe(kind);
    expect(socketRendition(video, "fmp4", 0, []).kind).toBe(kind);
  });
});

describe("H.265 over the media socket", () => {
  const video = { codec: "h265", codecString: "hvc1.1.6.L93.B0", height: 720 } as const;
  test.each<[string, object, Parameters<typeof socketRendition>[3], number, string]>([
    ["goes as it is to a browser that decodes it", {}, ["h264", "h265"], 0, "copy"],
    ["goes as it is where it is small enough for the tile", {}, ["h265"], 720, "copy"],
    ["is encoded anew for a browser that does not", {}, ["h264"], 0, "transcode"],
    ["is encoded anew for a browser that has not said what it decodes", {}, [], 0, "transcode"],
    ["is encoded smaller for a small tile", {}, ["h264", "h265"], 180, "transcode"],
    ["is encoded anew where it is refreshed in parts", { isIntraRefresh: true }, ["h264", "h265"], 0, "transcode"],
  ])("%s", (_, change, accepts, wantedPx, kind) => {
    expect(socketRendition({ ...video, ...change }, "fmp4", wantedPx, accepts).kind).toBe(kind);
  });
});
