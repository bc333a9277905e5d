/** The stage as a kiosk: nothing but pictures, full screen from the first gesture on, and the screen stays awake. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { classes } from "#chrome/kit/classes.ts";
import { useProduct } from "#chrome/product.ts";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import css from "./kiosk.module.css";
import { useKioskFullScreen } from "./use-kiosk-full-screen.ts";

/** The pointer is hidden when it has not moved for this long. */
const POINTER_IDLE_MS = 3_000;
/** A page that began just now is not loaded anew yet: where two builds are served in turns that would have no end. */
const LEAST_AGE_MS = 600_000;

export function KioskLayer({ children }: { readonly children: ReactNode }) {
  const { stores } = useProduct();
  const say = useText();
  const layer = useRef<HTMLDivElement>(null);
  const [pointerIdle, setPointerIdle] = useState(false);
  // Nobody closes a dialog here: the newest message takes the place of those before it, and other dialogs hide none.
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
      <h1 className={css.hidden}>{say("nav.stage")}</h1>
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

/** Nobody sits here who could press the top bar's button for another build of the client. */
function useUpdates(): void {
  const { stores, reload } = useProduct();
  const isOld = useFacts(stores.health, (facts) => facts.updateAvailable);
  useEffect(() => {
    if (!isOld) return;
    const timer = setTimeout(reload, Math.max(0, LEAST_AGE_MS - performance.now()));
    return () => clearTimeout(timer);
  }, [isOld, reload]);
}

/** Keeps the screen on while the page is seen; a page that was hidden has lost its lock and asks again. */
function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let gone = false;
    const ask = async (): Promise<void> => {
      // Not in every browser, and refused on low battery: the picture is shown all the same.
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
