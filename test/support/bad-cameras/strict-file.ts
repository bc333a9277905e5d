import { spawn } from "node:child_process";

/**
 * FFmpeg counts the times of what it has decoded in pictures of the file's mean rate, where those of an uneven camera share
 * one tick; here it keeps the file's own.
 */
const OWN_TIMES = ["-enc_time_base:v", "-1"];

/** What FFmpeg, which is asked to forgive nothing, does not like in a file; empty = all is well. */
export async function strictFaults(file: string): Promise<string[]> {
  const decoded = await run("ffmpeg", [
    "-v",
    "error",
    "-err_detect",
    "explode",
    "-i",
    file,
    "-map",
    "0",
    ...OWN_TIMES,
    "-f",
    "null",
    "-",
  ]);
  const faults = decoded.errors === "" && decoded.status === 0 ? [] : [`ffmpeg: ${decoded.errors.slice(0, 300)}`];
  const entries = ["-show_entries", "packet=stream_index,pts,dts", "-of", "csv=p=0"];
  const probed = await run("ffprobe", ["-v", "error", ...entries, file]);
  if (probed.errors !== "") faults.push(`ffprobe: ${probed.errors.slice(0, 300)}`);
  return [...faults, ...timeFaults(probed.text)];
}

/**
 * Lines of stream, pts and dts, in the order of the file: no two pictures are shown at once, and where none is shown out of
 * order, times rise. (Matroska holds no times of decoding; where pictures are, ffprobe guesses them.)
 */
function timeFaults(lines: string): string[] {
  const faults: string[] = [];
  const last = new Map<string, number>();
  const shown = new Set<string>();
  const isReordered = new Set<string>();
  for (const line of lines.split("\n").filter(Boolean)) {
    const [stream = "", pts = "", dts = ""] = line.split(",");
    if (shown.has(`${stream},${pts}`)) faults.push(`stream ${stream}: two at ${pts}`);
    shown.add(`${stream},${pts}`);
    if (dts !== pts) isReordered.add(stream);
    if (isReordered.has(stream)) continue;
    const time = Number(pts);
    if (time <= (last.get(stream) ?? Number.NEGATIVE_INFINITY))
      faults.push(`stream ${stream}: ${pts} after ${last.get(stream)}`);
    last.set(stream, time);
  }
  return faults.length > 5 ? [...faults.slice(0, 5), `and ${faults.length - 5} more`] : faults;
}

/** Never blocks: the cameras run in this process. */
function run(
  command: string,
  words: readonly string[],
): Promise<{ status: number | null; text: string; errors: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { stdio: ["ignore", "pipe", "pipe"] });
    let [text, errors] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, text, errors }));
  });
}
