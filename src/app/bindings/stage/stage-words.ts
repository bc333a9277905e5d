/** The words that the canvas writes over tiles, looked up once per language and not at every view. */
import type { OverlayState } from "#protocol/stage-worker.ts";
import type { Speech } from "#app/speech.ts";

export interface StageWords {
  /** under the icon of a state that brings no text of its own; "" = the icon alone */
  readonly states: Readonly<Record<OverlayState, string>>;
  /** an error's text, in the language of the page */
  readonly said: (text: string) => string;
  readonly lowBandwidth: string;
  readonly ptz: string;
}

export const stageWords = ({ say, said }: Pick<Speech, "say" | "said">): StageWords => ({
  states: {
    none: "",
    play: "",
    delay: "",
    rip: say("player.rip"),
    no_video: say("player.no_video"),
    connecting: say("player.connecting"),
    error: say("player.error"),
  },
  said,
  lowBandwidth: say("player.badge.lowbandwidth"),
  ptz: say("ptz.toggle"),
});
