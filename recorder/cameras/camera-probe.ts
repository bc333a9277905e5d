/** Opens a stream of a camera once, to see whether it answers and what it sends. */
import { type Result, ok } from "#base/result.ts";
import { type Failure, failure } from "#domain/failures/failure.ts";
import type { AddressPolicy } from "#recorder/net/address-policy.ts";
import type { VideoInfo } from "#recorder/formats/media-info.ts";
import type { MediaLink } from "./media/media-link.ts";
import type { Credentials } from "./stream-specs.ts";

/** A camera that sends pictures is given 22 s for a key frame; a client waits 30 s for its answer. */
const PROBE_TIMEOUT_MS = 26_000;

/** `network`: where it may be dialled, null = anywhere. Failures: those of the camera (`camera/auth` and others). */
export async function probeCamera(
  media: MediaLink,
  url: string,
  { username, password }: Credentials,
  network: AddressPolicy | null,
): Promise<Result<VideoInfo, Failure>> {
  const answer = await media.call(
    "stream.probe",
    { url, username, password, transport: "tcp", ...(network ? { network } : {}) },
    PROBE_TIMEOUT_MS,
  );
  return answer.ok ? ok(answer.value.video) : { ok: false, error: withNextStep(answer.error) };
}

/** The same failure, said with what to do; one that is not the camera's stays as it is. */
function withNextStep(of: Failure): Failure {
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
      return STEPS[cause] ?? "setup/codec";
    case "camera/stalled":
      return STEPS[cause] ?? "setup/silent";
    case "camera/protocol":
      // Which address to enter stands in the cause itself.
      return cause === "camera/redirects" ? null : (STEPS[cause] ?? "setup/answer");
    default:
      return null;
  }
}

/** What to do about a cause, whatever else was said. */
const STEPS: Readonly<Record<string, CauseStep>> = {
  "camera/no-video": "setup/no-video",
  "camera/still-picture": "setup/no-mjpeg",
  "camera/no-multipart": "setup/no-mjpeg",
  "camera/no-key-frame": "setup/no-key-frame",
  "camera/key-frames-seldom": "setup/no-key-frame",
  "camera/jpeg-size": "setup/codec",
  "camera/payload-type": "setup/codec",
  "camera/picture-too-large": "setup/codec",
  "camera/no-rtsp": "setup/web-page",
  "camera/call-silent": "setup/network",
  "camera/no-place": "setup/silent",
};

type CauseStep =
  | "setup/no-video"
  | "setup/no-mjpeg"
  | "setup/no-key-frame"
  | "setup/codec"
  | "setup/web-page"
  | "setup/network"
  | "setup/silent";
