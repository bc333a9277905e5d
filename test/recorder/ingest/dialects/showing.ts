import { afterEach, expect } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import { type Asked, type CameraScript, closing, keyNals, slice } from "#test/support/scripted-camera.ts";

/** What each picture consists of: a key picture, then four others, again and again. */
export const nalsOf = (i: number): Buffer[] => (i % 5 === 0 ? keyNals() : [slice(false)]);

export const play: NonNullable<CameraScript["play"]> = (line) =>
  line.every(5, (i) => line.write(line.picture(nalsOf(i), i * 3000)));

export const refused = ({ headers }: Asked, status: string, more = ""): string =>
  `RTSP/1.0 ${status}\r\nCSeq: ${headers.get("cseq")}\r\n${more}\r\n`;

export const H264 = "a=rtpmap:96 H264/90000";

export const video = (...lines: string[]): string[] => ["m=video 0 RTP/AVP 96", ...lines, "a=control:trackID=0"];

/** Cameras that are shown, closed after each test. Call it at the beginning of a test file. */
export function showing() {
  const { camera, view, later } = closing(afterEach);
  /** A camera that sends pictures, unless its script says otherwise, and what comes of it. */
  async function shows(script: CameraScript, more: Parameters<typeof view>[1] = {}) {
    const source = await camera({ play, ...script });
    const viewing = await view(source.url, { stallMs: 4000, ...more });
    await eventually(() => viewing.units.length > 12, "pictures");
    return { source, viewing };
  }
  return {
    camera,
    view,
    later,
    shows,
    /** ... and no picture of it is broken. */
    showsWhole: async (script: CameraScript, more: Parameters<typeof view>[1] = {}) => {
      const shown = await shows(script, more);
      expect(shown.viewing.units.every(({ broken }) => !broken)).toBe(true);
      return shown;
    },
  };
}
