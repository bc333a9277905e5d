/**
 * An expected failure: a code of the table (`rows/`), its parameters, and the failure behind it. It carries no
 * sentence. The code that shows it finds the text in the catalogue of the user's language (`en/`, `de/`, `ja/`), so
 * names in the parameters stay unchanged.
 */
import type { Result } from "#base/result.ts";
import type { ParamType } from "./rows/row.ts";
import type { rows } from "./rows/rows.ts";

type Rows = typeof rows;
export type FailureCode = keyof Rows;
/** The code of a server of another version, or of another service: no row has it. */
export type ForeignCode = string & { readonly foreign: true };

/** The list is not readonly: stores that draft their values could not take it. */
export type ParamValue = string | number | string[];
export type Params = Readonly<Record<string, ParamValue>>;

export interface Failure {
  readonly code: FailureCode | ForeignCode;
  /** absent: a foreign failure, which is shown by its `reason` */
  readonly params?: Params;
  readonly cause?: Failure;
  /** the English text that a server sent along: for a foreign failure, and for a code without a text in this version */
  readonly reason?: string;
  /** HTTP status of the answer that contained it */
  readonly status?: number;
  /** the time after which another try can help, seconds */
  readonly retryAfterS?: number;
}

interface Values {
  readonly text: string;
  readonly number: number;
  readonly bytes: number;
  readonly time: number;
  readonly list: string[];
}
type OwnParams<R> = R extends { readonly params: infer P }
  ? { readonly [Name in keyof P]: P[Name] extends ParamType ? Values[P[Name]] : never }
  : unknown;
type CauseOf<R> = R extends { readonly cause: "must" }
  ? { readonly cause: Failure }
  : R extends { readonly cause: "may" }
    ? { readonly cause?: Failure }
    : unknown;
/** The arguments that make a failure of this code: its parameters, and `cause` where it has one. */
type ParamsOf<C extends FailureCode> = OwnParams<Rows[C]> & CauseOf<Rows[C]>;
type Given<C extends FailureCode> =
  unknown extends ParamsOf<C>
    ? []
    : { readonly cause?: Failure } extends ParamsOf<C>
      ? [given?: ParamsOf<C>]
      : [given: ParamsOf<C>];

/** A failure of the table. A code that is not there, or a parameter that is missing, does not compile. */
export function failure<C extends FailureCode>(
  code: C,
  ...[given]: Given<C>
): Failure & { readonly code: C; readonly params: Params } {
  const { cause, ...params }: { readonly cause?: Failure } & Params = given ?? {};
  return { code, params, ...(cause === undefined ? {} : { cause }) };
}

export type Refusal = Extract<Result<never, Failure>, { readonly ok: false }>;
/** The same as the outcome of a request. */
export const refuse = <C extends FailureCode>(code: C, ...given: Given<C>): Refusal => ({
  ok: false,
  error: failure(code, ...given),
});
/** The text of another program, or an unforeseen error, as the cause of a failure of ours. */
export const inWords = (said: unknown): Failure =>
  failure("other/message", { message: (said instanceof Error ? said.message : String(said)).slice(0, WORDS_MAX) });
const WORDS_MAX = 500;

/** Whether it has one of these codes: a code that no row has does not compile. */
export const hasCode = (failure: Failure, ...codes: readonly FailureCode[]): boolean =>
  codes.some((code) => code === failure.code);

/** The text of another program, in its own words. */
export const foreignFailure = (code: string, reason: string): Failure & { readonly reason: string } => ({
  code: code as ForeignCode,
  reason,
});
