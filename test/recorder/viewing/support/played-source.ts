import type { MediaSource, SourceUnit } from "#demo/devices/media-source.ts";
import type { AccessUnit } from "#recorder/formats/access-unit.ts";

/** A camera that plays encoded units at 15 per second, again and again; with sound, G.711 in packets of 1/15 s. */
export class PlayedSource implements MediaSource {
  readonly parameterSets: readonly Buffer[];
  readonly framesPerSecond = 15;
  readonly audio: MediaSource["audio"];
  readonly #units: readonly AccessUnit[];

  constructor(units: readonly AccessUnit[], audio: MediaSource["audio"] = null) {
    this.#units = units;
    this.audio = audio;
    this.parameterSets = (units[0]?.nals ?? []).filter((nal) => [7, 8].includes((nal[0] ?? 0) & 31));
  }

  subscribe(listener: (unit: SourceUnit) => void): () => void {
    let sent = 0;
    const startedAt = performance.now();
    const timer = setInterval(() => {
      for (; sent < ((performance.now() - startedAt) * 15) / 1000; sent += 1) {
        const unit = this.#units[sent % this.#units.length];
        if (!unit) return;
        const nals = unit.nals.filter((nal) => ![7, 8].includes((nal[0] ?? 0) & 31));
        listener({ kind: "video", key: unit.key, nals, pts: sent * 6000 });
        if (!this.audio) continue;
        const [from, to] = [sent, sent + 1].map((count) => Math.round((count * 8000) / 15)) as [number, number];
        listener({ kind: "audio", data: Buffer.alloc(to - from, 0xff), pts: from });
      }
    }, 10);
    return () => clearInterval(timer);
  }
}
