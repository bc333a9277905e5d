/**
 * Takes in what another recorder has recorded for this one, as far as it is missing here. A file is whole, equal and in its place before
 * the index names it, and named before the other one hears that it may go: whenever this ends, it goes on where it was.
 */
import { copyFile, link, open, rename, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Mutex } from "#base/mutex.ts";
import { isMissing, missingPieces, type Piece, SEAM_MS, type Stretch } from "#domain/recordings/missing.ts";
import type { OfferedFile } from "#protocol/standby.ts";
import type { FilledSome, FillOrder } from "#recorder/ipc/standby-contract.ts";
import { isMissing as isNotThere } from "#recorder/store/disk-full.ts";
import { encodeFragments, type FragmentEntry } from "../index/fragment-index.ts";
import type { RecordingIndex } from "../index/recording-index.ts";
import { PART } from "../segments/part-file.ts";
import { scanSegment, type SegmentScan } from "../segments/segment-scan.ts";
import { segmentPath } from "../segments/segment-file.ts";
import { makeFolder, syncFolder } from "../segments/synced-folder.ts";
import type { Volume } from "../volumes/volume.ts";
import type { Volumes } from "../volumes/volumes.ts";
import { Peer, PeerRefused } from "./peer.ts";

/** After so long the answer says how far this is. */
const AT_ONCE_MS = 5000;
/** What comes lies here until it is whole; no stream is called so. */
const ARRIVING = `.arriving${PART}`;
const HOUR_MS = 3_600_000;

interface FillerPorts {
  readonly index: RecordingIndex;
  readonly volumes: Volumes;
  /** nobody compares files with the index while one takes its place */
  readonly files: Mutex;
}

export class Filler {
  readonly #ports: FillerPorts;
  readonly #abort = new AbortController();
  readonly #turns = new Mutex();

  constructor(ports: FillerPorts) {
    this.#ports = ports;
  }

  /** Never rejects: the answer says what was in the way. */
  fill(order: FillOrder): Promise<FilledSome> {
    return this.#turns.run(() => this.#fill(order));
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.#turns.ended();
  }

  async #fill({ peer: at, streams, range, isMove }: FillOrder): Promise<FilledSome> {
    const untilMs = performance.now() + AT_ONCE_MS;
    const peer = new Peer(at, this.#abort.signal);
    let [files, bytes, left, reason, after] = [0, 0, 0, "", 0];
    try {
      for (let isMore = true; isMore; ) {
        const offered = await peer.offered({ after, ...range });
        isMore = offered.isMore;
        for (const file of offered.files) {
          after = file.id;
          const cameraId = streams.get(file.streamId);
          if (cameraId === undefined) continue;
          if (performance.now() > untilMs) return { files, bytes, left: left + 1, reason };
          try {
            const isNew = await this.#take(peer, file, cameraId);
            if (isMove) await peer.taken(file.id, file.sha256);
            files += isNew ? 1 : 0;
            bytes += isNew ? file.bytes : 0;
          } catch (error) {
            // What the other one cannot give does not hold up the rest.
            if (!(error instanceof PeerRefused || error instanceof NotEqual)) throw error;
            left += 1;
            reason = error.message;
          }
        }
      }
    } catch (error) {
      left += 1;
      reason = error instanceof Error ? error.message : String(error);
    }
    return { files, bytes, left, reason };
  }

  /** False: it is not missing here. */
  async #take(peer: Peer, file: OfferedFile, cameraId: string): Promise<boolean> {
    if (!isMissing(file, await this.#held(file))) return false;
    const { index } = this.#ports;
    const volume = await this.#place(file.bytes);
    const arriving = join(volume.path, ARRIVING);
    // What is left there may be a name of a file that has taken its place.
    await gone(arriving);
    const came = await peer.fetch(file.id, arriving);
    if (came.sha256 !== file.sha256 || came.bytes !== file.bytes) throw new NotEqual();
    const { fragments } = await scanned(arriving);
    await index.claimStream(file.streamId, cameraId);
    await this.#ports.files.run(async () => {
      const pieces = missingPieces(fragments, await this.#held(file));
      const names = await this.#names(file, pieces.length);
      for (const [at, piece] of pieces.entries()) await this.#enter(volume, file, fragments, piece, names[at] ?? "");
    });
    await gone(arriving);
    return true;
  }

  /** What is recorded here of this time. What is being written goes on. */
  async #held({ streamId, startMs, endMs }: OfferedFile): Promise<Stretch[]> {
    const rows = await this.#ports.index.segmentsBetween(streamId, startMs - SEAM_MS, endMs + SEAM_MS);
    return rows.map((row) => ({ startMs: row.startMs, endMs: row.closed ? row.endMs : Number.POSITIVE_INFINITY }));
  }

  async #place(bytes: number): Promise<Volume> {
    const { volumes } = this.#ports;
    const isOne = volumes.all.length === 1;
    const able = volumes.all.filter(({ spec, isHealthy }) => spec.role === "record" && (isHealthy || isOne));
    const volume = able.toSorted((one, other) => other.roomBytes - one.roomBytes)[0];
    if (!volume) throw new Error("no volume takes recordings now");
    await volume.admit(bytes, true);
    return volume;
  }

  /** Names that no file of the stream has. */
  async #names({ streamId, startMs }: OfferedFile, count: number): Promise<string[]> {
    const near = await this.#ports.index.filesBetween(streamId, startMs - HOUR_MS, startMs + HOUR_MS);
    const taken = new Set(near.map(({ file }) => file));
    const names: string[] = [];
    for (let copy = 0; names.length < count; copy += 1) {
      const name = segmentPath(streamId, startMs, copy);
      if (!taken.has(name)) names.push(name);
    }
    return names;
  }

  /** Every piece has a file of its own, all of it: what a row names is what it can be compared with. */
  async #enter(
    { path, name: volume }: Volume,
    { streamId, bytes, sha256 }: OfferedFile,
    fragments: readonly FragmentEntry[],
    { from, to, startMs, endMs }: Piece,
    file: string,
  ): Promise<void> {
    const [arriving, target] = [join(path, ARRIVING), join(path, file)];
    await makeFolder(dirname(target));
    const part = target + PART;
    await gone(part);
    // Not every file system has links.
    await link(arriving, part).catch(() => copyFile(arriving, part));
    await rename(part, target);
    await syncFolder(dirname(target));
    const own = fragments.slice(from, to);
    const frames = own.reduce((sum, { videoSamples }) => sum + videoSamples, 0);
    const row = { streamId, startMs, endMs, volume, file, bytes, frames };
    const given = { sha256: Buffer.from(sha256, "hex"), seamMs: SEAM_MS };
    await this.#ports.index.insertClosed(row, encodeFragments(startMs, own), given);
  }
}

const gone = (file: string): Promise<void> =>
  unlink(file).catch((error: unknown) => {
    if (!isNotThere(error)) throw error;
  });

async function scanned(path: string): Promise<SegmentScan> {
  const file = await open(path, "r");
  try {
    return await scanSegment(file);
  } finally {
    await file.close();
  }
}

class NotEqual extends Error {
  constructor() {
    super("what came is not what was recorded");
  }
}
