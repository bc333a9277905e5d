/**
 * The recorded pictures, read in another way than the player's: a range is exported and decoded here; for each picture
 * its time and its code.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from "mediabunny";
import { readFrameCode } from "#domain/frame-code.ts";
import { firstPlane, VideoDecoder } from "#recorder/codec/av-video.ts";
import { type Api, eventually } from "../api.ts";

export interface RecordedCode {
  /** server ms */
  readonly wallMs: number;
  readonly phaseMs: number;
  /** the stream of the camera */
  readonly source: number;
}

/** The pictures of [startMs, stopMs) in order; pictures whose code cannot be read are left out. */
export async function recordedCodes(
  api: Api,
  streamId: string,
  startMs: number,
  stopMs: number,
): Promise<RecordedCode[]> {
  const { id } = await api.post<{ id: string }>("/service/exports", {
    streams: [streamId],
    start: startMs,
    stop: stopMs,
    format: "mkv",
  });
  const job = await eventually(
    "the export",
    () => api.get<{ state: string; href?: string }>(`/service/exports/${id}`),
    ({ state }) => state === "ready" || state === "failed",
    120_000,
  );
  const folder = mkdtempSync(join(tmpdir(), "recorded-codes-"));
  try {
    const file = join(folder, "range.mkv");
    writeFileSync(file, Buffer.from(await (await api.request("GET", job.href ?? "")).arrayBuffer()));
    return await codesOf(file);
  } finally {
    await api.delete(`/service/exports/${id}`);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same for an exported file. */
export async function codesOf(file: string): Promise<RecordedCode[]> {
  const input = new Input({ source: new FilePathSource(file), formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  const { raw } = await input.getMetadataTags();
  const created = raw?.creation_time ?? raw?.CREATION_TIME;
  const config = await track?.getDecoderConfig();
  if (!track || !config?.description || typeof created !== "string") throw new Error("not an export of ours");
  const beginMs = Date.parse(created);
  const decoder = new VideoDecoder("h264", { description: bytesOf(config.description) });
  const found: RecordedCode[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) {
    decoder.decode(packet.data, packet.timestamp * 90_000, (frame) => {
      const { data, strideBytes } = firstPlane(frame);
      const code = readFrameCode((x, y) => data[Math.round(y) * strideBytes + Math.round(x)] ?? 0, frame.height);
      if (code) found.push({ wallMs: beginMs + packet.timestamp * 1000, ...code });
    });
  }
  decoder.close();
  input.dispose();
  return found;
}

const bytesOf = (data: AllowSharedBufferSource): Uint8Array =>
  ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data.slice(0));
