/** The profiles of a device by both media services: Media of all devices, Media2 of newer ones, which alone has H.265. */
import { type Result, ok } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import { readMediaProfiles } from "./media.ts";
import { readMedia2Profiles } from "./media2.ts";
import { MAX_PROFILES, type OnvifProfile } from "./profile.ts";
import { firstAnswering, MEDIA, MEDIA2, nearFirst, type Services } from "./services.ts";
import type { Endpoint } from "./soap/soap.ts";

interface Profiles {
  readonly all: readonly OnvifProfile[];
  readonly media: Endpoint | null;
  readonly media2: Endpoint | null;
}

/** Failures: onvif/...; a device without a profile that sends video is one of them. */
export async function readProfiles(device: Endpoint, services: Services): Promise<Result<Profiles, Failure>> {
  const [inMedia, inMedia2] = [services(MEDIA), services(MEDIA2)];
  // A device that names neither may still have Media at its only address.
  const isAsked = inMedia.length > 0 || inMedia2.length === 0;
  const first = isAsked ? await firstAnswering(device, inMedia, readMediaProfiles) : null;
  const old = first?.ok ? first.value : null;
  const near = nearFirst(inMedia2, old?.service);
  const second = near.length > 0 ? await firstAnswering(device, near, readMedia2Profiles) : null;
  const recent = second?.ok ? second.value : null;
  const all = merged(old?.value ?? [], recent?.value ?? []);
  if (all.length > 0) return ok({ all, media: old?.service ?? null, media2: recent?.service ?? null });
  // Media's own refusal is the more exact one where both refuse.
  if (first && !first.ok) return second?.ok === false && first.error.code === "onvif/unreachable" ? second : first;
  if (second && !second.ok) return second;
  return refuse("onvif/fault", { cause: failure("camera/no-profile") });
}

/** Media describes what it cannot name, H.265 for one, as something else, or leaves it out. */
function merged(old: readonly OnvifProfile[], recent: readonly OnvifProfile[]): OnvifProfile[] {
  const isBeyond = ({ encoder }: OnvifProfile): boolean => !/^(H264|JPEG|MPEG4)$/i.test(encoder);
  const beyond = new Map(recent.filter(isBeyond).map((profile) => [profile.token, profile] as const));
  const known = new Set(old.map(({ token }) => token));
  const more = recent.filter(({ token }) => !known.has(token));
  return [...old.map((profile) => beyond.get(profile.token) ?? profile), ...more].slice(0, MAX_PROFILES);
}
