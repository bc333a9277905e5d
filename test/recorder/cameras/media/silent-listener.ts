import { ok } from "#base/result.ts";
import type { MediaListener } from "#recorder/cameras/media/media-listener.ts";

const nothing = (): void => undefined;

/** Hears all events of the `media` processes and does nothing; lets every RTSP player watch. */
export const silentListener: MediaListener = {
  onStatus: nothing,
  onMotion: nothing,
  onTrouble: nothing,
  onSessionClosed: nothing,
  onPlayback: nothing,
  onDisk: nothing,
  onDrained: nothing,
  onDamage: nothing,
  onThinningStuck: nothing,
  onBucket: nothing,
  onRepaired: nothing,
  onRestored: nothing,
  onChecked: nothing,
  onVolume: nothing,
  onRtspAsk: () => Promise.resolve(ok({ isUnmasked: true })),
  onIndexWrite: () => Promise.resolve({ done: null }),
  onGone: nothing,
};
