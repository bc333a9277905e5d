import { fail, ok, type Result } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import type { AudioInfo, VideoInfo } from "#recorder/formats/media-info.ts";
import { type Trouble, TroubleError, troubleOf } from "#recorder/net/trouble.ts";
import { type CameraSource, openSource } from "./sources/camera-source.ts";
import type { RtspTarget } from "./sources/line/rtsp-dial.ts";
import { defaultTiming, type SessionTiming } from "./stream-session.ts";

interface ProbePatience {
  /** for a key frame of a camera that has described its frames and sends them */
  readonly describedMs: number;
  /** for the first frame */
  readonly silentMs: number;
  /** for a key frame of a camera that sends frames */
  readonly seldomMs: number;
}

const PATIENCE: ProbePatience = { describedMs: 5000, silentMs: 12_000, seldomMs: 22_000 };
const LOOKS = 25;

const SILENT = failure("camera/silent");

interface Found {
  readonly video: VideoInfo;
  readonly audio: AudioInfo | null;
}

/**
 * Opens a stream once, returns what it carries, and closes it. Cameras send key frames as seldom as every few minutes:
 * then the session's description is enough. Failure codes: those of `TroubleCode`.
 */
export async function probeStream(
  target: RtspTarget,
  timing: SessionTiming = defaultTiming,
  patience: ProbePatience = PATIENCE,
): Promise<Result<Found, Failure>> {
  const abort = new AbortController();
  let client: CameraSource | null = null;
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Result<Found, Failure>>((resolve, reject) => {
      const begunMs = performance.now();
      timer = setInterval(() => {
        const result = judged(client, performance.now() - begunMs, patience);
        if (result) resolve(result);
      }, patience.describedMs / LOOKS);
      let found: Found | null = null;
      const sink = {
        config: (video: { info: VideoInfo }, audio: { info: AudioInfo } | null) => {
          found = { video: video.info, audio: audio?.info ?? null };
        },
        video: () => {
          if (found) resolve(ok(found));
        },
        audio: () => {},
        jumped: () => {},
        received: () => {},
        ended: (trouble: Trouble) => resolve(fail(trouble)),
      };
      openSource(target, sink, timing, abort.signal).then((opened) => {
        client = opened;
        if (abort.signal.aborted) opened.close();
      }, reject);
    });
  } catch (error) {
    if (error instanceof TroubleError || (error instanceof Error && "code" in error)) return fail(troubleOf(error));
    throw error;
  } finally {
    clearInterval(timer);
    abort.abort();
    (client as CameraSource | null)?.close();
  }
}

/** What can be said of a camera that has sent no key frame for `waitedMs`; null = not yet. */
function judged(client: CameraSource | null, waitedMs: number, patience: ProbePatience): Result<Found, Failure> | null {
  // The connection is still being made, and a failure of it says what is wrong.
  if (!client) return waitedMs < patience.seldomMs ? null : refuse("camera/unreachable", { cause: SILENT });
  const { video, audio, frames } = client.outlook;
  if (frames > 0 && video && waitedMs >= patience.describedMs) return ok({ video, audio: audio?.info ?? null });
  if (waitedMs < (frames > 0 ? patience.seldomMs : patience.silentMs)) return null;
  const count = Math.round(waitedMs / 1000);
  const seldom = frames > 0 ? failure("camera/key-frames-seldom", { count }) : null;
  const silent = client.packets.received === 0 ? failure("camera/no-data", { count }) : null;
  return refuse("camera/stalled", {
    cause: client.obstacle ?? seldom ?? silent ?? failure("camera/no-key-frame"),
  });
}
