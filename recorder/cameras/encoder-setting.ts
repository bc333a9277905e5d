/** Sets a stream's audio and video in its ONVIF camera. */
import type { Result } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import type { OnvifProfile } from "#recorder/onvif/profile.ts";
import { type EncoderTarget, setAudioEncoder, setVideoEncoder } from "#recorder/onvif/encoder.ts";
import { audioChange, encoderChange } from "./camera-making.ts";

type Settings = Readonly<Record<string, string | number | boolean>>;
type Known = Readonly<Record<string, unknown>>;

/**
 * `answer`: the profile with its settings, null where none were asked for. `left`: what a camera that refused has
 * changed anyway.
 */
interface EncodersSet {
  readonly answer: Result<OnvifProfile | null, Failure>;
  readonly left: OnvifProfile | null;
}

/** Sets both or none: if the video is refused, the audio is set back to `before`. Null = stays as it is. */
export async function setEncoders(
  target: EncoderTarget,
  { audio, video }: { readonly audio: Settings | null; readonly video: Settings | null },
  before: Known | undefined,
): Promise<EncodersSet> {
  const [wantedAudio, wantedVideo] = [audio && audioChange(audio), video && encoderChange(video)];
  // What no camera can accept is refused before the camera has accepted the other half.
  for (const asked of [wantedAudio, wantedVideo]) if (asked && !asked.ok) return { answer: asked, left: null };
  // Audio first: a camera refuses it more often, and then nothing has been changed.
  const setAudio = wantedAudio?.ok ? await setAudioEncoder(target, wantedAudio.value) : null;
  if (setAudio && !setAudio.ok) return { answer: setAudio, left: null };
  const setVideo = wantedVideo?.ok ? await setVideoEncoder(target, wantedVideo.value) : null;
  if (setVideo?.ok === false && setAudio)
    return { answer: setVideo, left: (await restoreAudio(target, audio, before)) ?? setAudio.value };
  return { answer: setVideo ?? setAudio ?? { ok: true, value: null }, left: null };
}

/** Null = the camera does not accept the old value again. */
async function restoreAudio(
  target: EncoderTarget,
  changed: Settings | null,
  before: Known | undefined,
): Promise<OnvifProfile | null> {
  const known = Object.keys(changed ?? {}).map((name) => [name, textOf(before?.[name])] as const);
  const back = audioChange(Object.fromEntries(known.filter(([, value]) => value !== "")));
  const set = back.ok ? await setAudioEncoder(target, back.value) : back;
  return set.ok ? set.value : null;
}

/** The settings that differ from the present ones; null = none. */
export function differing(ask: Settings | undefined, now: Known | undefined): Settings | null {
  const entries = Object.entries(ask ?? {}).filter(([key, value]) => textOf(now?.[key]) !== String(value));
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
