/** What `main` asks `media` for about recordings that one recorder has for another one. */
import type { Failure } from "#domain/failures/failure.ts";

/** Another recorder of the group, and what is needed to call it. */
export interface PeerAddress {
  readonly url: string;
  /** id of this recorder */
  readonly from: string;
  /** see pair-proof.ts */
  readonly key: string;
  /** what it has recorded has dates that are so much too late; absent: they are right, as far as is known */
  readonly lateMs?: number;
}

export interface FillOrder {
  readonly peer: PeerAddress;
  /** the cameras of the streams that are asked about */
  readonly streams: ReadonlyMap<string, string>;
  /** files of one stream that touch this time; absent = all that it has for us */
  readonly range?: { readonly stream: string; readonly from: number; readonly to: number };
  /** true: it need not keep what we have */
  readonly isMove: boolean;
}

export interface FilledSome {
  /** that were missing here */
  readonly files: number;
  readonly bytes: number;
  /** of these streams */
  readonly streams: readonly string[];
  /** 0: nothing more is to be done; otherwise about how many, at least */
  readonly left: number;
  /** why some could not be taken in; null = all could */
  readonly failure: Failure | null;
}
