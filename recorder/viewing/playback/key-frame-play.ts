/** Fast play of a recording: only key frames are sent, one for each stride of the speed. */
import { strideMs } from "#domain/timeline/fast-play.ts";
import { MediaFlag } from "#protocol/media-socket.ts";
import { GAP_MS } from "#recorder/recording/index/recording-index.ts";
import type { RecordedVideo, RecordingReader } from "#recorder/recording/segments/recorded-sample.ts";
import type { MediaOutput } from "../output/media-output.ts";
import type { Pacer } from "../output/pacer.ts";
import type { FramePipe } from "./frame-pipe.ts";
import { hasGapBetween } from "./recorded-gaps.ts";

/** How often the end of the recording is read again while playback runs with the camera. */
const LOOK_AGAIN_MS = 1000;
/** A key frame is shown no longer than this when the next one is far away. */
const LONGEST_KEY_MS = 10_000;

export interface KeyFrameRun {
  readonly reader: RecordingReader;
  readonly output: MediaOutput;
  readonly pipe: FramePipe;
  readonly pacer: Pacer;
  readonly streamId: string;
  /** where playback begins, server ms */
  readonly timeMs: number;
  readonly rate: number;
  readonly signal: AbortSignal;
  /** called before a frame is sent: true = another player continues with it */
  isTakenOver(next: RecordedVideo): boolean;
  sent(picture: RecordedVideo): void;
}

/** Runs until the signal is aborted or another player continues. */
export async function playKeysForward(run: KeyFrameRun): Promise<void> {
  const { reader, output, pacer, streamId, timeMs, rate, signal } = run;
  let held: RecordedVideo | null = null;
  let isSent = false;
  let isEndTold = false;
  let fromMs = timeMs;
  while (!signal.aborted) {
    for await (const key of reader.keyFrames(streamId, fromMs, 1, strideMs(rate), signal)) {
      if (held && key.wallMs <= held.wallMs) continue;
      if (!held && key.wallMs - timeMs > GAP_MS + LONGEST_KEY_MS) output.gap(timeMs, key.wallMs);
      if (held && !isSent && !(await sendKey(run, held, key.wallMs, 0))) return;
      held = key;
      isSent = false;
      isEndTold = false;
    }
    // The end of the recording: at this speed playback soon runs with the camera, if that still records.
    if (held && !isSent) {
      if (!(await sendKey(run, held, held.wallMs + strideMs(rate), 0))) return;
      isSent = true;
      fromMs = held.wallMs + 1;
    } else if (!isEndTold && !pacer.paused) {
      output.gap(fromMs, 0);
      isEndTold = true;
    }
    output.state("waiting");
    await pacer.sleep(LOOK_AGAIN_MS);
  }
}

/** Whether it came to the beginning of the recording. */
export async function playKeysBackward(run: KeyFrameRun): Promise<boolean> {
  const { reader, streamId, timeMs, rate, signal } = run;
  let beforeMs = timeMs;
  for await (const key of reader.keyFrames(streamId, timeMs, -1, strideMs(rate), signal)) {
    // A key frame stands for a whole group, so it also ends the group for the viewer.
    if (!(await sendKey(run, key, beforeMs, MediaFlag.reverseEnd))) return false;
    beforeMs = key.wallMs;
  }
  return true;
}

async function sendKey(run: KeyFrameRun, key: RecordedVideo, neighbourMs: number, flags: number): Promise<boolean> {
  const { pipe, rate } = run;
  const stride = strideMs(rate);
  const distanceMs = Math.abs(neighbourMs - key.wallMs);
  const isApart = distanceMs > stride + LONGEST_KEY_MS;
  // Announced between the frames on its two sides.
  if (isApart && rate < 0) await tellGap(run, key, neighbourMs);
  if (!(await run.pacer.pass(key.wallMs)) || run.isTakenOver(key)) return false;
  pipe.push(key, flags, Math.min(LONGEST_KEY_MS, Math.max(stride, distanceMs)) * 1000);
  await pipe.flush();
  run.sent(key);
  if (isApart && rate > 0) await tellGap(run, key, neighbourMs);
  return !run.signal.aborted;
}

async function tellGap(run: KeyFrameRun, key: RecordedVideo, neighbourMs: number): Promise<void> {
  const { reader, output, streamId, signal } = run;
  const [early, late] = [Math.min(key.wallMs, neighbourMs), Math.max(key.wallMs, neighbourMs)];
  const isGap = await hasGapBetween(reader, streamId, early, late, signal);
  if (isGap && !signal.aborted) output.gap(early, late);
}
