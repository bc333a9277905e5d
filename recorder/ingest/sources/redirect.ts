import { failure } from "#domain/failures/failure.ts";
import { TroubleError } from "#recorder/net/trouble.ts";

/**
 * Where a redirect leads. It is followed on the same host only, and not out of encryption: the login is for this
 * camera, and whoever answers in its place must not send it elsewhere. `said` is the answer, for the refusal.
 */
export function redirectedUrl(from: string, location: string, said: string): string {
  const before = new URL(from);
  const after = URL.canParse(location, from) ? new URL(location, from) : null;
  const isSafe = after?.protocol === before.protocol || after?.protocol === SECURE[before.protocol];
  if (!after || after.hostname !== before.hostname || !isSafe) {
    const message = `${said.slice(0, 120)}: ${location.slice(0, 200)}`;
    throw new TroubleError(failure("camera/protocol", { cause: failure("camera/redirects", { message }) }));
  }
  after.username = before.username;
  after.password = before.password;
  return after.href;
}

const SECURE: Readonly<Record<string, string>> = { "rtsp:": "rtsps:", "http:": "https:" };
