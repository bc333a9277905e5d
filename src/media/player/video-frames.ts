import type { Disposer } from "#base/disposer.ts";

/**
 * Calls back for each new picture of a playing video, with its RTP time where the browser knows it. Without
 * `requestVideoFrameCallback` (Safari before 15.4, Firefox before 132) it looks at the video's time at each frame of the
 * display.
 */
export function onEachFrame(video: HTMLVideoElement, found: (rtpTime: number | null) => unknown): Disposer {
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
    // A video without its first picture has no size, and none that stands has a new time.
    if (video.videoWidth === 0 || video.currentTime === seenS) return;
    seenS = video.currentTime;
    found(null);
  };
  handle = requestAnimationFrame(look);
  return () => cancelAnimationFrame(handle);
}
