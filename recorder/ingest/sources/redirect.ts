import { failure } from "#domain/failures/failure.ts";
import { type Trouble, TroubleError } from "#recorder/net/trouble.ts";
import { MovedError } from "./line/rtsp-answer.ts";
import type { RtspTarget } from "./line/rtsp-dial.ts";

/** Where a redirect leads. */
export interface Redirected {
  readonly target: RtspTarget;
  /** Turns an error of the target into the one that is reported. */
  readonly refused: (error: unknown) => unknown;
}

export const MAX_REDIRECTS = 3;

/** Opens a target, and where the camera says that it is elsewhere, at whichever request, what it names. Throws TroubleError. */
export async function following<T>(target: RtspTarget, open: (target: RtspTarget) => Promise<T>): Promise<T> {
  let to: Redirected = { target, refused: (error) => error };
  for (let redirects = 0; ; redirects++) {
    try {
      return await open(to.target);
    } catch (error) {
      if (!(error instanceof MovedError) || redirects === MAX_REDIRECTS) throw to.refused(error);
      to = redirected(to.target, error.location, error.said);
    }
  }
}

const SECURE: Readonly<Record<string, string>> = { "rtsp:": "rtsps:", "http:": "https:" };

/**
 * The target of a redirect; `said` is the answer, for the refusal. The login is for this camera: whoever answers in its place must
 * not send it elsewhere, so that another host, or the same one without the encryption that there was, is asked without it. Where the
 * new address may be is checked when it is dialled. Throws TroubleError for what is no address of the same protocol.
 */
export function redirected(target: RtspTarget, location: string, said: string): Redirected {
  const before = new URL(target.url);
  const after = URL.canParse(location, before.href) ? new URL(location, before.href) : null;
  const message = `${said.slice(0, 120)}: ${location.slice(0, 200)}`;
  const named = new TroubleError(failure("camera/protocol", { cause: failure("camera/redirects", { message }) }));
  const isKnown = after !== null && familyOf(after) === familyOf(before) && after.hostname !== "";
  if (!isKnown) throw named;
  const isAsSafe = after.protocol === before.protocol || after.protocol === SECURE[before.protocol];
  if (after.hostname === before.hostname && isAsSafe) {
    after.username = before.username;
    after.password = before.password;
    return { target: { ...target, url: after.href }, refused: (error) => error };
  }
  after.username = "";
  after.password = "";
  const isForbidden = ({ code }: Trouble): boolean => code === "camera/forbidden-address";
  return {
    target: { ...target, url: after.href, username: "", password: "" },
    refused: (error) => (error instanceof TroubleError && !isForbidden(error.trouble) ? named : error),
  };
}

const familyOf = ({ protocol }: URL): string => protocol.replace(/s?:$/, "");
