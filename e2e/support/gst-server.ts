/** RTSP cameras of GStreamer's server (test/support/gst-camera.py): a protocol stack that is not ours. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** Debian's own: its packages belong to no other. */
const PYTHON = "/usr/bin/python3";
const PACKAGES = [
  "python3-gi",
  "gir1.2-gst-rtsp-server-1.0",
  "gstreamer1.0-plugins-base",
  "gstreamer1.0-plugins-good",
  "gstreamer1.0-plugins-bad",
  "gstreamer1.0-plugins-ugly",
  "gstreamer1.0-libav",
];
const ELEMENTS = ["x264enc", "x265enc", "avenc_aac", "rtph264pay", "rtph265pay"];
const PROBE = `
import gi, sys
gi.require_version("Gst", "1.0"); gi.require_version("GstRtspServer", "1.0")
from gi.repository import Gst, GstRtspServer
Gst.init(None)
sys.exit(0 if all(Gst.ElementFactory.find(name) for name in ${JSON.stringify(ELEMENTS)}) else 1)
`;
const INSTALL_LIMIT_MS = 240_000;

const isThere = (): boolean => spawnSync(PYTHON, ["-c", PROBE], { timeout: 30_000 }).status === 0;

/** Installs the server where it can (Debian, as root). Answers null when it is there, else why the tests cannot run. */
export function missingGstServer(): string | null {
  if (isThere()) return null;
  const packages = `Debian packages ${PACKAGES.join(" ")}`;
  if (process.getuid?.() !== 0)
    return `GStreamer's RTSP server is not installed (${packages}), and only root can install it`;
  const apt = (...words: string[]) => spawnSync("apt-get", words, { timeout: INSTALL_LIMIT_MS, encoding: "utf8" });
  apt("update");
  const { status, stderr } = apt("install", "--yes", "--no-install-recommends", ...PACKAGES);
  if (isThere()) return null;
  return `GStreamer's RTSP server could not be installed (${packages}): apt-get ended with ${status} ${stderr ?? ""}`;
}

export class GstServer {
  readonly #process: ChildProcess;
  readonly port: number;
  static readonly username = "admin";
  static readonly password = "secret word";

  private constructor(process: ChildProcess, port: number) {
    this.#process = process;
    this.port = port;
  }

  /** Serves /h264, /h265, /h264-aac and others (see the script), asking for digest credentials. */
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
