import type { ArchiveLookup } from "#actions/recordings/archive-lookup.ts";
import type { CameraActions } from "#actions/cameras/camera-actions.ts";
import type { LinkActions } from "#actions/stage/link-actions.ts";
import type { PatrolActions } from "#actions/stage/patrol-actions.ts";
import type { MarkActions } from "#actions/timeline/mark-actions.ts";
import type { RecordingActions } from "#actions/recordings/recording-actions.ts";
import type { ServerEventSource } from "#actions/session/server-events.ts";
import type { ServerActions } from "#actions/session/server-actions.ts";
import type { StageActions } from "#actions/stage/stage-actions.ts";
import type { TimelineActions } from "#actions/timeline/timeline-actions.ts";
import type { Stores } from "#chrome/product.ts";
import type { PlayerMode, RecordedByWebrtc } from "#domain/player/mode.ts";
import type { PainterChoice } from "#domain/stage/painter-choice.ts";
import type { HttpClient } from "#transport/http.ts";
import type { Throttle } from "#transport/throttle.ts";
import type { Speech } from "#app/speech.ts";

/** What the stage's bindings take from the application. */
export interface StageBindingDeps {
  readonly stores: Stores;
  readonly http: HttpClient;
  readonly stage: StageActions;
  readonly cameras: CameraActions;
  readonly server: ServerActions;
  readonly archives: ArchiveLookup;
  readonly recordings: Pick<RecordingActions, "motionEvents">;
  readonly events: ServerEventSource;
  readonly timeline: TimelineActions;
  readonly marks: MarkActions;
  readonly patrols: PatrolActions;
  readonly links: LinkActions;
  /** the texts of the canvas */
  readonly speech: Speech;
  /** at most 2 requests for archives at once */
  readonly throttle: Throttle;
  /** modes that this browser and session allow, best first, for a cell with or without forced low bandwidth */
  readonly modes: (forceLowBandwidth: boolean) => readonly PlayerMode[];
  /** with what the wall is drawn */
  readonly painter: PainterChoice;
  readonly webrtcAllowed: () => boolean;
  readonly recordedByWebrtc: RecordedByWebrtc;
  /** ws(s) address of a path, with the credentials where no cookie carries them */
  readonly socketUrl: (path: string) => string;
}
