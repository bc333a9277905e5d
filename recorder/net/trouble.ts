import { englishText } from "#domain/failures/english.ts";
import { type Failure, failure } from "#domain/failures/failure.ts";
import { ForbiddenAddress } from "./address-policy.ts";

/** Why a camera's stream does not run; its cause says it exactly. */
type TroubleCode =
  | "camera/unreachable"
  | "camera/forbidden-address"
  | "camera/auth"
  | "camera/codec"
  | "camera/stalled"
  | "camera/protocol"
  | "camera/not-found";

export type Trouble = Failure & { readonly code: TroubleCode };

/** Carries a trouble through code that throws; it never leaves `recorder/ingest`. */
export class TroubleError extends Error {
  readonly trouble: Trouble;

  constructor(trouble: Trouble) {
    super(englishText(trouble));
    this.trouble = trouble;
  }
}

/** What a thrown error means for the camera. */
export function troubleOf(error: unknown): Trouble {
  if (error instanceof TroubleError) return error.trouble;
  const isSystem = error instanceof Error && "syscall" in error;
  return failure(isSystem ? "camera/unreachable" : "camera/protocol", { cause: causeOf(error) });
}

const WORDS_MAX = 200;

/** What stands behind an error of a socket; an error that has no row here in its own words, cut: they come from the wire. */
export function causeOf(error: unknown): Failure {
  if (error instanceof ForbiddenAddress) return failure("camera/forbidden", { name: error.address });
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const known = CAUSES[code];
  if (known) return failure(known);
  const message = (error instanceof Error ? error.message : String(error)).slice(0, WORDS_MAX);
  return failure("other/message", { message });
}

const CAUSES: Readonly<
  Record<string, "camera/refused" | "camera/host-unknown" | "camera/no-way" | "camera/silent" | "camera/closed">
> = {
  ECONNREFUSED: "camera/refused",
  ENOTFOUND: "camera/host-unknown",
  EAI_AGAIN: "camera/host-unknown",
  EHOSTUNREACH: "camera/no-way",
  ENETUNREACH: "camera/no-way",
  ETIMEDOUT: "camera/silent",
  ECONNRESET: "camera/closed",
  EPIPE: "camera/closed",
};
