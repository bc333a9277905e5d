import type { Result } from "#base/result.ts";
import { isPainted } from "#recorder/codec/picture-overlay.ts";
import { type Failure, type Refusal, failure, refuse, inWords } from "#domain/failures/failure.ts";
import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { need } from "#base/assert.ts";
import { exportFileName } from "./file-name.ts";
import { notReachable } from "#domain/recordings/not-reachable.ts";
import { exportStamp } from "#domain/recordings/export-names.ts";
import type { ExportedFile, ExportSpec, ExportStream, UnreachedSpan } from "#recorder/ipc/export-contract.ts";
import type { RecordedSpan, RecordingReader } from "#recorder/recording/segments/recorded-sample.ts";
import { isDiskFull } from "#recorder/store/disk-full.ts";
import { DEWARP_VIDEO_MAX_BYTES, writeDewarpPage } from "./dewarp-page.ts";
import { type Manifest, MANIFEST_NAME, sha256Of, SIGNATURE_NAME, signManifest } from "./manifest.ts";
import { maskedCut } from "./masked-cut.ts";
import { mux } from "./mux.ts";
import { mustEncode } from "./refreshed.ts";
import { type Cut, cut } from "./smart-cut.ts";
import { VERIFICATION_NAME, verificationPage } from "./verification-page.ts";

/** Copying counts as this share of the work: checksums, a page or a zip follow. */
const COPY_SHARE = 0.9;

/** A picture that was shown for so long when the range begins belongs to it. */
const LONG_SHOWN_MS = 1000;

/** A file that is ready to be handed over, or to go into the zip. */
interface Made {
  readonly file: ExportedFile;
  readonly path: string;
  readonly cameraName: string;
}

export interface ExportResult {
  readonly files: readonly ExportedFile[];
  readonly bytes: number;
  /** ids of the streams that have no recording in the range */
  readonly withoutVideo: readonly string[];
  /** what is recorded in the range and is not in the files */
  readonly notReachable: readonly UnreachedSpan[];
}

/** Runs one export. Incomplete files end in `.part`; `parts` names the existing ones, for a cancel. */
export class ExportJob {
  readonly #spec: ExportSpec;
  readonly #reader: RecordingReader;
  readonly #onProgress: (share: number) => void;
  readonly #parts = new Set<string>();

  constructor(spec: ExportSpec, reader: RecordingReader, onProgress: (share: number) => void) {
    this.#spec = spec;
    this.#reader = reader;
    this.#onProgress = onProgress;
  }

  get parts(): readonly string[] {
    return [...this.#parts];
  }

  async run(): Promise<Result<ExportResult, Failure>> {
    try {
      return await this.#run();
    } catch (error) {
      if (isDiskFull(error)) return refuse("export/disk");
      return refuse("export/failed", { cause: inWords(error) });
    } finally {
      for (const part of this.#parts) await rm(part, { force: true });
    }
  }

  async #run(): Promise<Result<ExportResult, Failure>> {
    const { streams, outFile } = this.#spec;
    const zipped = streams.length > 1 || outFile.endsWith(".zip");
    const made: Made[] = [];
    const empty: ExportStream[] = [];
    for (const [i, stream] of streams.entries()) {
      const before = made.length;
      const wrong = await this.#cutStream(i, zipped, made);
      if (wrong) return wrong;
      if (made.length === before) empty.push(stream);
    }
    if (made.length === 0) return refuse("archive/none", await this.#whyNone());
    const notReachable = await this.#unreached();
    const whole = zipped ? await this.#zip(made, empty, notReachable) : made[0]?.path;
    if (!whole) throw new Error("nothing was written");
    // Not synced: exports do not survive a restart of the recorder, which empties their folder when it starts.
    await rename(whole, outFile);
    this.#parts.delete(whole);
    this.#onProgress(1);
    const files = made.map(({ file }) => file);
    const withoutVideo = [...new Set(empty.map(({ streamId }) => streamId))];
    return { ok: true, value: { files, bytes: (await stat(outFile)).size, withoutVideo, notReachable } };
  }

  async #whyNone(): Promise<{ cause?: Failure }> {
    const { streams, startMs, stopMs } = this.#spec;
    const volumes = new Set<string>();
    for (const { streamId } of streams)
      for (const name of await this.#reader.unreachedOn(streamId, startMs, stopMs)) volumes.add(name);
    return volumes.size > 0 ? { cause: notReachable([...volumes]) } : {};
  }

  /** What cannot be reached of all its streams, as far as is known now. */
  async #unreached(): Promise<UnreachedSpan[]> {
    const { streams, startMs, stopMs } = this.#spec;
    const spans: UnreachedSpan[] = [];
    for (const streamId of new Set(streams.map((stream) => stream.streamId)))
      for (const span of await this.#reader.unreached(streamId, startMs, stopMs)) spans.push({ streamId, ...span });
    return spans;
  }

  /** One file, or in a zip several where the camera changed its codec. Answers what keeps the export from being whole. */
  async #cutStream(i: number, zipped: boolean, made: Made[]): Promise<Refusal | null> {
    const { streams, outFile, startMs, stopMs, zone } = this.#spec;
    const { streamId, cameraName, masks = [], watermark, view } = need(streams[i], "a stream of the export");
    for (let fromMs: number | null = await shownFrom(this.#reader, streamId, startMs); fromMs !== null; ) {
      const piece: Cut | null =
        isPainted({ masks, watermark }) || view || (await mustEncode(this.#reader, streamId, fromMs, stopMs))
          ? await maskedCut(this.#reader, streamId, fromMs, stopMs, { masks, watermark, view })
          : await cut(this.#reader, streamId, fromMs, stopMs);
      if (!piece) return null;
      // Left out unsaid, it would be missed only when it is needed.
      if (piece.video.codec === "mjpeg")
        return refuse("export/codec", { cause: failure("export/jpeg", { camera: cameraName }) });
      const path = this.#part(zipped ? `${outFile}.${made.length}` : outFile);
      const written = await this.#write(piece, i, path, new Set(made.map(({ file }) => file.name)));
      if (!written.ok) return written;
      made.push({ file: written.value, path, cameraName });
      fromMs = piece.changesAtMs;
      if (fromMs !== null && !zipped) {
        const time = exportStamp(fromMs, zone);
        return refuse("export/codec", { cause: failure("export/codec-change", { time }) });
      }
    }
    return null;
  }

  #part(path: string): string {
    const part = `${path}.part`;
    this.#parts.add(part);
    return part;
  }

  async #write(piece: Cut, i: number, path: string, used: ReadonlySet<string>): Promise<Result<ExportedFile, Failure>> {
    const { startMs, stopMs, format, recorderName, streams, zone } = this.#spec;
    const stream = need(streams[i], "a stream of the export");
    const isPage = format === "dewarp";
    const video = isPage ? this.#part(`${path}.mp4`) : path;
    const done = await mux(piece, stopMs, {
      path: video,
      format: isPage ? "mp4" : format,
      cameraName: stream.cameraName,
      comment: commentOf(recorderName, await this.#reader.unreached(stream.streamId, startMs, stopMs)),
      onProgress: (wallMs) => {
        const own = Math.min(1, Math.max(0, (wallMs - startMs) / (stopMs - startMs)));
        this.#onProgress(((i + own) / streams.length) * COPY_SHARE);
      },
    });
    if (isPage) {
      if ((await stat(video)).size > DEWARP_VIDEO_MAX_BYTES) return refuse("export/too-large");
      const facts = {
        camera: stream.cameraName,
        recorder: recorderName,
        startMs: piece.startMs,
        dewarp: { ...stream.dewarp },
      };
      await writeDewarpPage(video, path, this.#spec.dewarpScript, facts);
    }
    const value = {
      streamId: stream.streamId,
      name: exportFileName(
        stream.cameraName,
        // The very first frame may lie a fraction of a ms before it.
        exportStamp(Math.round(piece.startMs), zone),
        isPage ? "html" : format,
        streams.slice(0, i).map(({ cameraName }) => cameraName),
        used,
      ),
      bytes: (await stat(path)).size,
      startMs: piece.startMs,
      stopMs: done.stopMs,
      frames: done.frames,
      reencoded: piece.reencoded,
      ...((stream.masks?.length ?? 0) > 0 ? { isMasked: true as const } : {}),
      ...(stream.watermark === undefined ? {} : { watermark: stream.watermark }),
    };
    return { ok: true, value };
  }

  async #zip(
    made: readonly Made[],
    empty: readonly ExportStream[],
    unreached: readonly UnreachedSpan[],
  ): Promise<string> {
    const { outFile, signingKey, recorderName, startMs, stopMs } = this.#spec;
    const zip = new ZipFile();
    const now = new Date();
    // Video does not compress; what is stored uncompressed can be read while it is downloaded.
    for (const { file, path } of made) zip.addFile(path, file.name, { compress: false, mtime: new Date(file.startMs) });
    if (signingKey) {
      const files: Manifest["files"][number][] = [];
      for (const { file, path, cameraName } of made) files.push({ ...file, sha256: await sha256Of(path), cameraName });
      const withoutVideo = empty.map(({ streamId, cameraName }) => ({ streamId, cameraName }));
      const nameOf = (id: string): string => this.#spec.streams.find((one) => one.streamId === id)?.cameraName ?? "";
      const notReachable = unreached.map((span) => ({ ...span, cameraName: nameOf(span.streamId) }));
      const content = {
        recorder: recorderName,
        created: now.toISOString(),
        range: { startMs, stopMs },
        files,
        ...(withoutVideo.length > 0 ? { withoutVideo } : {}),
        ...(notReachable.length > 0 ? { notReachable } : {}),
      };
      const { manifest, signature } = signManifest(content, signingKey);
      zip.addBuffer(manifest, MANIFEST_NAME, { mtime: now });
      zip.addBuffer(signature, SIGNATURE_NAME, { mtime: now });
      zip.addBuffer(Buffer.from(verificationPage()), VERIFICATION_NAME, { mtime: now });
    }
    zip.end();
    const part = this.#part(outFile);
    await pipeline(zip.outputStream, createWriteStream(part));
    return part;
  }
}

/** What the file says of itself: whose it is, and what is recorded and not in it, as far as that was known when it was begun. */
function commentOf(recorderName: string, unreached: readonly RecordedSpan[]): string {
  const iso = (ms: number): string => new Date(Math.round(ms)).toISOString();
  const spans = unreached.map(({ startMs, stopMs }) => `${iso(startMs)}/${iso(stopMs)}`);
  return spans.length === 0
    ? recorderName
    : `${recorderName}; recorded, not reachable and left out: ${spans.join(", ")}`;
}

/**
 * Where a cut from `startMs` begins: of a camera that takes a picture every few seconds, with the one that was to be seen
 * then, at its own time.
 */
async function shownFrom(reader: RecordingReader, streamId: string, startMs: number): Promise<number> {
  const shown = (await reader.frameAt(streamId, startMs))?.at(-1);
  return shown && startMs - shown.wallMs >= LONG_SHOWN_MS ? shown.wallMs : startMs;
}
