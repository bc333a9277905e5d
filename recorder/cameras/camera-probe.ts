/** Opens a stream of a camera once, to see whether it answers and what it sends. */
import { type Result, ok } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import type { AddressPolicy } from "#recorder/net/address-policy.ts";
import type { VideoInfo } from "#recorder/formats/media-info.ts";
import type { MediaLink } from "./media-link.ts";
import { withNextStep } from "./next-step.ts";
import type { Credentials } from "./stream-specs.ts";

const PROBE_TIMEOUT_MS = 15_000;

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
