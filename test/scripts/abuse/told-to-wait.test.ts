import { describe, expect, it } from "vitest";
import { isToldToWait } from "../../../scripts/abuse/told-to-wait.mjs";

describe("what R27 counts as told to wait", () => {
  it.each([
    ["RTSP/1.0 453 Not Enough Bandwidth", true],
    ['WebRTC: 503 {"code":"live/too-many"}', true],
    ['POST /service/low-bandwidth/streams: 429 {"code":"live/too-many"}', true],
    ["Unexpected server response: 503", true],
    ["RTSP: closed", false],
    ["RTSP/1.0 404 Not Found", false],
    ['POST /service/x: 500 {"code":"internal"}\nlog: live/too-many 453 closed', false],
    ["Unexpected server response: 500", false],
  ])("%s: %s", (message, expected) => expect(isToldToWait(new Error(message))).toBe(expected));
});
