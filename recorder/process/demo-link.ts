/** Demo cameras into the recorder: each once; what a user deletes stays deleted until it is registered again. */
import { englishText } from "#domain/failures/english.ts";
import type { ChildProcess } from "node:child_process";
import { Channel } from "#recorder/ipc/channel.ts";
import type { MainContract } from "#recorder/ipc/main-contract.ts";
import type { DemoCamera, DemoContract } from "#recorder/ipc/demo-contract.ts";
import { readOnvifCamera } from "#recorder/onvif/device.ts";
import { inBackground } from "#recorder/core/background.ts";
import { isSameAddress } from "#recorder/cameras/camera-address.ts";
import type { CameraDiscovery } from "#recorder/cameras/camera-discovery.ts";
import { onvifCamera } from "#recorder/cameras/camera-making.ts";
import type { CameraRegistry } from "#recorder/cameras/camera-registry.ts";
import type { Cameras } from "#recorder/cameras/cameras.ts";
import type { NewCamera } from "#recorder/cameras/camera-making.ts";
import type { Log } from "#recorder/core/log.ts";
import type { Services } from "#recorder/http/services.ts";
import { defaultRecording } from "#recorder/cameras/stream-specs.ts";

export class DemoLink {
  readonly #cameras: Cameras;
  readonly #discovery: CameraDiscovery;
  readonly #registry: CameraRegistry;
  readonly #log: Log;
  readonly #onProgress: (text: string) => void;

  constructor(
    { cameras, discovery, registry }: Pick<Services, "cameras" | "discovery" | "registry">,
    log: Log,
    onProgress: (text: string) => void,
  ) {
    this.#cameras = cameras;
    this.#discovery = discovery;
    this.#registry = registry;
    this.#log = log.child({ name: "demo" });
    this.#onProgress = onProgress;
  }

  attach(child: ChildProcess): void {
    const channel = new Channel<MainContract, DemoContract>(child);
    channel.on("log", ({ level, text, detail }) => this.#log[level](detail ?? {}, text));
    let saidText = "";
    channel.on("progress", ({ done, text }) => {
      if (text === saidText) return;
      saidText = text;
      this.#onProgress(`drawing ${text} (${Math.round(done * 100)} % done, only at the first start)`);
    });
    channel.on("ready", ({ cameras }) => {
      inBackground(this.#log, "registering the demo cameras", this.#register(cameras));
    });
  }

  async #register(demos: readonly DemoCamera[]): Promise<void> {
    const known = await this.#cameras.demoKeys();
    for (const demo of demos) {
      const row = known.get(demo.key);
      if (!row) await this.#cameras.add(await this.#asCamera(demo));
      else if (row.deleted_ms === null) await this.#readdress(row.id, demo);
    }
    this.#discovery.setLocal(
      demos.map((demo) => ({ ip: "127.0.0.1", url: demo.onvifUri, name: demo.name, model: demo.model })),
    );
    this.#registry.setOwn((uri) => {
      const demo = demos.find(({ onvifUri }) => isSameAddress(onvifUri, uri));
      return demo ? () => this.#asCamera(demo) : null;
    });
    this.#log.info({ cameras: demos.length }, "demo cameras are there");
    this.#onProgress("");
  }

  /** Their ports may differ from last time. */
  async #readdress(id: string, demo: DemoCamera): Promise<void> {
    const camera = await this.#asCamera(demo);
    await this.#cameras.patch(id, { uri: camera.uri, credentials: camera.credentials });
    await this.#cameras.update(id, {
      configuration: JSON.stringify(camera.configuration),
      capabilities: JSON.stringify(camera.capabilities),
      features: JSON.stringify(camera.features),
    });
    for (const row of this.#cameras.streamsOf(id)) {
      const same = camera.streams.find((stream) => stream.profileToken === row.profile_token);
      if (!same) continue;
      // Their encoders are reset at each start.
      const configuration = JSON.stringify({
        ...(JSON.parse(row.configuration) as Record<string, unknown>),
        Video: same.configuration.Video,
        Audio: same.configuration.Audio,
      });
      if (same.uri !== row.uri || configuration !== row.configuration)
        await this.#cameras.streams.update(row.id, { uri: same.uri, configuration });
    }
  }

  /** What the ONVIF device reports, completed by what the demo process knows. */
  async #asCamera(demo: DemoCamera): Promise<NewCamera> {
    const credentials = { username: demo.username, password: demo.password };
    const read = await readOnvifCamera(demo.onvifUri, demo.username, demo.password, null);
    if (!read.ok)
      this.#log.warn({ camera: demo.name, reason: englishText(read.error) }, "a demo camera does not answer ONVIF");
    const base = read.ok ? onvifCamera(read.value, demo.onvifUri, credentials) : plainCamera(demo, credentials);
    return {
      ...base,
      name: demo.name,
      demoKey: demo.key,
      streams: base.streams.map((stream) => {
        const shown = demo.streams.find((one) => one.profileToken === stream.profileToken);
        const mask = shown ? { mask: Buffer.from(shown.motionMask) } : {};
        return { ...stream, ...mask, dewarp: dewarpOf(demo) };
      }),
    };
  }
}

function dewarpOf({ dewarp }: DemoCamera): Record<string, unknown> {
  if (!dewarp) return {};
  return {
    enable: true,
    defaultMode: "perspective",
    orientation: dewarp.orientation,
    perspectiveDepth: 1,
    defaultPerspectiveView: { pan: 0, tilt: dewarp.orientation === "wall" ? 0 : 45, zoom: 0.5 },
    panoramaAspectRatio: 4,
    panoramaShift: 0,
    lens: {
      projection: "equidistant",
      fov: dewarp.fov,
      centerX: 0.5,
      centerY: 0.5,
      radius: 0.5,
      stretch: 1,
      roll: 0,
    },
  };
}

function plainCamera(demo: DemoCamera, credentials: { username: string; password: string }): NewCamera {
  const ptz = demo.ptz && { ...demo.ptz, relativeFOV: false };
  return {
    name: demo.name,
    driver: "ONVIF",
    uri: demo.onvifUri,
    credentials,
    configuration: {
      IPAddress: "127.0.0.1",
      Manufacturer: demo.manufacturer,
      Model: demo.model,
      BaseUri: demo.onvifUri,
    },
    capabilities: {
      camera: { PossibleStreams: demo.streams.length, ...(ptz ? { PTZ: ptz } : {}) },
      stream: { Video: {} },
    },
    features: ptz ? { ptz } : {},
    demoKey: demo.key,
    streams: demo.streams.map((stream) => ({
      name: stream.name,
      uri: stream.uri,
      profileToken: stream.profileToken,
      fixed: true,
      configuration: {
        Video: {
          Encoder: stream.encoder,
          Resolution: `${stream.width}x${stream.height}`,
          FrameRate: stream.framesPerSecond,
          GOVLength: stream.gopLength,
        },
        Audio: { Encoder: stream.audio },
      },
      recording: { ...defaultRecording },
      dewarp: {},
    })),
  };
}
