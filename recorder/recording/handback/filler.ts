/**
 * Takes in what another recorder has recorded for this one, as far as it is missing here. A file is whole, equal and in its place before
 * the index names it, and named before the other one hears that it may go: whenever this ends, it goes on where it was.
 */
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { Mutex } from "#base/mutex.ts";
import { type Failure, failure, hasCode, inWords } from "#domain/failures/failure.ts";
import { isMissing, missingPieces, type Piece, SEAM_MS, type Stretch } from "#domain/recordings/missing.ts";
import type { OfferedFile } from "#protocol/standby.ts";
import type { FilledSome, FillOrder } from "#recorder/ipc/standby-contract.ts";
import { encodeFragments, type FragmentEntry } from "../index/fragment-index.ts";
import type { RecordingIndex } from "../index/recording-index.ts";
import type { OpenSegments } from "../segments/open-segments.ts";
import { PART } from "../segments/part-file.ts";
import { scanSegment, type SegmentScan } from "../segments/segment-scan.ts";
import { segmentPath } from "../segments/segment-path.ts";
import { pathOf } from "../segments/segment-places.ts";
import type { Volume } from "../volumes/volume.ts";
import type { Volumes } from "../volumes/volumes.ts";
import { nameAgain, ownStretches, splitBehind } from "./own-stretches.ts";
import { Peer, PeerTrouble } from "./peer.ts";
import { dateFile } from "./right-dates.ts";

/** After so long the answer says how far this is. */
const AT_ONCE_MS = 5000;
/** What comes lies here until it is whole; no stream is called so. */
const ARRIVING = `.arriving${PART}`;
const HOUR_MS = 3_600_000;

interface FillerPorts {
  readonly index: RecordingIndex;
  readonly volumes: Volumes;
  readonly openSegments: Pick<OpenSegments, "get">;
  /** nobody compares files with the index while one takes its place */
  readonly files: Mutex;
}

interface FileOf {
  readonly cameraId: string;
  /** the dates in it are so much too late */
  readonly lateMs: number;
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
    let [files, bytes, left, after] = [0, 0, 0, 0];
    let trouble: Failure | null = null;
    const filled = new Set<string>();
    try {
      for (let isMore = true; isMore; ) {
        const offered = await peer.offered({ after, ...range });
        isMore = offered.isMore;
        for (const file of offered.files) {
          after = file.id;
          const cameraId = streams.get(file.streamId);
          if (cameraId === undefined) continue;
          if (performance.now() > untilMs)
            return { files, bytes, streams: [...filled], left: left + 1, failure: trouble };
          try {
            const isNew = await this.#take(peer, file, { cameraId, lateMs: at.lateMs ?? 0 });
            if (isNew === true) filled.add(file.streamId);
            if (isNew === null) left += 1;
            else if (isMove) await peer.taken(file.id, file.sha256);
            files += isNew === true ? 1 : 0;
            bytes += isNew === true ? file.bytes : 0;
          } catch (error) {
            // What the other one cannot give does not hold up the rest.
            const told = failureOf(error);
            if (!hasCode(told, "standby/file-refused", "standby/not-equal")) throw error;
            left += 1;
            trouble = told;
          }
        }
      }
    } catch (error) {
      left += 1;
      trouble = failureOf(error);
    }
    return { files, bytes, streams: [...filled], left, failure: trouble };
  }

  /** False: it is not missing here. Null: what is missing is not known before the file is closed that is being written. */
  async #take(peer: Peer, file: OfferedFile, { cameraId, lateMs }: FileOf): Promise<boolean | null> {
    const held = await this.#held(file);
    if (held === null) return null;
    if (!isMissing(file, held)) return false;
    const { index } = this.#ports;
    const volume = await this.#place(file.bytes);
    const arriving = join(volume.path, ARRIVING);
    // What is left there may be a name of a file that has taken its place.
    await rm(arriving, { force: true });
    const came = await peer.fetch(file.id, arriving);
    if (came.sha256 !== file.sha256 || came.bytes !== file.bytes) throw new NotEqual();
    const sha256 = lateMs === 0 ? file.sha256 : await dateFile(arriving, lateMs, this.#abort.signal);
    const { fragments } = await scanned(arriving);
    await index.claimStream(file.streamId, cameraId);
    await this.#ports.files.run(async () => {
      const pieces = missingPieces(fragments, (await this.#held(file)) ?? held);
      for (const piece of pieces) {
        await splitBehind(index, file.streamId, piece, {
          path: (row) => pathOf(this.#ports.volumes.folders, row),
          name: () => this.#name(file),
        });
        await this.#enter(volume, { ...file, sha256 }, fragments, piece, await this.#name(file));
      }
    });
    await rm(arriving, { force: true });
    return true;
  }

  #held(file: OfferedFile): Promise<Stretch[] | null> {
    const { index, openSegments } = this.#ports;
    return ownStretches(index, (id) => openSegments.get(id)?.fragments ?? null, file.streamId, file);
  }

  async #place(bytes: number): Promise<Volume> {
    const { volumes } = this.#ports;
    const isOne = volumes.all.length === 1;
    const able = volumes.all.filter(({ spec, isHealthy }) => spec.role === "record" && (isHealthy || isOne));
    const volume = able.toSorted((one, other) => other.roomBytes - one.roomBytes)[0];
    if (!volume) throw new NoPlace();
    await volume.admit(bytes, true);
    return volume;
  }

  /** A name that no file of the stream has. */
  async #name({ streamId, startMs }: OfferedFile): Promise<string> {
    const near = await this.#ports.index.filesBetween(streamId, startMs - HOUR_MS, startMs + HOUR_MS);
    const taken = new Set(near.map(({ file }) => file));
    let copy = 0;
    while (taken.has(segmentPath(streamId, startMs, copy))) copy += 1;
    return segmentPath(streamId, startMs, copy);
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
    await nameAgain(arriving, target);
    const own = fragments.slice(from, to);
    const frames = own.reduce((sum, { videoSamples }) => sum + videoSamples, 0);
    const row = { streamId, startMs, endMs, volume, file, bytes, frames };
    const given = { sha256: Buffer.from(sha256, "hex"), seamMs: SEAM_MS };
    await this.#ports.index.insertClosed(row, encodeFragments(startMs, own), given);
  }
}

async function scanned(path: string): Promise<SegmentScan> {
  const file = await open(path, "r");
  try {
    return await scanSegment(file);
  } finally {
    await file.close();
  }
}

class NotEqual extends Error {}
class NoPlace extends Error {}

function failureOf(error: unknown): Failure {
  if (error instanceof PeerTrouble) return error.told;
  if (error instanceof NotEqual) return failure("standby/not-equal");
  if (error instanceof NoPlace) return failure("standby/no-place");
  return failure("standby/not-kept", { cause: inWords(error) });
}
