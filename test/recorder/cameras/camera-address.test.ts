import { expect, test } from "vitest";
import { englishText } from "#domain/failures/english.ts";
import { parseCameraAddress } from "#recorder/cameras/camera-address.ts";

test.each([
  ["192.0.2.7/live", "rtsp://192.0.2.7/live"],
  ["rtsps://192.0.2.7/live?x=1", "rtsps://192.0.2.7/live?x=1"],
  ["http://admin:secret@192.0.2.7/video.mjpg", "http://192.0.2.7/video.mjpg"],
  ["https://camera.example:8443/mjpg/1/video.cgi?fps=5", "https://camera.example:8443/mjpg/1/video.cgi?fps=5"],
])("a Generic camera may be at %s", (typed, uri) => {
  expect(parseCameraAddress("Generic RTSP", typed)).toMatchObject({ ok: true, value: { uri } });
});

test("any other protocol is refused with those that there are", () => {
  const answer = parseCameraAddress("Generic RTSP", "ftp://192.0.2.7/x");
  expect(answer.ok ? "" : englishText(answer.error)).toContain("rtsp://, rtsps://, http:// or https://");
  const onvif = parseCameraAddress("ONVIF", "rtsp://192.0.2.7/x");
  expect(onvif.ok ? "" : englishText(onvif.error)).toContain("http:// or https://");
});
