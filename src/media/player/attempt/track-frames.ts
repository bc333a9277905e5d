/**
 * Brings the frames of a WebRTC track into the stage: by the readable of a MediaStreamTrackProcessor where there is one
 * (Chromium: on windows only), otherwise by a `<video>` whose frames are posted one by one.
 */
import type { Disposer } from "#base/disposer.ts";
import type { SourceRequest } from "#protocol/stage-worker.ts";
import { playWhenAllowed } from "#media/audio/when-allowed.ts";
import type { FrameImage } from "#media/frame-mailbox.ts";
import type { PostedFrame } from "#media/sources/frames-source.ts";

interface TrackProcessor {
  readonly readable: ReadableStream<VideoFrame>;
}
type TrackProcessorClass = new (options: { track: MediaStreamTrack; maxBufferSize?: number }) => TrackProcessor;

function trackProcessor(): TrackProcessorClass | null {
  const found: unknown = Reflect.get(globalThis, "MediaStreamTrackProcessor");
  return typeof found === "function" ? (found as TrackProcessorClass) : null;
}

interface TrackFrames {
  readonly request: SourceRequest;
  readonly stop: Disposer;
}

/** `refused`: the browser plays only after a touch. */
export function framesOfTrack(track: MediaStreamTrack, refused: () => void): TrackFrames {
  const Processor = trackProcessor();
  if (!Processor) return framesOfVideo(track, refused);
  const { readable } = new Processor({ track, maxBufferSize: 2 });
  return { request: { kind: "track", readable }, stop: () => track.stop() };
}

function framesOfVideo(track: MediaStreamTrack, refused: () => void): TrackFrames {
  const { port1, port2 } = new MessageChannel();
  const video = document.createElement("video");
  video.muted = true;
  video.playsInline = true;
  video.srcObject = new MediaStream([track]);
  // WebKit calls back only for a video that is in the page and not display:none
  video.style.cssText = "position:fixed;width:1px;height:1px;opacity:0;pointer-events:none";
  video.setAttribute("aria-hidden", "true");
  document.body.append(video);
  const stopAsking = playWhenAllowed(video, refused);

  let stopped = false;
  let onWay = false;
  const stopFrames = onEachFrame(video, async (rtpTime) => {
    if (onWay) return; // the stage is busy and the newest frame wins, so this one is left out
    onWay = true;
    const frame = await imageOf(video);
    if (!frame || stopped) {
      onWay = false;
      return frame?.close();
    }
    const posted: PostedFrame = { frame, rtpTime };
    port1.postMessage(posted, [frame]);
  });
  const stop = (): void => {
    stopped = true;
    stopFrames();
    stopAsking();
    port1.onmessage = null;
    track.stop();
    video.srcObject = null;
    video.remove();
  };
  port1.onmessage = (event: MessageEvent<boolean>) => {
    onWay = false;
    if (!event.data) stop();
  };
  return { request: { kind: "frames", port: port2 }, stop };
}

/** The video's current frame; null when it has none, or when the browser refuses it: the last one stays on the tile. */
async function imageOf(video: HTMLVideoElement): Promise<FrameImage | null> {
  try {
    return typeof VideoFrame === "undefined" ? await createImageBitmap(video) : new VideoFrame(video);
  } catch {
    return null;
  }
}

/**
 * Calls back for each new frame of a playing video, with its RTP time where the browser knows it. Without
 * `requestVideoFrameCallback` (Safari before 15.4, Firefox before 132) it looks at the video's time at each frame of the
 * display.
 */
function onEachFrame(video: HTMLVideoElement, found: (rtpTime: number | null) => unknown): Disposer {
  return "requestVideoFrameCallback" in HTMLVideoElement.prototype ? byCallback(video, found) : byLooking(video, found);
}

function byCallback(video: HTMLVideoElement, found: (rtpTime: number | null) => unknown): Disposer {
  let handle = 0;
  const onFrame = (_now: number, metadata: VideoFrameCallbackMetadata): void => {
    handle = video.requestVideoFrameCallback(onFrame);
    found(metadata.rtpTimestamp ?? null);
  };
  handle = video.requestVideoFrameCallback(onFrame);
  return () => video.cancelVideoFrameCallback(handle);
}

function byLooking(video: HTMLVideoElement, found: (rtpTime: number | null) => unknown): Disposer {
  let seenS = -1;
  let handle = 0;
  const look = (): void => {
    handle = requestAnimationFrame(look);
    // A video without its first frame has no size, and none that stands has a new time.
    if (video.videoWidth === 0 || video.currentTime === seenS) return;
    seenS = video.currentTime;
    found(null);
  };
  handle = requestAnimationFrame(look);
  return () => cancelAnimationFrame(handle);
}
