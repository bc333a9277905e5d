import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from "mediabunny";
import { firstPlane, VideoDecoder } from "#recorder/codec/av-video.ts";
import { PICTURE_MS, type BadCamera } from "./bad-camera.ts";
import { numberIn } from "./coded-pictures.ts";

/** A picture that was recorded: the number in it, and the time that it is recorded with. */
export interface Recorded {
  readonly number: number;
  /** ms since the camera began */
  readonly wallMs: number;
}

/** The pictures of an exported file, in the order of showing. */
export async function recordedIn(file: string, beganMs: number): Promise<Recorded[]> {
  const input = new Input({ source: new FilePathSource(file), formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  const { raw } = await input.getMetadataTags();
  const created = raw?.creation_time ?? raw?.CREATION_TIME;
  const config = await track?.getDecoderConfig();
  if (!track || !config?.description || typeof created !== "string") throw new Error("not an export of ours");
  const fileMs = Date.parse(created) - beganMs;
  const decoder = new VideoDecoder(config.codec.startsWith("avc") ? "h264" : "h265", {
    description: bytesOf(config.description),
    lowDelay: false,
  });
  const found: Recorded[] = [];
  const take = (frame: Parameters<typeof firstPlane>[0]): void => {
    const { data, strideBytes } = firstPlane(frame);
    found.push({ number: numberIn(data, strideBytes), wallMs: fileMs + Number(frame.pts) / 90 });
  };
  for await (const packet of new EncodedPacketSink(track).packets())
    decoder.decode(packet.data, packet.timestamp * 90_000, take);
  decoder.drain(take);
  decoder.close();
  input.dispose();
  return found;
}

const bytesOf = (data: AllowSharedBufferSource): Uint8Array =>
  ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data.slice(0));

interface Verdict {
  readonly recorded: number;
  readonly missing: number;
  readonly worstMs: number;
  readonly faults: readonly string[];
}

/**
 * Compares what was recorded with what was sent: every picture from the first to the last recorded one, once, in order, and after
 * `settledMs` of its connection dated within one picture's duration.
 */
export function judge({ runs }: BadCamera, recorded: readonly Recorded[], settledMs: number): Verdict {
  const faults: string[] = [];
  const numbers = recorded.map(({ number }) => number);
  const [first = 0, last = -1] = [numbers[0], numbers.at(-1)];
  if (numbers.length === 0) faults.push("nothing was recorded");
  const unread = numbers.filter((number) => number < 0).length;
  if (unread > 0) faults.push(`${unread} pictures cannot be read`);
  const disorder = numbers.filter((number, at) => at > 0 && number <= (numbers[at - 1] ?? 0)).length;
  if (disorder > 0) faults.push(`${disorder} pictures out of order or twice`);
  const kept = new Set(numbers);
  const missing = runs.flatMap((run) => run.numbers).filter((n) => n >= first && n <= last && !kept.has(n));
  if (missing.length > 0) faults.push(`${missing.length} pictures are missing: ${missing.slice(0, 12).join(" ")}`);
  const began = runs.map((run) => run.numbers.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY));
  const isSettled = (number: number): boolean => {
    const start = began.findLast((from) => from <= number) ?? 0;
    return (number - start) * PICTURE_MS >= settledMs;
  };
  const wrong = recorded
    .filter(({ number }) => number >= 0 && isSettled(number))
    .map(({ number, wallMs }) => ({ number, errorMs: wallMs - number * PICTURE_MS }));
  const worst = wrong.reduce((most, one) => (Math.abs(one.errorMs) > Math.abs(most.errorMs) ? one : most), {
    number: 0,
    errorMs: 0,
  });
  const late = wrong.filter(({ errorMs }) => Math.abs(errorMs) > PICTURE_MS);
  if (late.length > 0)
    faults.push(`${late.length} pictures are misdated, ${worst.number} by ${worst.errorMs.toFixed(0)} ms`);
  return { recorded: recorded.length, missing: missing.length, worstMs: Math.abs(worst.errorMs), faults };
}
