/** The single player page (document 1, section 2): arguments, messages to and from the host page, errors. */
import { flagIsOn } from "./browser-support.ts";
import { say } from "./errors.ts";

/** A query argument by name, null when absent. */
export type Argument = (name: string) => string | null;

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

/** The page's arguments; null when this is not a single player. Numbers and ISO dates do as start-time. */
export function readSinglePlayer(argument: Argument): SinglePlayerArguments | null {
  const streamId = argument("single-player");
  if (streamId === null || streamId === "") return null;
  const flag = (name: string) => flagIsOn(argument(name));
  return {
    streamId,
    serverId: argument("single-player-orchid"),
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

export type OutgoingType = "awaiting-auth" | "play-jpeg" | "play-webrtc" | "playing" | "stop";
/** What is posted to the host page; it finds the frame by `frame-id` in `origin`, the frame's whole address. */
export const outgoing = (type: OutgoingType, address: string) => ({
  event: { component: "single-player", type },
  origin: address,
});

export type PostedCredential = { readonly kind: "jwt" | "sid"; readonly value: string };
/** The credential of a posted message; null when it carries none. A host may post a new one at any time to renew. */
export function postedCredential(message: unknown): PostedCredential | null {
  if (typeof message !== "object" || message === null) return null;
  const { jwt, sid } = message as Record<string, unknown>;
  if (typeof jwt === "string" && jwt !== "") return { kind: "jwt", value: jwt };
  return typeof sid === "string" && sid !== "" ? { kind: "sid", value: sid } : null;
}

export type SinglePlayerFault = "stream" | "server" | "authentication" | "information";
/** The page's error text. */
export function singlePlayerError(fault: SinglePlayerFault, page: SinglePlayerArguments): string {
  switch (fault) {
    case "stream":
      return say("player_stream", { id: page.streamId });
    case "server":
      return say("player_server", { id: page.serverId ?? "" });
    case "authentication":
      return say("player_authentication");
    case "information":
      return say("player_information");
  }
}
