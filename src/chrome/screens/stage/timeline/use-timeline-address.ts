/** The address carries time, speed and pause, so that opening it shows the same moment (`use-opened-stage.ts`). */
import { useEffect } from "react";
import { epochMs } from "#actions/epoch.ts";
import { useProduct } from "#chrome/product.ts";
import { stageLinkQuery } from "#domain/stage/deep-link.ts";
import { type TimelineFacts, timelineTime } from "#state/timeline-store.ts";

/** Browsers refuse address changes that are too frequent. */
const WRITE_AFTER_MS = 500;
/** While it plays, the address is updated at this interval. */
const FOLLOW_MS = 5000;

const NAMES = ["time", "speed", "paused"] as const;

/** The hash with the timeline's time, speed and pause in its query; the rest of it stays. */
function hashWithTime(hash: string, facts: Pick<TimelineFacts, "state" | "atMs">, atMs: number): string {
  const [path = "", query = ""] = hash.split("?");
  const kept = new URLSearchParams(query);
  for (const name of NAMES) kept.delete(name);
  const { mode, speed, paused } = facts.state;
  const own = mode === "live" ? "" : stageLinkQuery({ timeMs: timelineTime(facts, atMs), speed, paused });
  const all = [kept.toString(), own].filter((part) => part !== "").join("&");
  return all === "" ? path : `${path}?${all}`;
}

export function useTimelineAddress(): void {
  const { stores } = useProduct();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = (): void => {
      timer = undefined;
      const facts = stores.timeline.get();
      const hash = hashWithTime(location.hash, facts, epochMs());
      // The router is not told, because it would render the same screen again.
      if (hash !== location.hash) history.replaceState(history.state, "", hash);
    };
    const later = (): void => {
      timer ??= setTimeout(write, WRITE_AFTER_MS);
    };
    const forget = stores.timeline.subscribe((facts, before) => {
      if (facts.state !== before.state) later();
    });
    const follow = setInterval(() => {
      const { state } = stores.timeline.get();
      if (state.mode === "playback" && !state.paused) later();
    }, FOLLOW_MS);
    return () => {
      forget();
      clearInterval(follow);
      clearTimeout(timer);
    };
  }, [stores]);
}
