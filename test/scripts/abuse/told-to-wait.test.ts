import { describe, expect, it } from "vitest";
import { askedToWaitS, Refused } from "../../../scripts/abuse/told-to-wait.mjs";

describe("what R27 counts as asked to come later, and for how many seconds", () => {
  it.each([
    ["RTSP 453", new Refused("RTSP/1.0 453 Not Enough Bandwidth", 453, "5"), 5],
    ["WebRTC 503", new Refused("WebRTC: 503", 503, "2"), 2],
    ["a call of 429", new Refused("POST /x: 429", 429, "60"), 60],
    ["a socket of 503, at once", new Refused("socket: 503", 503, "0"), 0],
    ["429 without Retry-After", new Refused("socket: 429", 429, null), null],
    ["503 without Retry-After", new Refused("socket: 503", 503, undefined), null],
    ["a date, which nobody needs here", new Refused("x: 503", 503, "Wed, 21 Oct 2026 07:28:00 GMT"), null],
    ["another refusal", new Refused("x: 500", 500, "5"), null],
    ["a connection that was closed", new Error("RTSP: closed"), null],
    ["words that look like an answer", new Error("RTSP/1.0 453 Retry-After: 5"), null],
  ])("%s", (_what, error, seconds) => expect(askedToWaitS(error)).toBe(seconds));
});
