/** Cameras that name addresses of their session and tracks which are not those that they know. */
import { describe, test } from "vitest";
import type { CameraScript } from "#test/support/scripted-camera.ts";
import { H264, refused, showing, video } from "./showing.ts";

const { shows, showsWhole } = showing();
const h264 = (...more: string[]): string[] => video(H264, ...more);

describe("addresses of another place", () => {
  /** Knows its track at its own address only. */
  const knowing = (script: CameraScript, status: string): CameraScript => ({
    ...script,
    answer: (asked, usual, url) =>
      asked.method === "SETUP" && asked.url !== `${url}/trackID=0` ? refused(asked, status) : usual,
  });
  test.each<[string, CameraScript]>([
    ["a base of another camera", { described: () => "Content-Base: rtsp://192.168.1.108/h264/ch1/\r\n" }],
    ["a base at another host", { described: () => "Content-Base: rtsp://10.1.1.1:554/live/\r\n" }],
    ["a base of another path", { described: (url) => `Content-Base: ${url.replace("/live", "/none/")}\r\n` }],
    ["a base that is a path", { described: () => "Content-Base: /live/\r\n" }],
    ["a base without a host", { described: () => "Content-Base: rtsp:///live/\r\n" }],
    ["a base twice, the first one empty", { described: (url) => `Content-Base:\r\nContent-Base: ${url}/\r\n` }],
    ["a base behind a location that is none", { described: () => "Content-Location: live.sdp\r\n" }],
    [
      "tracks at another host",
      { media: ["a=control:*", ...h264().slice(0, -1), "a=control:rtsp://192.168.1.108:554/live/trackID=0"] },
    ],
    ["tracks at no host", { media: [...h264().slice(0, -1), "a=control:rtsp:///live/trackID=0"] }],
    ["tracks at 0.0.0.0", { media: [...h264().slice(0, -1), "a=control:rtsp://0.0.0.0:8554/live/trackID=0"] }],
    ["a session at another host", { media: ["a=control:rtsp://10.0.0.9/other/", ...h264()] }],
  ])("%s: the one that was typed is tried, too", async (_, script) => {
    for (const status of ["404 Not Found", "400 Bad Request"]) await showsWhole(knowing(script, status));
  });

  test("only its own address plays", async () => {
    await showsWhole({
      answer: (asked, usual) =>
        asked.method === "PLAY" && asked.url.endsWith("/live/")
          ? refused(asked, "460 Only aggregate operation allowed")
          : usual,
    });
  });
});

describe("control addresses", () => {
  const knowing = (path: string, script: CameraScript): CameraScript => ({
    ...script,
    answer: (asked, usual, url) =>
      asked.method === "SETUP" && asked.url !== url.replace("/live", path) ? refused(asked, "404 Not Found") : usual,
  });
  test.each<[string, string, NonNullable<CameraScript["described"]>]>([
    ["./trackID=0", "/live/trackID=0", (url) => `Content-Base: ${url}/\r\n`],
    ["trackID=0", "/live/trackID=0", (url) => `Content-Base: ${url.replace("rtsp:", "RTSP:")}/\r\n`],
    ["trackID=0", "/live/trackID=0", (url) => `Content-Base:${url}\r\n`],
    ["trackID=0", "/live/trackID=0", (url) => `Content-Base: "${url}/"\r\n`],
    ["trackID=0", "/live/trackID=0", (url) => `Content-Base: <${url}/>\r\n`],
    ["trackID=0", "/live/trackID=0", (url) => `Content-base: ${url}/ \r\n`],
    ["track 1", "/live/track%201", (url) => `Content-Base: ${url}/\r\n`],
    ["trackID=0;x=1", "/live/trackID=0;x=1", (url) => `Content-Base: ${url}/\r\n`],
    ["stream=0?a=b&c=d", "/live/stream=0?a=b&c=d", (url) => `Content-Base: ${url}/\r\n`],
    ["", "/live/", (url) => `Content-Base: ${url}/\r\n`],
  ])("%j becomes %s", async (control, path, described) => {
    await shows(knowing(path, { described, media: [...video(H264).slice(0, -1), `a=control:${control}`] }));
  });
});
