/** Recordings and motion for the lanes of the timeline: requested in pieces, kept, refreshed. */
import { type Archive, archiveList } from "#protocol/rest/recordings/archive.ts";
import { motionEventList, motionHistogram } from "#protocol/rest/recordings/motion.ts";
import type { TimelineLaneData } from "#protocol/timeline-view.ts";
import { MOTION_REFRESH_MS } from "#domain/limits/timeline.ts";
import { pieceIsFinal, pieceKey, wantedPieces } from "#domain/timeline/archive-windows.ts";
import { mergeSpans, type Spans, toSpans } from "#domain/timeline/coverage.ts";
import { durationOf, type TimeWindow } from "#domain/timeline/time-window.ts";
import type { HttpClient } from "#transport/http.ts";
import type { Throttle } from "#transport/throttle.ts";

interface Span {
  readonly start: number;
  readonly stop: number;
}
interface Known {
  readonly piece: TimeWindow;
  /** server ms of its request */
  readonly atMs: number;
  readonly recorded: Spans;
  /** recorded where it cannot be reached now */
  readonly away: Spans;
  /** recorded, damaged by the disk since */
  readonly damaged: Spans;
  /** start of a run that is being written: it reaches to now */
  readonly writingFrom: number | null;
  readonly motion: Spans;
}

/** The recorder gives at most this many runs, and this many events, in one answer. */
const TAKE_RUNS = 1000;
const TAKE_EVENTS = 10_000;
/** Streams of one request: more would make an address that is too long for some servers in between. */
const STREAMS_AT_ONCE = 100;
/** Bins of a histogram that replaces the events when one answer cannot hold them all. */
const HISTOGRAM_BINS = 4000;
/** Pieces kept per stream. */
const KEPT_PIECES = 200;
/** A piece that was requested and not answered is requested again after this time. */
const RETRY_MS = 5000;
/**
 * The past changes too: recordings grow old and are removed. A piece requested longer ago than this is requested again,
 * or dropped.
 */
const FRESH_MS = 600_000;
/** After the last answer a run counts as still being written for this time: a server that is away may have stopped. */
const STALE_MS = 10_000;
/** The last fragment of a run that is being written is about this old. */
const WRITING_LAG_MS = 500;

interface TimelineDataDeps {
  readonly http: HttpClient;
  /** shared with all other code that requests archives: at most 2 at once */
  readonly throttle: Throttle;
  readonly nowMs: () => number;
  /** all known data of a stream has changed */
  readonly onLane: (streamId: string, data: TimelineLaneData) => void;
}

export class TimelineData {
  readonly #deps: TimelineDataDeps;
  readonly #streams = new Map<string, Map<string, Known>>();
  readonly #asked = new Map<string, number>();
  /** by stream, and under null for all: when what was known of its past became outdated, server ms */
  readonly #changed = new Map<string | null, number>();
  #wanted: { readonly streams: readonly string[]; readonly window: TimeWindow } | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(deps: TimelineDataDeps) {
    this.#deps = deps;
  }

  /** The lanes and the window that are on the screen now. Frequent calls cost little. */
  show(streams: readonly string[], window: TimeWindow): void {
    const before = this.#wanted;
    this.#wanted = { streams, window };
    for (const id of streams) if (!before?.streams.includes(id)) this.#tell(id);
    // A stream that comes back is requested again at once.
    for (const id of before?.streams ?? []) if (!streams.includes(id)) this.#forget(id);
    // The timer refreshes what is on the screen already.
    this.#ask(2 * MOTION_REFRESH_MS);
  }

  /** The past of a stream, or of all (null), is another one: what is known is shown until it has been requested again. */
  outdated(streamId: string | null): void {
    this.#changed.set(streamId, this.#deps.nowMs());
  }

  /** Refreshes pieces that reach to now every 1500 ms, until the returned function is called. */
  run(): () => void {
    this.#timer = setInterval(() => this.#refresh(), MOTION_REFRESH_MS);
    return () => {
      clearInterval(this.#timer);
      this.#wanted = null;
    };
  }

  #forget(streamId: string): void {
    this.#streams.delete(streamId);
    this.#changed.delete(streamId);
    for (const key of [...this.#asked.keys()]) if (key.startsWith(`${streamId}/`)) this.#asked.delete(key);
  }

  #refresh(): void {
    if (!this.#wanted || document.hidden) return;
    // Timers come some ms early or late: each of them refreshes only pieces that were not requested just before.
    this.#ask(MOTION_REFRESH_MS / 2);
    const now = this.#deps.nowMs();
    // A run that is being written grows on the screen between two answers.
    for (const id of this.#wanted.streams)
      if (
        [...(this.#streams.get(id)?.values() ?? [])].some(
          (known) => known.writingFrom !== null && known.piece.stopMs >= now,
        )
      )
        this.#tell(id);
  }

  /** `sinceMs`: a piece that reaches to now, and was requested at least this long ago, is requested again. */
  #ask(sinceMs: number): void {
    if (!this.#wanted) return;
    const now = this.#deps.nowMs();
    const wanted = wantedPieces(this.#wanted.window, now);
    for (const id of this.#wanted.streams) this.#dropOld(id, new Set(wanted.map(pieceKey)), now);
    for (const piece of wanted) {
      const due = this.#wanted.streams.filter((id) => this.#isDue(id, piece, now, sinceMs));
      if (due.length === 0) continue;
      for (const id of due) this.#asked.set(`${id}/${pieceKey(piece)}`, now);
      for (const own of this.#deps.http.split(due))
        for (let at = 0; at < own.length; at += STREAMS_AT_ONCE)
          void this.#fetch(own.slice(at, at + STREAMS_AT_ONCE), piece);
    }
  }

  /** A piece that is not wanted may still lie behind the wanted ones: pieces of all sizes are shown together. */
  #dropOld(streamId: string, wanted: ReadonlySet<string>, now: number): void {
    const pieces = this.#streams.get(streamId);
    if (!pieces) return;
    let isLess = false;
    for (const [key, { atMs }] of pieces) if (!wanted.has(key) && now - atMs >= FRESH_MS) isLess = pieces.delete(key);
    if (isLess) this.#tell(streamId);
  }

  #isDue(streamId: string, piece: TimeWindow, now: number, sinceMs: number): boolean {
    const key = pieceKey(piece);
    const askedAt = this.#asked.get(`${streamId}/${key}`);
    const known = this.#streams.get(streamId)?.get(key);
    if (!known) return askedAt === undefined || now - askedAt > RETRY_MS;
    const sinceAskedMs = now - (askedAt ?? 0);
    const changedAt = Math.max(this.#changed.get(streamId) ?? 0, this.#changed.get(null) ?? 0);
    if (known.atMs <= changedAt) return (askedAt ?? 0) <= changedAt || sinceAskedMs > RETRY_MS;
    // A slow server is not asked again while it still works on the last request.
    const isAnswered = known.atMs >= (askedAt ?? 0);
    if (!isAnswered || now - known.atMs >= FRESH_MS) return sinceAskedMs > RETRY_MS;
    return !pieceIsFinal(piece, known.atMs) && sinceAskedMs >= sinceMs;
  }

  /** Streams of one server: a slow server does not delay the others' lanes. */
  async #fetch(streams: readonly string[], piece: TimeWindow): Promise<void> {
    const atMs = this.#deps.nowMs();
    const [runs, motion] = await Promise.all([this.#runs(streams, piece), this.#motion(streams, piece)]);
    if (!runs || !motion) return;
    for (const id of streams) {
      if (!this.#wanted?.streams.includes(id)) continue;
      const own = runs.filter((run) => run.streamId === id);
      const pieces = this.#streams.get(id) ?? new Map<string, Known>();
      this.#streams.set(id, pieces);
      const key = pieceKey(piece);
      pieces.delete(key);
      pieces.set(key, {
        piece,
        atMs,
        recorded: spansOf(own.filter(({ reachable }) => reachable !== false)),
        away: spansOf(own.filter(({ reachable }) => reachable === false)),
        damaged: spansOf(own.flatMap(({ damaged = [] }) => damaged)),
        writingFrom: own.find((run) => run.active)?.start ?? null,
        motion: toSpans(motion.get(id) ?? []),
      });
      for (const old of pieces.keys()) if (pieces.size > KEPT_PIECES) pieces.delete(old);
      this.#tell(id);
    }
  }

  /** Runs that touch the piece; null = no answer. */
  async #runs(streams: readonly string[], piece: TimeWindow): Promise<readonly Archive[] | null> {
    const found: Archive[] = [];
    for (let offset = 0; ; offset += TAKE_RUNS) {
      const query = {
        streamId: streams.join(","),
        start: Math.max(1, Math.round(Math.min(piece.stopMs, this.#deps.nowMs()))),
        stop: Math.round(Math.max(0, piece.startMs)),
        take: TAKE_RUNS,
        offset,
      };
      const answer = await this.#deps.throttle
        .lane(this.#deps.http.ownerOf(streams[0] ?? ""))
        .run(() => this.#deps.http.json({ path: "/service/archives", query }, archiveList));
      if (!answer?.ok) return null;
      found.push(...answer.value.archives);
      if (answer.value.archives.length < TAKE_RUNS) return found;
    }
  }

  /** Motion in the piece by stream; when there are too many events, only the bins with motion. */
  async #motion(streams: readonly string[], piece: TimeWindow): Promise<ReadonlyMap<string, readonly Span[]> | null> {
    const now = this.#deps.nowMs();
    const range = { start: Math.max(1, Math.round(piece.startMs)), stop: Math.round(Math.min(piece.stopMs, now + 1)) };
    if (range.stop <= range.start) return new Map();
    const id = streams.join(",");
    const answer = await this.#deps.http.json(
      { path: "/service/events/camera-stream", query: { ...range, id, eventType: "motion", count: TAKE_EVENTS } },
      motionEventList,
    );
    if (!answer.ok) return null;
    const byStream = new Map<string, Span[]>();
    const add = (streamId: string, span: Span): void => {
      const list = byStream.get(streamId) ?? [];
      byStream.set(streamId, list);
      list.push(span);
    };
    if (answer.value.events.length < TAKE_EVENTS) {
      for (const event of answer.value.events)
        add(event.streamId, {
          start: event.start,
          stop: event.stop === 0 ? now : Math.max(event.stop, event.start + 1),
        });
      return byStream;
    }
    const minSegment = Math.max(1000, Math.ceil(durationOf(piece) / HISTOGRAM_BINS));
    const bins = await this.#deps.http.json(
      { path: "/service/events/camera-stream/histogram", query: { ...range, id, minSegment } },
      motionHistogram,
    );
    if (!bins.ok) return null;
    const { start, segment } = bins.value;
    for (const stream of bins.value.streams)
      for (const [index, count] of stream.counts.entries())
        if (count > 0) add(stream.id, { start: start + index * segment, stop: start + (index + 1) * segment });
    return byStream;
  }

  #tell(streamId: string): void {
    const pieces = [...(this.#streams.get(streamId)?.values() ?? [])];
    const nowMs = this.#deps.nowMs();
    const known: Span[] = [];
    const writing: Span[] = [];
    for (const one of pieces) {
      const isOpen = one.piece.stopMs > one.atMs;
      const now = Math.min(nowMs, one.atMs + STALE_MS);
      const from = isOpen ? one.writingFrom : null;
      known.push({
        start: one.piece.startMs,
        stop: isOpen ? (from === null ? one.atMs : now) : one.piece.stopMs,
      });
      if (from !== null) writing.push({ start: from, stop: now - WRITING_LAG_MS });
    }
    this.#deps.onLane(streamId, {
      known: copyOf(toSpans(known)),
      recorded: copyOf(mergeSpans([...pieces.map((one) => one.recorded), toSpans(writing)])),
      motion: copyOf(mergeSpans(pieces.map((one) => one.motion))),
      away: copyOf(mergeSpans(pieces.map((one) => one.away))),
      damaged: copyOf(mergeSpans(pieces.map((one) => one.damaged))),
    });
  }
}

const spansOf = (runs: readonly Pick<Archive, "start" | "end">[]): Spans =>
  toSpans(runs.map(({ start, end }) => ({ start, stop: end })));

/** Transferred arrays are gone here, and a merge of a single list returns that list itself. */
function copyOf({ starts, stops }: Spans): TimelineLaneData["known"] {
  return { starts: new Float64Array(starts), stops: new Float64Array(stops) };
}
