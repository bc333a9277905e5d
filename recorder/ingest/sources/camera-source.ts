import type { Failure } from "#domain/failures/failure.ts";
import { HttpJpegClient } from "./http-jpeg-client.ts";
import type { Pace } from "../pace.ts";
import { RtspClient, type RtspOptions, type RtspSink } from "./rtsp-client.ts";
import type { RtspTarget } from "./line/rtsp-dial.ts";
import type { Outlook, ReceivedTrack } from "./video-reception.ts";
import type { VideoConfig } from "../video-track.ts";

/** An open connection to a camera that sends, whatever protocol it speaks. */
export interface CameraSource {
  /** the video's description with the measured frame rate; null before the first key frame */
  readonly videoConfig: VideoConfig | null;
  /** what the next connection may go on from; null = nothing */
  readonly track: ReceivedTrack | null;
  readonly outlook: Outlook;
  readonly packets: { readonly received: number; readonly lost: number };
  /** why there is no frame, as far as it is known */
  readonly obstacle: Failure | null;
  close(): void;
}

/** Opens a camera by the protocol of its address. Throws TroubleError and leaves nothing open then. */
export function openSource(
  target: RtspTarget,
  sink: RtspSink,
  options: RtspOptions,
  signal: AbortSignal,
  pace?: Pace,
  earlier?: () => ReceivedTrack | null,
): Promise<CameraSource> {
  if (/^https?:/i.test(target.url)) return HttpJpegClient.open(target, sink, options, signal, pace);
  return RtspClient.open(target, sink, options, signal, pace, earlier);
}
