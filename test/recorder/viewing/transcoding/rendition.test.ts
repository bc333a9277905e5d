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
