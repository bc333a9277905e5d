import { errors } from "#domain/errors.ts";

/** Why a camera's stream does not run. */
export type TroubleCode =
  | "camera/unreachable"
  | "camera/forbidden-address"
  | "camera/auth"
  | "camera/codec"
  | "camera/stalled"
  | "camera/protocol"
  | "camera/not-found";

export interface Trouble {
  readonly code: TroubleCode;
  /** a line for the administrator */
  readonly reason: string;
}

/** Carries a trouble through code that throws; it never leaves `recorder/ingest`. */
export class TroubleError extends Error {
  readonly trouble: Trouble;

  constructor(code: TroubleCode, reason: string) {
    super(reason);
    this.trouble = { code, reason };
  }
}

/** What a thrown error means for the camera. */
export function troubleOf(error: unknown): Trouble {
  if (error instanceof TroubleError) return error.trouble;
  const system = error instanceof Error && "syscall" in error;
  return { code: system ? "camera/unreachable" : "camera/protocol", reason: reasonOf(error) };
}

/**
 * The cause of a socket error in the catalogue's words; other causes in their own words, cut, because they come from
 * the wire.
 */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return WORDS[code] ?? (error instanceof Error ? error.message : String(error)).slice(0, 200);
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: errors.camera_refused.text,
  ENOTFOUND: errors.camera_host_unknown.text,
  EAI_AGAIN: errors.camera_host_unknown.text,
  EHOSTUNREACH: errors.camera_no_way.text,
  ENETUNREACH: errors.camera_no_way.text,
  ETIMEDOUT: errors.camera_silent.text,
  ECONNRESET: errors.camera_closed.text,
  EPIPE: errors.camera_closed.text,
};
