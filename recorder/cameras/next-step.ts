/** What somebody can do about a camera whose video did not come: the failure of its stream, with the next step. */
import { type Failure, failure } from "#domain/failures/failure.ts";

/** The same failure, said with what to do; one that is not the camera's stays as it is. */
export function withNextStep(of: Failure): Failure {
  const { cause } = of;
  const step = stepOf(of.code, cause?.code ?? "");
  return cause && step ? { ...of, cause: failure(step, { cause }) } : of;
}

function stepOf(code: string, cause: string) {
  switch (code) {
    case "camera/unreachable":
      return "setup/network";
    case "camera/auth":
      return "setup/login";
    case "camera/not-found":
      return "setup/no-stream";
    case "camera/codec":
      return cause === "camera/no-video" ? "setup/no-video" : "setup/codec";
    case "camera/stalled":
      return cause === "camera/no-key-frame" ? "setup/no-key-frame" : "setup/silent";
    case "camera/protocol":
      return cause === "camera/no-rtsp" ? "setup/web-page" : "setup/answer";
    default:
      return null;
  }
}
