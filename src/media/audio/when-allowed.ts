/**
 * Browsers refuse to play before the user has touched the page (Safari in low-power mode also muted video). What was
 * refused is tried again at the next touch or key, and the caller hears of it, so that somebody can ask for the touch.
 */
import type { Disposer } from "#base/disposer.ts";

const TOUCHES = ["pointerup", "keydown"] as const;
/** Before whatever handles the touch. */
const SEEN_FIRST = { capture: true } as const;
/** Chromium leaves a refused `resume()` of an AudioContext without an answer. */
const UNANSWERED_MS = 1000;

/** Plays an element now, or at the next touch. */
export function playWhenAllowed(element: Pick<HTMLMediaElement, "play">, refused: () => void): Disposer {
  return untilAllowed(
    () =>
      element.play().then(
        () => true,
        // Anything else (the element was taken away, it has no data yet) is no question of a touch.
        (error: unknown) => !(error instanceof DOMException && error.name === "NotAllowedError"),
      ),
    refused,
  );
}

/** Lets an AudioContext run now, or at the next touch. */
export function runWhenAllowed(context: Pick<AudioContext, "resume" | "state">, refused: () => void): Disposer {
  const answer = async (): Promise<boolean> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, UNANSWERED_MS)));
    await Promise.race([context.resume().catch(() => undefined), late]);
    clearTimeout(timer);
    return context.state === "running";
  };
  return untilAllowed(answer, refused);
}

function untilAllowed(attempt: () => Promise<boolean>, refused: () => void): Disposer {
  let ended = false;
  const stop = (): void => {
    ended = true;
    for (const name of TOUCHES) removeEventListener(name, again, SEEN_FIRST);
  };
  const again = (): void => {
    void attempt().then((isAllowed) => {
      if (isAllowed) stop();
    });
  };
  void attempt().then((isAllowed) => {
    if (isAllowed || ended) return;
    refused();
    for (const name of TOUCHES) addEventListener(name, again, SEEN_FIRST);
  });
  return stop;
}
