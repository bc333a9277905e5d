import { failure } from "#domain/failures/failure.ts";
import { header, type RtspMessage } from "#recorder/rtp/rtsp-wire.ts";
import { TroubleError } from "#recorder/net/trouble.ts";

export interface RtspAnswer {
  readonly status: number;
  readonly message: RtspMessage;
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;
/** Whether a camera says with this status that it controls nothing at this address. */
export const isWrongAddress = (status: number): boolean => [400, 404, 451, 454, 459, 460].includes(status);
/** Whether a camera says with this status, of RTSP or HTTP, that it serves as many as it can. */
export const isFull = (status: number): boolean => [453, 486, 503].includes(status);
export const statusOf = (message: RtspMessage): number =>
  Number(/^(?:RTSP|HTTP)\/[\d.]+\s+(\d{3})/i.exec(message.startLine)?.[1] ?? 0);

/** The camera says that the session is elsewhere. */
export class MovedError extends TroubleError {
  readonly location: string;
  /** its answer, for the refusal of an address that cannot be followed */
  readonly said: string;

  constructor(refused: TroubleError, location: string, said: string) {
    super(refused.trouble);
    this.location = location;
    this.said = said;
  }
}

/** What the camera said in place of what was wanted; where it names another address, a `MovedError`. */
export function refusal(method: string, answer: RtspAnswer): TroubleError {
  const refused = refusedBy(method, answer);
  const location = locationIn(answer);
  return location === undefined ? refused : new MovedError(refused, location, answer.message.startLine);
}

/** Where a redirect leads, of whatever number. */
export const locationIn = ({ status, message }: RtspAnswer): string | undefined =>
  status >= 300 && status < 400 ? header(message, "location") : undefined;

function refusedBy(method: string, { status, message: { startLine } }: RtspAnswer): TroubleError {
  const message = `${method}: ${startLine.slice(0, 120)}`;
  const cause = failure(isFull(status) ? "camera/no-place" : "other/message", { message });
  if (status === 401 || status === 403) return new TroubleError(failure("camera/auth", { cause }));
  if (status === 404) return new TroubleError(failure("camera/not-found", { cause }));
  if (status === 415) return new TroubleError(failure("camera/codec", { cause }));
  return new TroubleError(failure("camera/protocol", { cause }));
}
