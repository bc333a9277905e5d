/**
 * The form in which a failure travels: in every answer of 400 and above, in the state of streams, in messages of the
 * media socket.
 */
import * as z from "zod/mini";
import {
  type Failure,
  type FailureCode,
  type ForeignCode,
  foreignFailure,
  type Params,
} from "#domain/failures/failure.ts";

const CODE_MAX = 100;
const TEXT_MAX = 2000;
const PARAMS_MAX = 16;
const LIST_MAX = 100;
/** A cause has a cause that has a cause: no failure of ours is deeper. */
const DEPTH_MAX = 6;

const cut = (text: string): string => text.slice(0, TEXT_MAX);
const text = z.pipe(z.string(), z.transform(cut));
const value = z.union([z.number(), text, z.array(text).check(z.maxLength(LIST_MAX))]);
const params = z
  .record(z.string().check(z.maxLength(CODE_MAX)), value)
  .check(z.refine((each) => Object.keys(each).length <= PARAMS_MAX));

/** One failure without its cause. A failure without `params`, or with params that none of ours has, is foreign. */
const shape = z.object({
  code: z.pipe(
    z.string(),
    z.transform((code) => code.slice(0, CODE_MAX)),
  ),
  reason: z._default(text, ""),
  params: z.optional(z.unknown()),
  cause: z.optional(z.unknown()),
});

/** Reads a failure; null where there is none. `isOurs` checks code and parameters against the table, where that is loaded. */
export function readFailure(
  body: unknown,
  isOurs: (code: string, params: Params, hasCause: boolean) => boolean = () => true,
  depth = DEPTH_MAX,
): (Failure & { readonly reason: string }) | null {
  const read = shape.safeParse(body);
  if (!read.success || (read.data.params === undefined && read.data.reason === "")) return null;
  const { code, reason } = read.data;
  const given = params.safeParse(read.data.params).data;
  const cause = depth > 1 && read.data.cause !== undefined ? readFailure(read.data.cause, isOurs, depth - 1) : null;
  if (given === undefined || !isOurs(code, given, cause !== null)) return foreignFailure(code, reason);
  return { code: code as FailureCode | ForeignCode, params: given, reason, ...(cause ? { cause } : {}) };
}

export interface WrittenFailure {
  readonly code: string;
  readonly reason: string;
  readonly params?: Params | undefined;
  readonly cause?: WrittenFailure | undefined;
}
/** The form that is sent. `say`: its English text, for programs without a catalogue. */
export function writeFailure(failure: Failure, say: (failure: Failure) => string): WrittenFailure {
  const { code, params: given, cause } = failure;
  return {
    code,
    reason: say(failure),
    ...(given === undefined ? {} : { params: given }),
    ...(cause === undefined ? {} : { cause: writeFailure(cause, say) }),
  };
}

/** A failure in the form of an answer; `readFailure` turns it into one of ours. */
export const failureBody = z.object({
  code: z.string(),
  reason: z.string(),
  params: z.optional(z.record(z.string(), value)),
  /** the failure behind it, in the same shape */
  cause: z.optional(z.unknown()),
});

/** Every answer of 400 and above. Shown as `{code}: {reason}` (document 2, section 8). */
export const errorBody = z.extend(failureBody, {
  /** which members of the request were wrong, for forms */
  fields: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
});
