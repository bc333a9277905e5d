import { demoMask } from "./demo-mask.ts";
import type { Socket } from "node:dgram";
import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DemoCamera } from "#recorder/ipc/demo-contract.ts";
import { ClipStore, unpackClip, unpackAudio } from "./clip.ts";
import { type EncoderSetting, GOP_S, shapesOf, type StreamShape } from "./clip-encoder.ts";
import { type DrawingLane, drawMissing, filesOf } from "./drawing.ts";
import { LoopSource } from "./devices/loop-source.ts";
import { OnvifDevice, type OnvifFacts, type OnvifProfile } from "./devices/onvif-device.ts";
import { BITRATE_RANGE, GOV_LENGTH_RANGE, type DeviceAudio } from "./devices/onvif-xml.ts";
import { MAX_PRESETS, PtzMount } from "./devices/ptz-mount.ts";
import { PtzSource } from "./devices/ptz-source.ts";
import { RtspServer } from "./devices/rtsp-server.ts";
import { type Scene, scenes } from "./scenes/scenes.ts";
import { AAC_BIT_RATE_KBPS, AAC_BIT_RATES_KBPS, encodeVoicesBeside } from "./scenes/audio.ts";
import { ShapedSource } from "./devices/shaped-source.ts";
import { answerProbes } from "./devices/ws-discovery.ts";

const MANUFACTURER = "Proscenium";
const USERNAME = "admin";

interface SiteOptions {
  readonly dir: string;
  readonly host: string;
  /** the port of the RTSP server; the cameras' ONVIF services use the ports after it; 0 = any */
  readonly port: number;
  /** keys of the scenes to play; all when absent */
  readonly only?: readonly string[];
  readonly onProgress: (done: number, text: string) => void;
  /** answer WS-Discovery on the machine's multicast port */
  readonly discovery: boolean;
  /** other processes that draw in parallel; without them this process draws */
  readonly lanes?: () => readonly DrawingLane[];
}

/** All demo cameras: their clips, one RTSP server, and an ONVIF device for each. The owner closes it. */
export class DemoSite {
  readonly cameras: readonly DemoCamera[];
  readonly #rtsp: RtspServer;
  readonly #devices: readonly OnvifDevice[];
  readonly #probes: Socket | null;

  private constructor(
    cameras: readonly DemoCamera[],
    rtsp: RtspServer,
    devices: readonly OnvifDevice[],
    probes: Socket | null,
  ) {
    this.cameras = cameras;
    this.#rtsp = rtsp;
    this.#devices = devices;
    this.#probes = probes;
  }

  /** Encodes the clips that are not in the folder yet (up to a minute at the first start), then serves them. */
  static async open(options: SiteOptions): Promise<DemoSite> {
    const { dir, host, port } = options;
    await mkdir(dir, { recursive: true });
    const password = await sitePassword(dir);
    const wanted = scenes.filter(({ key }) => options.only?.includes(key) ?? true);
    const store = await ClipStore.open(dir);
    await drawMissing(wanted, store, options.onProgress, options.lanes ?? null);
    const rtsp = new RtspServer();
    const rtspPort = await rtsp.listen(port, host);
    const devices: OnvifDevice[] = [];
    const cameras: DemoCamera[] = [];
    const found: { facts: OnvifFacts; uuid: string }[] = [];
    try {
      for (const [i, scene] of wanted.entries()) {
        const made = await makeCamera(scene, store);
        const base = `rtsp://${host}:${rtspPort}/${scene.key}`;
        const profiles = profilesOf(scene, base, made.main.audio?.info.codec ?? null);
        rtsp.mount(`/${scene.key}/main`, {
          source: made.main,
          login: { scheme: "digest", username: USERNAME, password },
        });
        rtsp.mount(`/${scene.key}/small`, {
          source: made.small,
          login: { scheme: "digest", username: USERNAME, password },
        });
        const model = { normal: "Demo Bullet", ceiling: "Demo Fisheye", wall: "Demo Fisheye", ptz: "Demo PTZ" }[
          scene.lens
        ];
        const facts: OnvifFacts = {
          name: scene.name,
          manufacturer: MANUFACTURER,
          model,
          serial: `demo-${scene.key}`,
          username: USERNAME,
          baseUri: "",
          ptz: made.mount !== null,
          profiles,
          ...(made.main.audio ? { audio: audioFacts(made.main.audio.info.codec) } : {}),
        };
        const first = new Map(
          profiles.map(({ encoderToken, shape, gopLength, bitrateKbps }) => [
            encoderToken,
            { ...shape, gopLength, bitrateKbps },
          ]),
        );
        const device = new OnvifDevice(
          facts,
          password,
          made.mount,
          (token, wish) => setEncoder(profiles, made, token, wish, first),
          (bitRateKbps) => setAudio(made, bitRateKbps),
        );
        devices.push(device);
        const onvifPort = await device.listen(port === 0 ? 0 : port + 1 + i, host);
        facts.baseUri = `http://${host}:${onvifPort}`;
        found.push({ facts, uuid: uuidOf(dir, scene.key) });
        cameras.push(describe(scene, facts, password));
      }
      const probes = options.discovery ? await answerProbes(found) : null;
      return new DemoSite(cameras, rtsp, devices, probes);
    } catch (error) {
      await Promise.all([rtsp.close(), ...devices.map((device) => device.close())]);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#probes?.close();
    await Promise.all([this.#rtsp.close(), ...this.#devices.map((device) => device.close())]);
  }
}

interface Made {
  readonly main: ShapedSource | PtzSource;
  readonly small: ShapedSource | PtzSource;
  readonly mount: PtzMount | null;
}

async function makeCamera(scene: Scene, store: ClipStore): Promise<Made> {
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

const audioFacts = (codec: string): DeviceAudio =>
  codec === "aac"
    ? { encoding: "AAC", sampleRateKhz: 32, bitrateKbps: AAC_BIT_RATE_KBPS, bitratesKbps: AAC_BIT_RATES_KBPS }
    : { encoding: "G711", sampleRateKhz: 8, bitrateKbps: 64, bitratesKbps: [64] };

/** the bit rate that was requested last: an encoding for an earlier request arrives too late */
const wishedKbps = new WeakMap<ShapedSource, number>();

/**
 * Only the voices can be encoded otherwise; G.711 has one rate. Both streams carry the same sound, which changes a
 * second or two later.
 */
function setAudio({ main, small }: Made, bitRateKbps: number): boolean {
  if (!(main instanceof ShapedSource) || !(small instanceof ShapedSource)) return false;
  wishedKbps.set(main, bitRateKbps);
  void encodeVoicesBeside(bitRateKbps).then((audio) => {
    if (wishedKbps.get(main) !== bitRateKbps) return;
    main.setAudio(audio);
    small.setAudio(audio);
  });
  return true;
}

function profilesOf(scene: Scene, base: string, codec: "aac" | "pcmu" | "pcma" | null): OnvifProfile[] {
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
function setEncoder(
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

function describe(scene: Scene, facts: OnvifFacts, password: string): DemoCamera {
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

/** The cameras' common password: it is made at the first start and kept in the folder, readable for this user only. */
async function sitePassword(dir: string): Promise<string> {
  const path = join(dir, "password");
  if (existsSync(path)) {
    const kept = (await readFile(path, "utf8")).trim();
    if (kept !== "") return kept;
  }
  const password = randomBytes(12).toString("base64url");
  await writeFile(path, `${password}\n`, { mode: 0o600 });
  return password;
}

/** A value that stays the same over restarts and differs between folders. */
function uuidOf(dir: string, key: string): string {
  const hash = createHash("sha256").update(`${dir}:${key}`).digest("hex");
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
