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

/** Carries a trouble through code that throws; never leaves `recorder/ingest`. */
export class TroubleError extends Error {
  readonly trouble: Trouble;

  constructor(code: TroubleCode, reason: string) {
    super(reason);
    this.trouble = { code, reason };
  }
}

/** What a thrown error means for the camera. Texts are cut: they come from the wire. */
export function troubleOf(error: unknown): Trouble {
  if (error instanceof TroubleError) return error.trouble;
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, 200);
  const system = error instanceof Error && "syscall" in error;
  return { code: system ? "camera/unreachable" : "camera/protocol", reason };
}
