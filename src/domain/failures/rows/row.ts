/** The properties of a failure apart from its text: one row per code in the files of this folder. */

type Severity = "info" | "warning" | "error";
/** list: of texts. bytes: named `size`. time: epoch ms, named `time`. By these names texts know how to write them. */
export type ParamType = "text" | "number" | "bytes" | "time" | "list";

export interface About {
  /** HTTP status of the answer; without one, no answer has this code, or it is 400 */
  readonly status?: number;
  readonly params?: Readonly<Record<string, ParamType>>;
  /** whether another failure gives the reason: `may`, or `must` where the text is incomplete without it */
  readonly cause?: "may" | "must";
}

export interface Row extends About {
  readonly severity: Severity;
  /** whether another try of the same thing may succeed */
  readonly recoverable: boolean;
}

const maker =
  <const S extends Severity, const R extends boolean>(severity: S, recoverable: R) =>
  <const A extends About = About>(about?: A) =>
    ({ ...about, severity, recoverable }) as A & { readonly severity: S; readonly recoverable: R };

/** Another try does not help. */
export const refused = maker("error", false);
/** Another try may help. */
export const trouble = maker("error", true);
/** A typed value is wrong: the user can correct it. */
export const input = maker("warning", true);
/** Information that the user should have before going on. */
export const warning = maker("warning", false);
/** No failure: an event, past or future. */
export const note = maker("info", false);
/** Nothing went wrong; another choice does more. */
export const hint = maker("info", true);
