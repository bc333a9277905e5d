/**
 * The stage as a kiosk: it shows only pictures, it is full screen from the first gesture on, and the screen stays
 * awake.
 */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { classes } from "#chrome/kit/classes.ts";
import { useProduct } from "#chrome/product.ts";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import words from "#chrome/kit/words.module.css";
import css from "./kiosk.module.css";
import { useKioskFullScreen } from "./use-kiosk-full-screen.ts";

/** The pointer is hidden after it has not moved for this time. */
const POINTER_IDLE_MS = 3_000;
/**
 * A page younger than this does not reload for another build: where two builds are served alternately, it would reload
 * forever.
 */
const LEAST_AGE_MS = 600_000;

export function KioskLayer({ children }: { readonly children: ReactNode }) {
  const { stores } = useProduct();
  const say = useText();
  const layer = useRef<HTMLDivElement>(null);
  const [pointerIdle, setPointerIdle] = useState(false);
  // Nobody closes dialogs at a kiosk: the newest message replaces those before it, and it is not hidden behind other
  // dialogs.
  const message = useFacts(stores.dialogs, ({ queue }) => {
    const newest = queue.findLast((each) => each.kind === "message");
    return newest?.kind === "message" ? newest.text : null;
  });
  const hintsFullScreen = useKioskFullScreen(layer);
  useWakeLock();
  useUpdates();

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const moved = (): void => {
      setPointerIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setPointerIdle(true), POINTER_IDLE_MS);
    };
    moved();
    window.addEventListener("pointermove", moved);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pointermove", moved);
    };
  }, []);

  return (
    <main ref={layer} className={classes(css.kiosk, pointerIdle && css.idle)} data-kiosk="">
      <h1 className={words.hidden}>{say("nav.stage")}</h1>
      {children}
      {hintsFullScreen ? <p className={css.hint}>{say("kiosk.fullScreen")}</p> : null}
      {message === null ? null : (
        <p className={css.message} role="alert">
          <FailureWords of={message} />
        </p>
      )}
    </main>
  );
}

/** Nobody sits at a kiosk who could press the top bar's button for a new build of the client. */
function useUpdates(): void {
  const { stores, reload } = useProduct();
  const isOld = useFacts(stores.health, (facts) => facts.updateAvailable);
  useEffect(() => {
    if (!isOld) return;
    const timer = setTimeout(reload, Math.max(0, LEAST_AGE_MS - performance.now()));
    return () => clearTimeout(timer);
  }, [isOld, reload]);
}

/** Keeps the screen on while the page is visible; a page that was hidden has lost its lock and requests it again. */
function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let gone = false;
    const ask = async (): Promise<void> => {
      // Some browsers have no lock or refuse it on low battery: the stage is shown all the same.
      if (document.hidden || !("wakeLock" in navigator)) return;
      const got = await navigator.wakeLock.request("screen").catch(() => null);
      if (gone) void got?.release();
      else lock = got;
    };
    const seen = (): void => void ask();
    seen();
    document.addEventListener("visibilitychange", seen);
    return () => {
      gone = true;
      document.removeEventListener("visibilitychange", seen);
      void lock?.release();
    };
  }, []);
}
