/** A whole recorder in this process, without its children: real store, real routes, real sockets, a folder of its own. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LightMyRequestResponse } from "fastify";
import { loadConfig } from "#recorder/config/config.ts";
import { createRecorder, type Recorder, type RecorderOptions } from "#recorder/process/recorder.ts";
import { defaultRecording } from "#recorder/cameras/stream-specs.ts";
import type { CameraRow, StreamRow } from "#recorder/store/tables/camera-rows.ts";

export const ROLES = ["Live Viewer", "Viewer", "Manager", "Administrator"] as const;
type RoleName = (typeof ROLES)[number];
/** texts that no answer and no log may ever contain */
export const CANARY = "canary-Passw0rd-of-a-camera";
export const PASSWORD = "correct horse battery";

export class TestHouse {
  readonly recorder: Recorder;
  readonly folder: string;
  readonly adminPassword: string;

  private constructor(recorder: Recorder, folder: string) {
    this.recorder = recorder;
    this.folder = folder;
    this.adminPassword = recorder.firstPassword ?? "";
  }

  static async open(
    flags: Record<string, string> = {},
    folder = mkdtempSync(join(tmpdir(), "proscenium-test-")),
    more: Partial<RecorderOptions> = {},
  ) {
    const config = loadConfig({
      file: null,
      environment: {},
      flags: new Map(
        Object.entries({
          data: folder,
          host: "127.0.0.1",
          port: "0",
          demo: "false",
          "log.console": "none",
          "log.level": "debug",
          "http.overload-delay": "0",
          "http.requests-per-minute": "0",
          ...flags,
        }),
      ),
    });
    if (!config.ok) throw new Error(config.error.join("\n"));
    const recorder = await createRecorder({
      config: config.value,
      scriptDir: join(folder, "no-scripts"),
      clientDir: join(folder, "client"),
      say: () => undefined,
      ...more,
    });
    return new TestHouse(recorder, folder);
  }

  get services() {
    return this.recorder.services;
  }

  async addUser(username: string, role: RoleName): Promise<string> {
    const answer = await this.services.users.create({ username, password: PASSWORD, role });
    if (!answer.ok) throw new Error(answer.error.code);
    return answer.value.id;
  }

  async addCamera(name: string, host = "192.0.2.7"): Promise<{ camera: CameraRow; stream: StreamRow }> {
    const camera = await this.services.cameras.add({
      name,
      driver: "Generic RTSP",
      uri: `rtsp://${host}/main`,
      credentials: { username: "root", password: CANARY },
      configuration: { IPAddress: host, Manufacturer: "Maker", Model: "One" },
      capabilities: { camera: { PossibleStreams: "4" }, stream: { Video: {} } },
      features: {},
      demoKey: null,
      streams: ["main", "small"].map((path) => ({
        name: path,
        uri: `rtsp://${host}/${path}`,
        profileToken: "",
        fixed: path === "main",
        configuration: { General: { Path: `/${path}` }, Video: { Encoder: "H264", Resolution: "1280x720" } },
        recording: { ...defaultRecording },
        dewarp: {},
      })),
    });
    const stream = this.services.cameras.streamsOf(camera.id)[0];
    if (!stream) throw new Error("no stream");
    return { camera, stream };
  }

  /** Basic credentials of an account that `addUser` made, or of admin. */
  basic(username: string, password = username === "admin" ? this.adminPassword : PASSWORD): string {
    return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  }

  ask(
    method: string,
    url: string,
    options: { as?: string; body?: unknown; headers?: Record<string, string>; raw?: string } = {},
  ): Promise<LightMyRequestResponse> {
    const payload = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    return this.recorder.app.inject({
      method: method as "GET",
      url,
      headers: {
        ...(payload === undefined ? {} : { "content-type": "application/json" }),
        ...(options.as === undefined ? {} : { authorization: this.basic(options.as) }),
        ...options.headers,
      },
      ...(payload === undefined ? {} : { payload }),
    });
  }

  async signIn(username: string, password = PASSWORD) {
    return this.ask("POST", "/service/sessions/user", { body: { username, password } });
  }

  /** Its data folder stays, for another start. */
  stop(): Promise<void> {
    return this.recorder.close();
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
