/** Tells `media` what its cleaner keeps to, whenever cameras or settings change or the process starts anew. */
import { englishText } from "#domain/failures/english.ts";
import type { RetentionPolicy } from "#recorder/ipc/storage-shapes.ts";
import { inBackground } from "#recorder/core/background.ts";

import type { Cameras } from "#recorder/cameras/cameras.ts";
import type { MediaLink } from "#recorder/cameras/media/media-link.ts";
import type { Log } from "#recorder/core/log.ts";
import type { SettingsStore } from "#recorder/core/settings-store.ts";
import type { Licensing } from "#recorder/licensing/licensing.ts";
const LOOK_MS = 5000;

interface RetentionParts {
  readonly media: MediaLink;
  readonly cameras: Cameras;
  readonly settings: SettingsStore;
  readonly licensing: Licensing;
  readonly log: Log;
}

/** Returns a function that stops it. */
export function keepRetention({ media, cameras, settings, licensing, log }: RetentionParts): () => void {
  let told = "";
  const look = async (): Promise<void> => {
    if (!media.connected) return;
    const { lives } = media;
    const policy: RetentionPolicy = {
      cleaning: !licensing.degraded,
      thresholdPercent: (await settings.get()).cleanerThreshold,
      maxBytes: null,
      maxAgeMs: licensing.retentionMs,
      streams: cameras.allStreams().map((row) => {
        const retentionMs = cameras.get(row.camera_id)?.retention_ms ?? 0;
        return { streamId: row.id, minimumMs: retentionMs === 0 ? null : retentionMs };
      }),
    };
    // A process that ended may run again before anybody has noticed its end.
    const text = JSON.stringify([lives, policy]);
    if (text === told) return;
    const answer = await media.call("retention.set", { policy });
    if (answer.ok) told = text;
    else if (answer.error.code !== "process/gone")
      log.warn({ reason: englishText(answer.error) }, "the retention policy could not be set");
  };
  const tick = (): void => inBackground(log, "looking after the retention policy", look());
  const timer = setInterval(tick, LOOK_MS);
  tick();
  return () => clearInterval(timer);
}
