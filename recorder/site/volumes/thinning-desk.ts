/** The rule by which old recordings are thinned out, as administrators set it. */
import { Mutex } from "#base/mutex.ts";
import { ok, type Result } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import type { ThinningSpec } from "#domain/recordings/thinning.ts";
import { keptThinning, type ThinningDue, type ThinningState } from "#protocol/rest/server/thinning.ts";
import type { MediaLink } from "#recorder/cameras/media/media-link.ts";
import { everyone } from "#recorder/core/audience.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";
import type { SettingsStore } from "#recorder/core/settings-store.ts";
import type { RecordingIndex } from "#recorder/recording/index/recording-index.ts";
import { sumOfThinning } from "#recorder/recording/thinning/thin-files.ts";
import { THINNING } from "#recorder/store/tables/server-rows.ts";
import { SERVER_ID } from "../events.ts";

interface DeskParts {
  readonly settings: Pick<SettingsStore, "internal" | "setInternal">;
  readonly media: Pick<MediaLink, "thinning" | "setThinning">;
  readonly index: Pick<RecordingIndex, "usage" | "filesToThin" | "sumToThin" | "fragments" | "motionIn" | "watched">;
  readonly now: () => number;
  readonly hub: Pick<EventHub, "publish">;
}

export class ThinningDesk {
  readonly #parts: DeskParts;
  readonly #changes = new Mutex();
  #rule: ThinningSpec | null = null;

  constructor(parts: DeskParts) {
    this.#parts = parts;
  }

  /** Puts the stored rule into effect. A stored row that cannot be read counts as no rule: nothing is removed by a guess. */
  async load(): Promise<void> {
    const text = await this.#parts.settings.internal(THINNING);
    const kept = keptThinning.safeParse(text === null ? null : parsed(text));
    if (kept.success) await this.#use(kept.data);
  }

  get state(): ThinningState {
    const told = this.#parts.media.thinning;
    return {
      rule: this.#rule,
      state: told?.state ?? "unknown",
      files: told?.files ?? 0,
      freedBytes: told?.freedBytes ?? 0,
      stuck: told?.stuck ?? 0,
      reason: told?.reason ?? "",
    };
  }

  /** How much a rule would thin out at once. */
  async due(rule: ThinningSpec): Promise<ThinningDue> {
    const { index, now } = this.#parts;
    const { recordedMs, goneMs, ...sum } = await sumOfThinning(index, rule, now());
    return { ...sum, recorded: recordedMs, gone: goneMs };
  }

  set(rule: ThinningSpec): Promise<ThinningState> {
    return this.#changes.run(async () => {
      await this.#parts.settings.setInternal(THINNING, JSON.stringify(rule));
      await this.#use(rule);
      this.#told();
      return this.state;
    });
  }

  /** Recordings that are thinned out already stay so. */
  remove(): Promise<Result<null, Failure>> {
    return this.#changes.run(async () => {
      if (this.#rule === null) return refuse("thinning/not-set");
      await this.#parts.settings.setInternal(THINNING, "null");
      await this.#use(null);
      this.#told();
      return ok(null);
    });
  }

  async #use(rule: ThinningSpec | null): Promise<void> {
    this.#rule = rule;
    await this.#parts.media.setThinning(rule);
  }

  #told(): void {
    this.#parts.hub.publish("server-modified", "servers", SERVER_ID, everyone);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
