/**
 * Keeps a subscription to the events that each ONVIF camera reports, and writes the important ones into the journal,
 * which the system report lists. A camera that does not answer is asked less and less often, and none can flood the
 * journal.
 */
import type { CameraEvent } from "#recorder/onvif/event-client.ts";
import { ok, type Result } from "#base/result.ts";
import { englishText } from "#domain/failures/english.ts";
import { type Failure, failure } from "#domain/failures/failure.ts";
import { setTimeout as pause } from "node:timers/promises";
import { begin, LIFETIME_MS, MAX_MESSAGES, pull, renew } from "#recorder/onvif/event-client.ts";
import { meaningOf } from "#recorder/onvif/event-meaning.ts";
import { deviceEndpoint } from "#recorder/onvif/soap/sign-in.ts";
import type { CameraRow } from "#recorder/store/tables/camera-rows.ts";
import type { Cameras } from "./cameras.ts";
import type { Journal } from "#recorder/core/journal.ts";
import type { Log } from "#recorder/core/log.ts";

interface CameraEventsParts {
  readonly cameras: Pick<Cameras, "all" | "credentials" | "network">;
  readonly journal: Pick<Journal, "event">;
  readonly log: Pick<Log, "debug" | "error">;
  readonly times?: CameraEventTimes;
}

export interface CameraEventTimes {
  /** how often the list of cameras is checked */
  readonly lookMs: number;
  /** the first calls are spread over this time, so that not all cameras are called at once */
  readonly spreadMs: number;
  /** a pause after a first failure, doubled for each further one, up to `longestMs` */
  readonly againMs: number;
  readonly longestMs: number;
  /** minimum time between two pulls, however fast a camera answers */
  readonly leastMs: number;
}

const USUAL: CameraEventTimes = { lookMs: 2000, spreadMs: 2000, againMs: 15_000, longestMs: 600_000, leastMs: 1000 };
/** One camera may write this many entries in this time; further ones are counted, and the count is logged once. */
const MOST_ENTRIES = 30;
const ENTRIES_WINDOW_MS = 600_000;

interface Watched {
  readonly key: string;
  readonly abort: AbortController;
}

export class CameraEvents {
  readonly #parts: CameraEventsParts;
  readonly #times: CameraEventTimes;
  readonly #watched = new Map<string, Watched>();
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(parts: CameraEventsParts) {
    this.#parts = parts;
    this.#times = parts.times ?? USUAL;
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(), this.#times.lookMs);
    this.#look();
  }

  /** Aborts calls under way; subscriptions expire within a minute. */
  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    for (const { abort } of this.#watched.values()) abort.abort();
    this.#watched.clear();
  }

  /** Cameras are added, removed, and get other addresses and credentials. */
  #look(): void {
    const wanted = new Map(
      this.#parts.cameras.all().flatMap((row) => (row.driver === "ONVIF" ? [[row.id, row] as const] : [])),
    );
    for (const [id, { key, abort }] of [...this.#watched]) {
      const row = wanted.get(id);
      if (row && keyOf(row) === key) continue;
      abort.abort();
      this.#watched.delete(id);
    }
    for (const [id, row] of wanted) {
      if (this.#watched.has(id)) continue;
      const abort = new AbortController();
      this.#watched.set(id, { key: keyOf(row), abort });
      void this.#watch(row, abort.signal);
    }
  }

  /** Never rejects; ends with `signal`. */
  async #watch(row: CameraRow, signal: AbortSignal): Promise<void> {
    const { log } = this.#parts;
    const { spreadMs, againMs, longestMs } = this.#times;
    const entries = new Entries(this.#parts.journal, row);
    let failures = 0;
    while (!signal.aborted) {
      // With jitter, so that neither at the start nor after a network failure all cameras are called at once.
      const againAfterMs = Math.min(longestMs, againMs * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
      const waitMs = failures === 0 ? spreadMs * Math.random() : againAfterMs;
      await pause(waitMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        const why = await this.#session(row, entries, signal, () => (failures = 0));
        log.debug({ cameraId: row.id, why: englishText(why) }, "no events of this camera");
      } catch (error) {
        // After the end the journal may already be closed.
        if (!signal.aborted) log.error({ err: error, cameraId: row.id }, "events of a camera could not be kept");
      }
      failures = Math.min(failures + 1, 20);
    }
  }

  /** One subscription, until it fails; answers why. */
  async #session(row: CameraRow, entries: Entries, signal: AbortSignal, begun: () => void): Promise<Failure> {
    const { cameras } = this.#parts;
    const login = { url: row.uri, ...cameras.credentials(row), network: cameras.network(row), signal };
    const first = await begin(deviceEndpoint(login));
    if (!first.ok) return first.error;
    begun();
    const { subscription } = first.value;
    let pulled: Result<readonly CameraEvent[], Failure> = ok(first.value.events);
    let [fromMs, renewedAtMs] = [performance.now(), performance.now()];
    while (!signal.aborted) {
      if (!pulled.ok) return pulled.error;
      for (const event of pulled.value) await entries.write(event);
      if (performance.now() - renewedAtMs > LIFETIME_MS / 2) {
        const renewed = await renew(subscription);
        // A camera that only refuses may go on as long as it is asked for events.
        if (!renewed.ok && renewed.error.code !== "onvif/fault") return renewed.error;
        renewedAtMs = performance.now();
      }
      const { leastMs } = this.#times;
      const isFlood = pulled.value.length > MAX_MESSAGES / 2;
      const restMs = (isFlood ? 10 * leastMs : leastMs) - (performance.now() - fromMs);
      if (restMs > 0) await pause(restMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) break;
      fromMs = performance.now();
      pulled = await pull(subscription);
    }
    return failure("camera/not-watched");
  }
}

/** The limit on what one camera may write. */
class Entries {
  readonly #journal: CameraEventsParts["journal"];
  readonly #row: CameraRow;
  #windowMs = Number.NEGATIVE_INFINITY;
  #count = 0;

  constructor(journal: CameraEventsParts["journal"], row: CameraRow) {
    this.#journal = journal;
    this.#row = row;
  }

  async write(event: CameraEvent): Promise<void> {
    const { id: cameraId, name } = this.#row;
    const meaning = meaningOf(event, name);
    if (meaning === null) return;
    const nowMs = performance.now();
    if (nowMs - this.#windowMs > ENTRIES_WINDOW_MS) {
      this.#windowMs = nowMs;
      this.#count = 0;
    }
    this.#count += 1;
    if (this.#count > MOST_ENTRIES + 1) return;
    const told = this.#count > MOST_ENTRIES ? failure("event/too-much", { name }) : meaning.told;
    await this.#journal.event(meaning.type, told, { cameraId });
  }
}

/** Another address or other credentials need a new subscription; another name needs new texts. */
const keyOf = ({ uri, credentials, name }: CameraRow): string => `${uri} ${credentials} ${name}`;
