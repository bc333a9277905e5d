/**
 * Checks whether exported files open in other programs: `node scripts/vlc-check.mjs FILE...` lets ffprobe and VLC
 * (vlc-bin, vlc-plugin-base) read each file to its end and prints the complaints of their demuxers and decoders; it
 * exits with 1 when one of them is an error. VLC's messages about its own slowness (late pictures) are left out.
 */
import { spawnSync } from "node:child_process";

/** VLC does not run as root. */
const NOBODY = 65_534;
const TIMEOUT_MS = 120_000;

/** Lines of `-vvv` by the parts that read a file, without their address: "mkv demux warning: EOF". */
const complaints = (log) =>
  log
    .split("\n")
    .map((line) => line.replace(/^\[[0-9a-f]+\] /, ""))
    .filter((line) => /^\w+ (demux|decoder|packetizer) (error|warning):/.test(line) && !/late/.test(line));

let failed = false;
for (const file of process.argv.slice(2)) {
  const probed = spawnSync("ffprobe", ["-v", "warning", "-show_entries", "format=format_name", file], {
    encoding: "utf8",
  });
  const quiet = ["-I", "dummy", "--play-and-exit", "--vout", "dummy", "--aout", "dummy", "--rate", "8", "-vvv", file];
  const played = spawnSync("cvlc", quiet, {
    encoding: "utf8",
    timeout: TIMEOUT_MS,
    maxBuffer: 64 * 1024 * 1024,
    ...(process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY, env: { ...process.env, HOME: "/nonexistent" } } : {}),
  });
  if (probed.error ?? played.error) throw probed.error ?? played.error;
  const lines = complaints(played.stderr);
  const decoded = /Received first picture/.test(played.stderr);
  failed ||= probed.stderr !== "" || probed.status !== 0 || !decoded || lines.some((line) => line.includes(" error:"));
  process.stdout.write(
    `${file}: ffprobe ${probed.stderr.trim() || "without a word"}; VLC ${decoded ? "plays" : "FAILS"}\n`,
  );
  for (const line of new Set(lines)) process.stdout.write(`   ${line}\n`);
}
process.exit(failed ? 1 : 0);
