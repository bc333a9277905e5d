/** Which dialog of the whole application is open. Dialogs that belong to one screen live in that screen. */
import type { Failure } from "#domain/failures/failure.ts";
import type { MadeBookmark } from "#domain/timeline/made-bookmark.ts";
import type { MarkedPlace } from "./marked-place.ts";
import { type FactStore, factStore } from "./store.ts";

export type StageVerb = "go-to-time" | "events" | "marks" | "save-stage";

export type DialogFacts =
  | { readonly kind: "clock" }
  | { readonly kind: "license" }
  | { readonly kind: "unrecorded" }
  | { readonly kind: "greeting"; readonly text: string }
  | { readonly kind: "framerate" }
  | { readonly kind: "bandwidth" }
  | { readonly kind: "password" }
  | { readonly kind: "second-factor" }
  | { readonly kind: "passkeys" }
  | { readonly kind: "app-passwords" }
  /** the palette and the overview of keys, when neither key was pressed */
  | { readonly kind: "keys" }
  /** `replacing`: only cameras, and the chosen one takes the place of this tile's */
  | { readonly kind: "palette"; readonly replacing?: string }
  /** what the stage's own buttons open, asked for from elsewhere */
  | { readonly kind: StageVerb }
  /** a named view: `name`: what the tile `id` shows gets a name; `edit`, `remove`: the view `id` */
  | { readonly kind: "view"; readonly ask: "name" | "edit" | "remove"; readonly id: string }
  /** a patrol: `new` for the camera `id` (`cameraKey`); `edit`, `remove`: the patrol `id` */
  | { readonly kind: "patrol"; readonly ask: "new" | "edit" | "remove"; readonly id: string }
  /** a bookmark gets a name: `made` exists already, or is set with it (null) */
  | { readonly kind: "bookmark"; readonly place: MarkedPlace; readonly made: MadeBookmark[] | null }
  /** the range that the timeline has selected, server ms; `camera`: this one is ticked, not those of the stage */
  | {
      readonly kind: "export";
      readonly startMs: number;
      readonly stopMs: number;
      readonly camera?: string;
      /** of this camera, a fisheye */
      readonly viewId?: string;
    }
  /** `ofStage`: about the shown stage, and of no use with another one */
  | { readonly kind: "message"; readonly title: string; readonly text: string | Failure; readonly ofStage?: true };

interface DialogStoreFacts {
  /** first = shown now */
  queue: DialogFacts[];
}
export type DialogStore = FactStore<DialogStoreFacts>;
export const createDialogStore = (): DialogStore => factStore<DialogStoreFacts>({ queue: [] });
