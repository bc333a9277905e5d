/** The arguments of the single player page (document 1, section 2). */
import { flagIsOn } from "../browser-support.ts";

/** A query argument by name, null when absent. */
type Argument = (name: string) => string | null;

export interface SinglePlayerArguments {
  readonly streamId: string;
  readonly serverId: string | null;
  /** server ms; null = live */
  readonly startTimeMs: number | null;
  readonly disableWebrtc: boolean;
  readonly showDewarp: boolean;
  readonly ptz: boolean;
  readonly managePtzPresets: boolean;
  readonly hideTimeline: boolean;
  readonly hideControls: boolean;
  readonly showHeader: boolean;
}

/** The page's arguments; null when this is not a single player. start-time may be a number or an ISO date. */
export function readSinglePlayer(argument: Argument): SinglePlayerArguments | null {
  const streamId = argument("single-player");
  if (streamId === null || streamId === "") return null;
  const flag = (name: string) => flagIsOn(argument(name));
  return {
    streamId,
    serverId: argument("single-player-orchid") || null,
    startTimeMs: readTime(argument("start-time")),
    disableWebrtc: flag("disable-webrtc"),
    showDewarp: flag("show-dewarp"),
    ptz: flag("single-player-ptz"),
    managePtzPresets: flag("manage-ptz-presets"),
    hideTimeline: flag("hide-timeline"),
    hideControls: flag("hide-controls"),
    showHeader: flag("show-header"),
  };
}

function readTime(text: string | null): number | null {
  if (text === null || text.trim() === "") return null;
  const number = Number(text);
  const time = Number.isFinite(number) ? number : Date.parse(text);
  return Number.isFinite(time) && time > 0 ? time : null;
}
