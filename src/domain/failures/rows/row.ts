/** What is known of a failure beside its words: one row per code in the files of this folder. */

export type Severity = "info" | "warning" | "error";
/** list: of texts. time: epoch ms. duration: ms */
export type ParamType = "text" | "number" | "bytes" | "duration" | "time" | "list";

export interface About {
  /** HTTP status of the answer; without one, no answer has this code, or it is 400 */
  readonly status?: number;
  readonly params?: Readonly<Record<string, ParamType>>;
  /** whether another failure says why: `may`, or `must` where the text is incomplete without it */
  readonly cause?: "may" | "must";
}

export interface Row extends About {
  readonly severity: Severity;
  /** whether the same thing may succeed when it is tried again */
  readonly recoverable: boolean;
}

const maker =
  <const S extends Severity, const R extends boolean>(severity: S, recoverable: R) =>
  <const A extends About = About>(about?: A) =>
    ({ ...about, severity, recoverable }) as A & { readonly severity: S; readonly recoverable: R };

/** Trying the same again does not help. */
export const refused = maker("error", false);
/** Trying again may help. */
export const trouble = maker("error", true);
/** What somebody typed is not right: they can correct it. */
export const input = maker("warning", true);
/** Something that one should know before going on. */
export const warning = maker("warning", false);
/** No failure: what happened, or what will. */
export const note = maker("info", false);
/** Nothing went wrong; another choice does more. */
export const hint = maker("info", true);
