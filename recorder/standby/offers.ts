/** What this recorder has for another one of its group: closed files, by the streams of that one's cameras. */
import { type Result, ok } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import { OFFERED_AT_ONCE, type Offer, type OfferAsk } from "#protocol/standby.ts";
import type { MediaLink } from "#recorder/cameras/media/media-link.ts";
import { digestOf } from "#recorder/recording/segments/file-digest.ts";
import { pathOf, type VolumeFolders } from "#recorder/recording/segments/segment-places.ts";
import type { RecordingIndex } from "#recorder/recording/index/recording-index.ts";
import type { SegmentRow } from "#recorder/recording/index/segment-row.ts";
import type { BorrowedCameras } from "./borrowed-cameras.ts";
import type { NoteOffers } from "./note-offers.ts";

interface OffersPorts {
  readonly index: Pick<RecordingIndex, "segment" | "fileFacts" | "setDigest" | "offered" | "lastFileId">;
  readonly folders: VolumeFolders;
  readonly borrowed: Pick<BorrowedCameras, "sharedWith">;
  readonly notes: Pick<NoteOffers, "isHeld">;
  readonly media: Pick<MediaLink, "call">;
  /** what it records is the owner's alone: nothing stays here that the owner has */
  readonly givesAway: boolean;
}

interface OfferedFileContent {
  readonly path: string;
  readonly bytes: number;
}

export class Offers {
  readonly #ports: OffersPorts;
  readonly #ending = new AbortController();

  constructor(ports: OffersPorts) {
    this.#ports = ports;
  }

  close(): void {
    this.#ending.abort();
  }

  /** Files whose volume cannot be reached are left out: they are there when it is. */
  async list(owner: string, ask: OfferAsk): Promise<Offer> {
    const { after = 0, stream, from = 0, to = Number.MAX_SAFE_INTEGER } = ask;
    const last = ask.last ? { lastId: await this.#ports.index.lastFileId() } : {};
    const own = [...(await this.#streams(owner))].filter((id) => stream === undefined || id === stream);
    const time = { fromMs: from, toMs: to };
    const rows = own.length === 0 ? [] : await this.#ports.index.offered(own, after, OFFERED_AT_ONCE, time);
    const files: Offer["files"] = [];
    for (const row of rows) {
      const sha256 = row.sha256 ?? (await this.#digest(row));
      const { id, streamId, startMs, endMs, bytes } = row;
      if (sha256) files.push({ id, streamId, startMs, endMs, bytes, sha256: Buffer.from(sha256).toString("hex") });
    }
    return { files, isMore: rows.length === OFFERED_AT_ONCE, ...last };
  }

  /** Failure: archive/none. */
  async file(owner: string, id: number): Promise<Result<OfferedFileContent, Failure>> {
    const row = await this.#row(owner, id);
    const path = row && pathOf(this.#ports.folders, row);
    return row && path !== null ? ok({ path, bytes: row.bytes }) : refuse("archive/none");
  }

  /** The owner has the file. Nothing goes that is another one than it has, or that is locked here alone. Failures: archive/none, archive/locked. */
  async taken(owner: string, id: number, sha256: string): Promise<Result<null, Failure>> {
    const { index, media, notes, givesAway } = this.#ports;
    const row = await this.#row(owner, id);
    // It was asked for before, and the answer was lost.
    if (row === null) return ok(null);
    if (!givesAway) return ok(null);
    const known = (await index.fileFacts(id))?.sha256;
    if (!known || Buffer.from(known).toString("hex") !== sha256) return refuse("archive/none");
    if (await notes.isHeld(row)) return refuse("archive/locked");
    return media.call("recordings.drop", { files: [id] });
  }

  /** null: there is no such file, or it is none of this owner's cameras */
  async #row(owner: string, id: number): Promise<SegmentRow | null> {
    const row = await this.#ports.index.segment(id);
    return row?.closed && (await this.#streams(owner)).has(row.streamId) ? row : null;
  }

  async #streams(other: string): Promise<ReadonlySet<string>> {
    return new Set((await this.#ports.borrowed.sharedWith(other)).keys());
  }

  async #digest(row: SegmentRow): Promise<Uint8Array | null> {
    const { index, folders } = this.#ports;
    const path = pathOf(folders, row);
    if (path === null) return null;
    const { sha256 } = await digestOf(path, this.#ending.signal);
    await index.setDigest(row.id, sha256);
    return sha256;
  }
}
