/** The texts that the canvas writes over tiles, looked up once per language and not at every view. */
import type { Failure } from "#domain/failures/failure.ts";
import type { OverlayState } from "#protocol/stage-worker.ts";
import type { Speech } from "#app/speech.ts";

export interface StageWords {
  /** under the icon of a state without a text of its own; "" = the icon alone */
  readonly states: Readonly<Record<OverlayState, string>>;
  /** what is wrong, in the language of the page */
  readonly failed: (failure: Failure) => string;
  /** what is recorded cannot be reached */
  readonly away: string;
  readonly ptz: string;
  /** the mark of a tile that is heard */
  readonly sound: string;
  /** the mark of a tile that is still until something happens */
  readonly still: string;
  /** and of one that shows key pictures alone */
  readonly saving: string;
  /** the marks of a tile whose patrol runs, or is held by a hand */
  readonly patrol: string;
  readonly patrolHeld: string;
}

export const stageWords = ({ say, failed }: Pick<Speech, "say" | "failed">): StageWords => ({
  states: {
    none: "",
    play: "",
    delay: "",
    rip: say("player.rip"),
    no_video: say("player.no_video"),
    connecting: say("player.connecting"),
    error: say("player.error"),
  },
  failed,
  away: say("player.away"),
  ptz: say("ptz.toggle"),
  sound: say("sound.mark"),
  still: say("still.mark"),
  saving: say("saving.mark"),
  patrol: say("patrols.mark"),
  patrolHeld: say("patrols.heldMark"),
});
