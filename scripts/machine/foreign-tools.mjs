/**
 * Programs of others with which tests compare ours, or to which ours speaks: GStreamer's RTSP server, FFmpeg's command
 * line, OpenLDAP's server, reverse proxies, PostgreSQL, NATS, a file system that can hang, Ceph's S3 gateway. They are Debian's packages and are
 * installed where that is possible; elsewhere the tests that need them say so and are skipped.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { hasNatsServer } from "./nats-server.mjs";
import { postgresPlace } from "./postgres-place.mjs";
import { findProxy } from "./proxies.mjs";

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
/** Where Debian puts it, which is not on everybody's path. */
export const SLAPD = "/usr/sbin/slapd";
const INSTALL_LIMIT_MS = 240_000;

export const hasGstServer = () => spawnSync(PYTHON, ["-c", GST_PROBE], { timeout: 30_000 }).status === 0;
export const hasFfmpeg = () => spawnSync("ffprobe", ["-version"]).status === 0;

export const hasSlapd = () => existsSync(SLAPD);

/** Its monitor keeps the map of the cluster, its OSD the objects; the gateway needs both. */
const CEPH_PACKAGES = ["radosgw", "ceph-mon", "ceph-osd"];
export const hasS3Service = () => CEPH_PACKAGES.every((program) => existsSync(`/usr/bin/${program}`));

const TOOLS = {
  gstServer: { name: "GStreamer's RTSP server", packages: GST_PACKAGES, isThere: hasGstServer },
  ffmpeg: { name: "FFmpeg", packages: ["ffmpeg"], isThere: hasFfmpeg },
  nginx: { name: "nginx", packages: ["nginx-light"], isThere: () => findProxy("nginx") !== undefined },
  haproxy: { name: "HAProxy", packages: ["haproxy"], isThere: () => findProxy("haproxy") !== undefined },
  postgres: { name: "PostgreSQL", packages: ["postgresql"], isThere: () => postgresPlace() !== null },
  nats: { name: "nats-server", packages: ["nats-server"], isThere: hasNatsServer },
  bindfs: { name: "bindfs", packages: ["bindfs"], isThere: () => spawnSync("bindfs", ["-V"]).status === 0 },
  slapd: { name: "OpenLDAP's slapd", packages: ["slapd", "openssl"], isThere: hasSlapd },
  s3: { name: "Ceph's S3 gateway", packages: CEPH_PACKAGES, isThere: hasS3Service },
};

/**
 * Installs missing programs. Returns for each of them null when it is available, otherwise the reason why the tests
 * cannot run.
 */
export function ensureForeignTools() {
  const packages = Object.values(TOOLS).flatMap(({ isThere, packages: names }) => (isThere() ? [] : names));
  let why = "only root can install it";
  if (packages.length > 0 && process.getuid?.() === 0) {
    // Debian would start servers of its own and ask for a password.
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
    const apt = (...words) => spawnSync("apt-get", words, { timeout: INSTALL_LIMIT_MS, encoding: "utf8", env });
    apt("update");
    const { status, stderr } = apt("install", "--yes", "--no-install-recommends", ...packages);
    why = `apt-get ended with ${status} ${stderr ?? ""}`;
  }
  const missing = ({ name, packages: names, isThere }) =>
    packages.length === 0 || isThere() ? null : `${name} is not installed (Debian packages ${names.join(" ")}): ${why}`;
  return Object.fromEntries(Object.entries(TOOLS).map(([id, tool]) => [id, missing(tool)]));
}
