import { expect, test } from "vitest";
import { clockNamed } from "#media/shared-clock.ts";
import { FrameMailbox } from "#media/frame-mailbox.ts";
import { LowBandwidthSource } from "#media/sources/low-bandwidth-source.ts";
import type { MediaCommand } from "#protocol/media-socket.ts";
import type { SourcePlay } from "#protocol/stage-worker.ts";
import type { MediaSocketHandlers } from "#transport/media-socket.ts";

/** The first play command of a source that joins a wall whose clock has its order already. */
async function joins(play: SourcePlay): Promise<MediaCommand | undefined> {
  const sent: MediaCommand[] = [];
  let opened = (): void => undefined;
  const source = new LowBandwidthSource(
    { kind: "low-bandwidth", url: "ws://x", format: "fmp4", play },
    (_url, handlers) => {
      opened = () => handlers.opened();
      return { send: (command) => void sent.push(command), close: () => undefined };
    },
  );
  const stop = source.start(new FrameMailbox(() => undefined), () => undefined);
  opened();
  await expect.poll(() => sent.length).toBe(1);
  stop();
  return sent[0];
}

const order = (id: string, timeMs: number, paused: boolean): SourcePlay => ({
  timeMs,
  rate: 1,
  paused,
  heightPx: 0,
  draft: null,
  clock: { id, epoch: 1 },
});

test("a tile that comes to a paused wall after steps shows the instant that the others show", async () => {
  clockNamed("paused").set(1, order("paused", 50_000, true), performance.now());
  expect(await joins(order("paused", 50_400, true))).toMatchObject({ op: "play", time: 50_400, paused: true });
});

test("one that comes to a wall that plays joins where its clock is", async () => {
  clockNamed("plays").set(1, order("plays", 50_000, false), performance.now());
  expect(await joins(order("plays", 50_400, false))).toMatchObject({ op: "play", time: 50_000 });
});

test("paused where nothing is recorded, a step goes to the picture behind or before the gap", async () => {
  const sent: MediaCommand[] = [];
  let handlers: MediaSocketHandlers | null = null;
  const source = new LowBandwidthSource(
    { kind: "low-bandwidth", url: "ws://x", format: "fmp4", play: order("gap", 50_000, true) },
    (_url, given) => {
      handlers = given;
      return { send: (command) => void sent.push(command), close: () => undefined };
    },
  );
  const stop = source.start(new FrameMailbox(() => undefined), () => undefined);
  const socket = handlers as unknown as MediaSocketHandlers;
  socket.opened();
  await expect.poll(() => sent.length).toBe(1);
  // As soon as it is known that there is no picture to start from; the same later.
  source.step(1);
  expect(sent).toHaveLength(1);
  socket.notice({ type: "gap", generation: 1, from: 50_000, to: 70_000 });
  await expect.poll(() => sent[1]).toMatchObject({ op: "step", from: 50_000, direction: 1 });
  source.play(order("gap", 50_000, true));
  socket.notice({ type: "gap", generation: 3, from: 50_000, to: 70_000 });
  source.step(-1);
  expect(sent.at(-1)).toMatchObject({ op: "step", from: 50_000, direction: -1 });
  stop();
});
