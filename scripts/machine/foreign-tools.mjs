/**
 * Programs of others with which tests compare ours: GStreamer's RTSP server and FFmpeg's command line. They are
 * Debian's packages and are installed where that is possible; elsewhere the tests that need them say so and are
 * skipped.
 */
import { spawnSync } from "node:child_process";

/** Debian's own Python: the packages are not available to any other Python. */
export const PYTHON = "/usr/bin/python3";
const GST_PACKAGES = [
  "python3-gi",
  "gir1.2-gst-rtsp-server-1.0",
  "gstreamer1.0-plugins-base",
  "gstreamer1.0-plugins-good",
  "gstreamer1.0-plugins-bad",
  "gstreamer1.0-plugins-ugly",
  "gstreamer1.0-libav",
];
const GST_ELEMENTS = ["x264enc", "x265enc", "avenc_aac", "rtph264pay", "rtph265pay"];
const GST_PROBE = `
import gi, sys
gi.require_version("Gst", "1.0"); gi.require_version("GstRtspServer", "1.0")
from gi.repository import Gst, GstRtspServer
Gst.init(None)
sys.exit(0 if all(Gst.ElementFactory.find(name) for name in ${JSON.stringify(GST_ELEMENTS)}) else 1)
`;
const INSTALL_LIMIT_MS = 240_000;

export const hasGstServer = () => spawnSync(PYTHON, ["-c", GST_PROBE], { timeout: 30_000 }).status === 0;
export const hasFfmpeg = () => spawnSync("ffprobe", ["-version"]).status === 0;

/**
 * Installs missing programs. Returns for each of the two null when it is available, otherwise the reason why the tests
 * cannot run.
 */
export function ensureForeignTools() {
  const isMissing = { gstServer: !hasGstServer(), ffmpeg: !hasFfmpeg() };
  const packages = [...(isMissing.gstServer ? GST_PACKAGES : []), ...(isMissing.ffmpeg ? ["ffmpeg"] : [])];
  if (packages.length === 0) return { gstServer: null, ffmpeg: null };
  let why = "only root can install it";
  if (process.getuid?.() === 0) {
    const apt = (...words) => spawnSync("apt-get", words, { timeout: INSTALL_LIMIT_MS, encoding: "utf8" });
    apt("update");
    const { status, stderr } = apt("install", "--yes", "--no-install-recommends", ...packages);
    why = `apt-get ended with ${status} ${stderr ?? ""}`;
  }
  const says = (name, words) => `${name} is not installed (Debian packages ${words.join(" ")}): ${why}`;
  return {
    gstServer: hasGstServer() ? null : says("GStreamer's RTSP server", GST_PACKAGES),
    ffmpeg: hasFfmpeg() ? null : says("FFmpeg", ["ffmpeg"]),
  };
}
