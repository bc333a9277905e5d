import { describe, expect, it } from "vitest";
import { rtspAddress } from "#recorder/onvif/profile.ts";

const KNOWN = "http://192.0.2.7:8080/onvif/media";

describe("the address that a device names for a stream", () => {
  it.each([
    ["rtsp://192.0.2.7:554/live?a=1&b=2", "rtsp://192.0.2.7:554/live?a=1&b=2"],
    ["  rtsp://192.0.2.7/live\n", "rtsp://192.0.2.7/live"],
    ["RTSP://192.168.1.108/live", "rtsp://192.0.2.7/live"],
    ["rtsp://0.0.0.0:8554/live", "rtsp://192.0.2.7:8554/live"],
    ["rtsp://[fe80::1]:554/live", "rtsp://192.0.2.7:554/live"],
    ["rtsp://camera.lan/live", "rtsp://192.0.2.7/live"],
    ["rtsp:///live", "rtsp://192.0.2.7/live"],
    ["rtsp:/live", "rtsp://192.0.2.7/live"],
    ["rtsp://:8554/live", "rtsp://192.0.2.7:8554/live"],
    ["/live/1", "rtsp://192.0.2.7/live/1"],
    ["rtsps://10.0.0.1/live", "rtsps://192.0.2.7/live"],
    ["rtsp://admin:secret@10.0.0.1/live", "rtsp://192.0.2.7/live"],
    ["rtsp://admin:p@ss@10.0.0.1:554/live", "rtsp://192.0.2.7:554/live"],
    ["rtsp://admin:p#ss@10.0.0.1:554/live", "rtsp://192.0.2.7:554/live"],
    ["rtsp://admin:p/ss@10.0.0.1/live", "rtsp://192.0.2.7/live"],
    ["rtsp://10.0.0.1/cam?channel=1&amp;subtype=0", "rtsp://192.0.2.7/cam?channel=1&subtype=0"],
    ["rtsp://10.0.0.1/user=admin_password=x@y_channel=1.sdp", "rtsp://192.0.2.7/user=admin_password=x@y_channel=1.sdp"],
  ])("%s", (said, address) => {
    expect(rtspAddress(said, KNOWN)).toBe(address);
  });

  it.each(["", "http://192.0.2.7/live", "live", "rtsp://", "javascript:alert(1)"])("none of RTSP: %j", (said) => {
    expect(rtspAddress(said, KNOWN)).toBeNull();
  });
});
