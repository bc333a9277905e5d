import { expect, test } from "vitest";
import {
  closeFrame,
  FrameMailbox,
  framesAlive,
  LeftOutFrames,
  ownFrame,
  type FrameImage,
} from "#media/frame-mailbox.ts";

/** A picture that counts how often it is closed. */
function picture(): FrameImage & { closed: number } {
  const made = { width: 1, height: 1, closed: 0, close: () => void (made.closed += 1) };
  return made;
}

test("the newest frame wins, the loser is closed once and counted", () => {
  const rest = framesAlive();
  let arrivals = 0;
  const box = new FrameMailbox(() => (arrivals += 1));
  const [first, second] = [picture(), picture()];
  box.put(ownFrame(first, 1, 0));
  expect(box.waiting).toBe(true);
  box.put(ownFrame(second, 2, 0));
  expect([first.closed, second.closed, box.arrived, box.replaced, arrivals]).toEqual([1, 0, 2, 1, 2]);
  expect(box.waitingWallMs).toBe(2);
  const taken = box.take();
  expect(taken?.image).toBe(second);
  expect([box.take(), box.waiting, box.waitingWallMs]).toEqual([null, false, null]);
  expect(framesAlive()).toBe(rest + 1);
  if (taken) closeFrame(taken);
  expect([second.closed, framesAlive()]).toEqual([1, rest]);
});

test("frames that a busy thread never got are told while the mailbox is open", () => {
  const told: number[] = [];
  const box = new FrameMailbox(
    () => {},
    (frames) => told.push(frames),
  );
  box.leaveOut(0);
  box.leaveOut(3);
  box.close();
  box.leaveOut(4);
  expect(told).toEqual([3]);
});

test.each([
  {
    name: "all came",
    totals: [
      [10, 4],
      [35, 29],
      [60, 54],
    ],
    missing: [0, 0, 0],
  },
  {
    name: "the reader was busy",
    totals: [
      [10, 10],
      [35, 12],
      [60, 14],
    ],
    missing: [0, 23, 23],
  },
  {
    name: "a total that was read a little late counts once",
    totals: [
      [0, 0],
      [27, 25],
      [52, 52],
      [79, 77],
    ],
    missing: [0, 2, 0, 0],
  },
])("left out frames: $name", ({ totals, missing }) => {
  const leftOut = new LeftOutFrames();
  expect(totals.map(([decoded = 0, arrived = 0]) => leftOut.since(decoded, arrived))).toEqual(missing);
});

test("a closed mailbox drops what waits and what still comes", () => {
  const rest = framesAlive();
  const box = new FrameMailbox(() => {});
  const [waiting, late] = [picture(), picture()];
  box.put(ownFrame(waiting, null, 0));
  box.close();
  box.put(ownFrame(late, null, 0));
  box.close();
  expect([waiting.closed, late.closed, box.take(), framesAlive()]).toEqual([1, 1, null, rest]);
});
