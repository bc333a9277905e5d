import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { StreamSpec } from "#recorder/ipc/stream-shapes.ts";
import { noteWatchedMotion } from "#recorder/process/media/watched-motion.ts";
import type { LiveFeed } from "#recorder/viewing/live-feed.ts";
import type { Analysis, MotionEvents } from "#recorder/viewing/transcoding/analysis.ts";
import { MotionWatch } from "#recorder/viewing/transcoding/motion-watch.ts";
import { StreamTaps } from "#recorder/viewing/transcoding/stream-tap.ts";
import { SyntheticCamera } from "#test/recorder/recording/synthetic-camera.ts";

const START = Date.UTC(2026, 5, 1);
const TICK_MS = 10_000;
let noted: (readonly string[])[];
let isWhole: boolean;
let isRunning: boolean;
let jobs: MotionEvents[];
let motion: MotionWatch;
let stop: () => void;

const spec = (id: string): StreamSpec => ({
  id,
  cameraId: "1",
  url: "rtsp://camera/1",
  username: "",
  password: "",
  transport: "tcp",
  active: true,
  masks: [],
  record: "continuous",
  motion: { objectSize: 1, keyFramesOnly: false, mask: null },
});

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  [noted, isWhole, isRunning, jobs] = [[], true, true, []];
  const unit = new SyntheticCamera({ startMs: START }).frame();
  const feed: LiveFeed = {
    video: {
      codec: "h264",
      codecString: "avc1.42c01e",
      width: 640,
      height: 360,
      framesPerSecond: 15,
      hasBFrames: false,
    },
    audio: null,
    get gop() {
      return isRunning ? [unit] : [];
    },
    subscribe: () => () => undefined,
  };
  const analysis: Pick<Analysis, "openFeed"> = {
    openFeed: () => ({
      unit: () => undefined,
      mark: () => Promise.resolve(),
      writable: () => true,
      transcode: () => () => undefined,
      motion: (_, __, events) => {
        jobs.push(events);
        return () => undefined;
      },
      close: () => undefined,
    }),
  };
  const taps = new StreamTaps({
    ...analysis,
    connected: true,
    openOpus: () => ({ audio: () => undefined, close: () => undefined }),
    picture: () => Promise.reject(new Error("no picture is asked for")),
  });
  const streams = { feed: (id: string) => (id === "none" ? null : feed), trouble: () => null };
  motion = new MotionWatch(streams, taps, { started: () => undefined, stopped: () => undefined });
  stop = noteWatchedMotion({
    motion,
    analysis: {
      get isWhole() {
        return isWhole;
      },
    },
    recordings: {
      noteWatched: (streamIds, nowMs, withinMs) => {
        expect(nowMs).toBe(Date.now() - 15_000);
        expect(withinMs).toBe(15_000);
        noted.push(streamIds);
        return Promise.resolve();
      },
    },
  });
});
afterEach(() => {
  stop();
  motion.close();
  vi.useRealTimers();
});
const ticks = (count: number): void => void vi.advanceTimersByTime(count * TICK_MS);

test("a stream counts as watched from the second look on, and one without a picture never", () => {
  motion.setStreams([spec("a"), spec("none")]);
  ticks(3);
  expect(noted).toEqual([[], ["a"], ["a"]]);
});

test("where the stream breaks off, or what watches it is lost, a new stretch begins", () => {
  motion.setStreams([spec("a")]);
  ticks(2);
  motion.interrupt("a");
  ticks(2);
  jobs[0]?.lost();
  ticks(2);
  isRunning = false;
  ticks(1);
  isRunning = true;
  ticks(2);
  expect(noted).toEqual([[], ["a"], [], ["a"], [], ["a"], [], [], ["a"]]);
});

test("while a part of the analysis is gone nothing is noted, and nothing after the end", () => {
  motion.setStreams([spec("a")]);
  ticks(2);
  isWhole = false;
  ticks(2);
  isWhole = true;
  ticks(1);
  stop();
  ticks(2);
  expect(noted).toEqual([[], ["a"], ["a"]]);
});

test("a stream in which nobody looks for motion any more is watched no longer", () => {
  motion.setStreams([spec("a")]);
  ticks(2);
  motion.setStreams([{ ...spec("a"), motion: null }]);
  ticks(1);
  expect(noted).toEqual([[], ["a"], []]);
});
