/** The query of the page's address, read once at start (document 1, section 2). Flags are true when 'true' or '1'. */
import { flagIsOn } from "#domain/browser-support.ts";
import { type PainterChoice, readPainterChoice } from "#domain/stage/painter-choice.ts";

interface UrlFlags {
  /** stream id of the single player, null = the whole application */
  readonly singlePlayer: string | null;
  readonly singlePlayerServer: string | null;
  readonly forceProxy: boolean;
  readonly webrtcPlayerDiary: boolean;
  readonly webrtcLiveOnly: boolean;
  readonly statsOverlay: boolean;
  readonly disableWebrtc: boolean;
  readonly hideTimeline: boolean;
  readonly hideControls: boolean;
  readonly showHeader: boolean;
  readonly managePtzPresets: boolean;
  readonly showDewarp: boolean;
  /** not of the documents: with what the wall is drawn */
  readonly painter: PainterChoice;
}

export function readUrlFlags(search: string): UrlFlags {
  const query = new URLSearchParams(search);
  const flag = (name: string): boolean => flagIsOn(query.get(name));
  return {
    singlePlayer: query.get("single-player"),
    singlePlayerServer: query.get("single-player-orchid"),
    forceProxy: flag("force-proxy"),
    webrtcPlayerDiary: flag("webrtc-player-diary"),
    webrtcLiveOnly: flag("webrtc-live-only"),
    statsOverlay: flag("stats-overlay"),
    disableWebrtc: flag("disable-webrtc"),
    hideTimeline: flag("hide-timeline"),
    hideControls: flag("hide-controls"),
    showHeader: flag("show-header"),
    managePtzPresets: flag("manage-ptz-presets"),
    showDewarp: flag("show-dewarp"),
    painter: readPainterChoice(query.get("painter")),
  };
}
