import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ownFrame } from "#media/frame-mailbox.ts";
import { FrameForms } from "#stage/canvas2d/frame-forms.ts";
import { BytePool } from "#stage/gl/byte-pool.ts";
import { releasePrepared } from "#stage/gl/upload-paths.ts";

let refuses = false;

class Frame {
  readonly format = "I420";
  readonly displayWidth = 4;
  readonly displayHeight = 2;
  readonly visibleRect = { x: 0, y: 0, width: 4, height: 2 };
  readonly colorSpace = { matrix: null, fullRange: null };
  copyTo = (): Promise<PlaneLayout[]> => (refuses ? Promise.reject(new Error("no")) : Promise.resolve([]));
  close(): void {}
}

beforeEach(() => {
  refuses = false;
  vi.stubGlobal("VideoFrame", Frame);
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ["a flat tile", false, "i420"],
  ["a view of a fisheye", true, "rgba"],
] as const)(
  "%s: frames that the browser refuses to copy three times are drawn as they are",
  async (_, dewarped, form) => {
    const bytes = new BytePool();
    const forms = new FrameForms(bytes, true);
    const use = { drawnPx: 8, dewarped };
    const next = async () => {
      const frame = new Frame() as unknown as VideoFrame;
      const prepared = await forms.pathFor(frame, use).prepare(ownFrame(frame, null, 0));
      if (prepared) releasePrepared(prepared, bytes);
      return prepared?.form;
    };
    expect(await next()).toBe(form);
    refuses = true;
    expect([await next(), await next()]).toEqual([undefined, undefined]);
    refuses = false;
    expect(await next(), "two in a row were chance").toBe(form);
    refuses = true;
    expect([await next(), await next(), await next()]).toEqual([undefined, undefined, undefined]);
    expect(await next()).toBe("picture");
  },
);

test("where planes cannot be scaled, frames are drawn as they are", () => {
  const forms = new FrameForms(new BytePool(), false);
  expect(forms.pathFor(new Frame() as unknown as VideoFrame, { drawnPx: 8, dewarped: false }).name).toBe("vf-teximage");
});
