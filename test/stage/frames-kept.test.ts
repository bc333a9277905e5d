/** Frames and buffers for which something fails on the way to the GPU: each is released, and the tile continues. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FrameMailbox, framesAlive, ownFrame } from "#media/frame-mailbox.ts";
import type { FrameSource } from "#media/frame-source.ts";
import { BytePool } from "#stage/gl/byte-pool.ts";
import type { GlHost } from "#stage/gl/host.ts";
import { UploadChooser } from "#stage/gl/upload-chooser.ts";
import type { UploadPath } from "#stage/gl/upload-path.ts";
import { i420Planes, rgbaBytes } from "#stage/gl/upload-paths.ts";
import { SourceSlot } from "#stage/wall/source-slot.ts";

/** The parts of a frame that the upload paths use. */
class Frame {
  readonly format = "I420";
  readonly displayWidth = 4;
  readonly displayHeight = 2;
  readonly visibleRect = { x: 0, y: 0, width: 4, height: 2 };
  readonly colorSpace = { matrix: null, fullRange: null };
  closed = false;
  copyTo = (): Promise<PlaneLayout[]> => Promise.resolve([]);
  close(): void {
    this.closed = true;
  }
}
const videoFrame = (): VideoFrame => new Frame() as unknown as VideoFrame;

beforeEach(() => {
  vi.stubGlobal("VideoFrame", Frame);
});
afterEach(() => {
  vi.unstubAllGlobals();
  expect(framesAlive()).toBe(0);
});

const paths: readonly (readonly [string, (pool: BytePool) => UploadPath])[] = [
  ["rgba-bytes", rgbaBytes],
  ["i420-planes", i420Planes],
];

test.each(paths)("%s without memory for a copy: the frame is closed, and the next one is shown", async (_, path) => {
  const bytes = new BytePool();
  const take = vi.spyOn(bytes, "take").mockImplementationOnce(() => {
    throw new RangeError("Array buffer allocation failed");
  });
  const ready = vi.fn<() => void>();
  const slot = new SourceSlot("a", {
    bytes,
    pathFor: () => path(bytes),
    arrived: () => undefined,
    leftOut: () => undefined,
    ready,
    event: () => undefined,
  });
  let mailbox: FrameMailbox | null = null;
  slot.start({
    start(given) {
      mailbox = given;
      return () => undefined;
    },
  } as Partial<FrameSource> as FrameSource);
  const arrive = (): void => {
    mailbox?.put(ownFrame(videoFrame(), 0, 0));
    slot.prepare();
  };
  arrive();
  await vi.waitFor(() => expect(ready).toHaveBeenCalledTimes(1));
  expect(slot.hasWaiting).toBe(false);
  arrive();
  await vi.waitFor(() => expect(slot.hasPending).toBe(true));
  expect(take).toHaveBeenCalledTimes(2);
  slot.dispose();
});

test("a copy that fails gives its buffer back to the pool", async () => {
  const bytes = new BytePool();
  const give = vi.spyOn(bytes, "give");
  const frame = new Frame();
  frame.copyTo = () => Promise.reject(new Error("the frame is gone"));
  expect(await rgbaBytes(bytes).prepare(ownFrame(frame as unknown as VideoFrame, 0, 0))).toBeNull();
  expect(frame.closed).toBe(true);
  expect(give).toHaveBeenCalledTimes(1);
});

test("a context that is lost while the ways of upload are measured keeps no frame and no buffer", async () => {
  const bytes = new BytePool();
  const taken = vi.spyOn(bytes, "take");
  const given = vi.spyOn(bytes, "give");
  let looks = 0;
  const host = {
    // The context is lost after each check before a measurement, while its picture is being prepared.
    get lost() {
      looks += 1;
      return looks % 2 === 0;
    },
    disposed: false,
    regl: { framebuffer: () => ({ destroy: () => undefined }) },
    handover: { withRegl: (draw: () => unknown) => draw() },
  } as unknown as GlHost;
  await new UploadChooser(bytes).probe(
    host,
    bytes,
    () => undefined,
    () => Promise.resolve(),
  );
  expect(taken).toHaveBeenCalled();
  expect(given).toHaveBeenCalledTimes(taken.mock.calls.length);
  expect(framesAlive()).toBe(0);
});
