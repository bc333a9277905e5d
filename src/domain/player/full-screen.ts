/** Document 1, section 4: full screen of an unlinked player saves its playback, plays at speed 1, and restores it after. */
export interface Playback {
  readonly speed: number;
  readonly paused: boolean;
  /** server ms */
  readonly timeMs: number;
  readonly live: boolean;
}

/**
 * The state to save and the state to play on entering; a linked player keeps playing with the others and saves nothing.
 */
export const enterFullScreen = (
  playback: Playback,
  linked: boolean,
): { readonly saved: Playback | null; readonly playback: Playback } =>
  linked ? { saved: null, playback } : { saved: playback, playback: { ...playback, speed: 1, paused: false } };

/** The state to play on leaving. */
export const leaveFullScreen = (playback: Playback, saved: Playback | null): Playback => saved ?? playback;
