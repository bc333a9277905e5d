import { failure } from "#domain/failures/failure.ts";
import type { RtspMessage } from "#recorder/rtp/rtsp-wire.ts";
import { TroubleError } from "#recorder/net/trouble.ts";

export interface RtspAnswer {
  readonly status: number;
  readonly message: RtspMessage;
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;
/** Whether a camera says with this status that it controls nothing at this address. */
export const isWrongAddress = (status: number): boolean => [400, 404, 451, 454, 459, 460].includes(status);
export const statusOf = (message: RtspMessage): number =>
  Number(/^RTSP\/[\d.]+\s+(\d{3})/i.exec(message.startLine)?.[1] ?? 0);

/** What the camera said in place of what was wanted. */
export function refusal(method: string, { status, message: { startLine } }: RtspAnswer): TroubleError {
  const message = `${method}: ${startLine.slice(0, 120)}`;
  const cause = failure("other/message", { message });
  if (status === 401 || status === 403) return new TroubleError(failure("camera/auth", { cause }));
  if (status === 404) return new TroubleError(failure("camera/not-found", { cause }));
  if (status === 415) return new TroubleError(failure("camera/codec", { cause }));
  return new TroubleError(failure("camera/protocol", { cause }));
}
