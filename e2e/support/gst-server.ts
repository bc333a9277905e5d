/** RTSP cameras of GStreamer's server (test/support/gst-camera.py): a protocol stack that is not ours. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { PYTHON } from "../../scripts/machine/foreign-tools.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export class GstServer {
  readonly #process: ChildProcess;
  readonly port: number;
  static readonly username = "admin";
  static readonly password = "secret word";

  private constructor(process: ChildProcess, port: number) {
    this.#process = process;
    this.port = port;
  }

  /** Serves /h264, /h265, /h264-aac and others (see the script), and demands digest credentials. */
  static async start(): Promise<GstServer> {
    const process = spawn(PYTHON, [join(root, "test/support/gst-camera.py"), "digest"], {
      stdio: ["pipe", "pipe", "ignore"],
    });
    const [line] = (await once(process.stdout, "data")) as [Buffer];
    return new GstServer(process, (JSON.parse(line.toString()) as { port: number }).port);
  }

  stop(): void {
    this.#process.kill();
  }
}
