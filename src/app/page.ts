import type { KeyValueStorage } from "#actions/key-value-storage.ts";
import type { SessionActions } from "#actions/session/session-actions.ts";
import type { PageStores } from "#chrome/product.ts";
import type { PlayerMode, RecordedByWebrtc } from "#domain/player/mode.ts";
import type { PainterChoice } from "#domain/stage/painter-choice.ts";
import type { ChangesHeard } from "#transport/changes-heard.ts";
import type { HttpOptions } from "#transport/http.ts";
import type { Log } from "./browser/log.ts";
import type { SinglePlayer } from "./single-player.ts";

/** What lives as long as the page and is given to every session. */
export interface Page {
  readonly stores: PageStores;
  /** its calls belong to no session */
  readonly http: Omit<HttpOptions, "router" | "signal">;
  /** what answers have said of the server's lists */
  readonly changes: Pick<ChangesHeard, "mayDiffer">;
  readonly session: SessionActions;
  readonly storage: KeyValueStorage;
  /** this window's own storage */
  readonly windowStorage: KeyValueStorage;
  readonly log: Log;
  readonly reload: () => void;
  readonly modes: (forceLowBandwidth: boolean) => readonly PlayerMode[];
  readonly webrtcAllowed: () => boolean;
  readonly recordedByWebrtc: RecordedByWebrtc;
  /** URL flag show-dewarp */
  readonly showDewarp: boolean;
  /** with what the wall is drawn */
  readonly painter: PainterChoice;
  /** URL flag webrtc-player-diary */
  readonly keepsDiary: boolean;
  /** ws(s) address of a path, with the credentials where no cookie carries them */
  readonly socketUrl: (address: string) => string;
  /** the recorder reports over the event socket that the session has ended */
  readonly onRefused: () => void;
  /** the page that shows the single player; null: this is the whole application */
  readonly host: (() => Promise<SinglePlayer>) | null;
}
