/** One demo camera: what it plays, what it says of itself by ONVIF, and what can be set in it. */
import type { DemoCamera } from "#recorder/ipc/demo-contract.ts";
import { type ClipStore, unpackAudio, unpackClip } from "./clip.ts";
import { type EncoderSetting, GOP_S, shapesOf, type StreamShape } from "./clip-encoder.ts";
import { demoMask } from "./demo-mask.ts";
import { LoopSource } from "./devices/loop-source.ts";
import type { OnvifFacts, OnvifProfile } from "./devices/onvif-device.ts";
import { BITRATE_RANGE, type DeviceAudio, GOV_LENGTH_RANGE } from "./devices/onvif-xml.ts";
import { MAX_PRESETS, PtzMount } from "./devices/ptz-mount.ts";
import { PtzSource } from "./devices/ptz-source.ts";
import { ShapedSource } from "./devices/shaped-source.ts";
import { filesOf } from "./drawing.ts";
import { AAC_BIT_RATE_KBPS, AAC_BIT_RATES_KBPS, encodeVoicesBeside } from "./scenes/audio.ts";
import type { Scene } from "./scenes/scenes.ts";

interface Made {
  readonly main: ShapedSource | PtzSource;
  readonly small: ShapedSource | PtzSource;
  readonly mount: PtzMount | null;
}

export async function makeCamera(scene: Scene, store: ClipStore): Promise<Made> {
  const { main, small } = shapesOf(scene.lens);
  const files = filesOf(scene);
  if (files.panorama) {
    const panorama = await store.read(files.panorama);
    const mount = new PtzMount(performance.now());
    return {
      main: new PtzSource(scene, panorama, mount, main, false),
      small: new PtzSource(scene, panorama, mount, small, true),
      mount,
    };
  }
  const audio = files.audio ? unpackAudio(await store.read(files.audio)) : null;
  const looped = async (name: string): Promise<ShapedSource> =>
    new ShapedSource(new LoopSource(unpackClip(await store.read(name)), audio));
  return { main: await looped(files.main), small: await looped(files.small), mount: null };
}

export const audioFacts = (codec: string): DeviceAudio =>
  codec === "aac"
    ? { encoding: "AAC", sampleRateKhz: 32, bitrateKbps: AAC_BIT_RATE_KBPS, bitratesKbps: AAC_BIT_RATES_KBPS }
    : { encoding: "G711", sampleRateKhz: 8, bitrateKbps: 64, bitratesKbps: [64] };

/** the bit rate that was requested last: an encoding for an earlier request arrives too late */
const wishedKbps = new WeakMap<ShapedSource, number>();

/**
 * Only the voices can be encoded otherwise; G.711 has one rate. Both streams carry the same sound, which changes a
 * second or two later.
 */
export function setAudio({ main, small }: Made, bitRateKbps: number): boolean {
  if (!(main instanceof ShapedSource) || !(small instanceof ShapedSource)) return false;
  wishedKbps.set(main, bitRateKbps);
  void encodeVoicesBeside(bitRateKbps).then((audio) => {
    if (wishedKbps.get(main) !== bitRateKbps) return;
    main.setAudio(audio);
    small.setAudio(audio);
  });
  return true;
}

export function profilesOf(scene: Scene, base: string, codec: "aac" | "pcmu" | "pcma" | null): OnvifProfile[] {
  const { main, small } = shapesOf(scene.lens);
  const profile = (token: string, shape: StreamShape, bitrateKbps: number): OnvifProfile => ({
    token,
    encoderToken: `${token}-encoder`,
    rtspUri: `${base}/${token}`,
    shape,
    gopLength: shape.framesPerSecond * GOP_S,
    bitrateKbps,
    audio: codec === null ? "none" : codec === "aac" ? "AAC" : "G711",
    maxFramesPerSecond: shape.framesPerSecond,
    sizes: sizesOf(scene.lens),
  });
  return [profile("main", main, 1500), profile("small", small, 200)];
}

/** Fisheyes offer square pictures, the other cameras 16:9; the PTZ camera draws no larger pictures than its default. */
function sizesOf(lens: Scene["lens"]): OnvifProfile["sizes"] {
  const size = (widthPx: number, heightPx: number) => ({ widthPx, heightPx });
  if (lens === "ceiling" || lens === "wall") return [size(1024, 1024), size(640, 640), size(320, 320)];
  return [...(lens === "ptz" ? [] : [size(1280, 720)]), size(640, 360), size(320, 180)];
}

/** Sets the encoder if it offers the requested values; otherwise returns false. */
export function setEncoder(
  profiles: readonly OnvifProfile[],
  made: Made,
  token: string,
  wish: EncoderSetting,
  first: ReadonlyMap<string, EncoderSetting>,
): boolean {
  const profile = profiles.find(({ encoderToken }) => encoderToken === token);
  if (!profile) return false;
  const { widthPx, heightPx, framesPerSecond, gopLength, bitrateKbps } = wish;
  const whole = (value: number, { min, max }: { min: number; max: number }): boolean =>
    Number.isInteger(value) && value >= min && value <= max;
  const isOffered =
    profile.sizes.some((size) => size.widthPx === widthPx && size.heightPx === heightPx) &&
    whole(framesPerSecond, { min: 1, max: profile.maxFramesPerSecond }) &&
    whole(gopLength, GOV_LENGTH_RANGE) &&
    whole(bitrateKbps, BITRATE_RANGE);
  if (!isOffered) return false;
  const source = token === profiles[0]?.encoderToken ? made.main : made.small;
  const same = (a: EncoderSetting | undefined): boolean =>
    a !== undefined &&
    a.widthPx === widthPx &&
    a.heightPx === heightPx &&
    a.framesPerSecond === framesPerSecond &&
    a.gopLength === gopLength &&
    a.bitrateKbps === bitrateKbps;
  if (!same({ ...profile.shape, gopLength: profile.gopLength, bitrateKbps: profile.bitrateKbps }))
    source.set(same(first.get(token)) ? null : wish);
  profile.shape = { widthPx, heightPx, framesPerSecond };
  profile.gopLength = gopLength;
  profile.bitrateKbps = bitrateKbps;
  return true;
}

export function demoCameraOf(scene: Scene, facts: OnvifFacts, password: string): DemoCamera {
  return {
    key: scene.key,
    name: scene.name,
    onvifUri: `${facts.baseUri}/onvif/device_service`,
    username: facts.username,
    password,
    manufacturer: facts.manufacturer,
    model: facts.model,
    streams: facts.profiles.map((profile) => ({
      name: profile.token === "main" ? "Main" : "Small",
      uri: profile.rtspUri,
      profileToken: profile.token,
      width: profile.shape.widthPx,
      height: profile.shape.heightPx,
      motionMask: demoMask(profile.shape.widthPx, profile.shape.heightPx),
      framesPerSecond: profile.shape.framesPerSecond,
      encoder: "H264",
      gopLength: profile.gopLength,
      audio: profile.audio,
    })),
    ptz: facts.ptz ? { pan: true, tilt: true, zoom: true, maxPresets: MAX_PRESETS } : null,
    dewarp: scene.lens === "ceiling" || scene.lens === "wall" ? { orientation: scene.lens, fov: 180 } : null,
  };
}
