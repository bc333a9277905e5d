import type { Socket } from "node:dgram";
import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DemoCamera } from "#recorder/ipc/demo-contract.ts";
import { ClipStore } from "./clip.ts";
import { audioFacts, demoCameraOf, makeCamera, profilesOf, setAudio, setEncoder } from "./demo-camera.ts";
import { type DrawingLane, drawMissing } from "./drawing.ts";
import { OnvifDevice, type OnvifFacts } from "./devices/onvif-device.ts";
import { RtspServer } from "./devices/rtsp-server.ts";
import { scenes } from "./scenes/scenes.ts";
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
        cameras.push(demoCameraOf(scene, facts, password));
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
