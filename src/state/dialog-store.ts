/** Which dialog of the whole application is open. Dialogs that belong to one screen live in that screen. */
import type { Failure } from "#domain/failures/failure.ts";
import { type FactStore, factStore } from "./store.ts";

export type StageVerb = "go-to-time" | "events" | "marks" | "save-stage";

export type DialogFacts =
  | { readonly kind: "clock" }
  | { readonly kind: "license" }
  | { readonly kind: "greeting"; readonly text: string }
  | { readonly kind: "framerate" }
  | { readonly kind: "bandwidth" }
  | { readonly kind: "password" }
  | { readonly kind: "second-factor" }
  | { readonly kind: "passkeys" }
  | { readonly kind: "app-passwords" }
  /** the palette and the overview of keys, when neither key was pressed */
  | { readonly kind: "palette" | "keys" }
  /** what the stage's own buttons open, asked for from elsewhere */
  | { readonly kind: StageVerb }
  /** a named view: `name`: what the tile `id` shows gets a name; `edit`, `remove`: the view `id` */
  | { readonly kind: "view"; readonly ask: "name" | "edit" | "remove"; readonly id: string }
  /** the range that the timeline has selected, server ms */
  | { readonly kind: "export"; readonly startMs: number; readonly stopMs: number }
  /** `ofStage`: about the shown stage, and of no use with another one */
  | { readonly kind: "message"; readonly title: string; readonly text: string | Failure; readonly ofStage?: true };

export interface DialogStoreFacts {
  /** first = shown now */
  queue: DialogFacts[];
}
export type DialogStore = FactStore<DialogStoreFacts>;
export const createDialogStore = (): DialogStore => factStore<DialogStoreFacts>({ queue: [] });
