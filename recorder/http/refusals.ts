/** The edge: how a failure becomes an answer. Its English is made here, for programs that have no catalogue. */
import { writeFailure } from "#protocol/rest/error.ts";
import { ONE_LINE } from "#protocol/rest/name.ts";
import { rowOf, statusOf } from "#domain/failures/known.ts";
import { englishText } from "#domain/failures/english.ts";
import type { FastifyReply } from "fastify";
import { type Failure, failure } from "#domain/failures/failure.ts";

/** When nobody knows how long it takes. */
export const LATER_S = 5;

const JSON_TYPE = "application/json; charset=utf-8";
/** What is wrong is said of so many members at most, and shortly: a body of half a megabyte must not come back. */
const MAX_FIELDS = 100;
const MAX_MESSAGE = 500;
const short = (text: string): string => (text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}…` : text);

/** Too much is asked, or something is being started: the same call may succeed soon. */
const isForNow = (code: string, status: number): boolean =>
  (status === 429 || status === 503) && rowOf(code)?.recoverable === true;

/** Sends a failure in the shape that `readFailure` reads. `status`: another than its row's. */
export function refuseWith(reply: FastifyReply, why: Failure, status = statusOf(why.code)): FastifyReply {
  const laterS = why.retryAfterS ?? (isForNow(why.code, status) ? LATER_S : undefined);
  if (laterS !== undefined) reply.header("retry-after", String(laterS));
  // A file that could not be sent after all has left its own words here.
  for (const name of ["content-length", "content-disposition", "content-encoding"]) reply.removeHeader(name);
  return reply.code(status).type(JSON_TYPE).send(writeFailure(why, englishText));
}

interface WrongMember {
  readonly path: string;
  readonly message: string;
  /** it is a text that has more characters than this */
  readonly most?: number | undefined;
}

/** What a hand can type or paste wrong has words in every language; all else is what the schema says. */
function memberFailure({ path, message, most }: WrongMember): Failure {
  const field = path === "" ? "request" : short(path);
  if (most !== undefined) return failure("field/too-long", { field, most });
  if (message === ONE_LINE) return failure("field/one-line", { field });
  return failure("field/invalid", { field, message: short(message) });
}

/** A body or a query that its schema does not take: `fields` names all of them, for forms. */
export function refuseMembers(reply: FastifyReply, wrong: readonly WrongMember[]): FastifyReply {
  const fields = wrong
    .slice(0, MAX_FIELDS)
    .map(({ path, message }) => ({ path: short(path), message: short(message) }));
  const [first] = wrong;
  const cause = first ? memberFailure(first) : failure("request/unreadable");
  return reply.code(400).send({ ...writeFailure(failure("request/invalid", { cause }), englishText), fields });
}
