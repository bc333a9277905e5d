/**
 * The time that a tile shows, in words. It is updated once a minute, after an order (a seek, a pause) and with each
 * step of a paused picture: a screen reader would read a name that changes more often without end.
 */
import { useEffect, useState } from "react";
import { epochMs } from "#actions/epoch.ts";
import { useProduct } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { useTimeStyle } from "#chrome/use-shown-time.ts";
import { namedZone } from "#domain/timeline/named-zone.ts";
import { spokenKey, spokenTime } from "#domain/timeline/spoken-time.ts";
import { MINUTE_MS } from "#domain/timeline/zone.ts";
import { timelineTime, zoneOf } from "#state/timeline-store.ts";

/** Counts the minutes of the clock. There is one counter for the whole stage: pass it to `useSpokenTime`. */
export function useMinute(): number {
  const [minute, setMinute] = useState(() => Math.floor(Date.now() / MINUTE_MS));
  useEffect(() => {
    const timer = setTimeout(
      () => setMinute(Math.floor(Date.now() / MINUTE_MS)),
      // A little later than the full minute, so that an early timer does not find the old minute.
      (minute + 1) * MINUTE_MS - Date.now() + 50,
    );
    return () => clearTimeout(timer);
  }, [minute]);
  return minute;
}

export function useSpokenTime(tileId: string, minute: number): string {
  const { stores } = useProduct();
  const say = useText();
  const zone = useFacts(stores.timeline, zoneOf);
  const style = useTimeStyle();
  const ownKey = useFacts(stores.unlinked, ({ byTile }) => {
    const own = byTile[tileId];
    return own ? spokenKey(own.state, own.target.epoch, false) : null;
  });
  const stageKey = useFacts(stores.timeline, ({ state, target, scrubbing }) =>
    spokenKey(state, target.epoch, scrubbing),
  );
  // The times in the stores advance by themselves; this value only says when to read them again.
  const moment = `${ownKey ?? stageKey} ${minute}`;
  const look = () => {
    const facts = stores.unlinked.get().byTile[tileId] ?? stores.timeline.get();
    return { moment, state: facts.state, timeMs: timelineTime(facts, epochMs()) };
  };
  const [told, setTold] = useState(look);
  if (told.moment !== moment) setTold(look());
  const time = spokenTime(told.state, told.timeMs, namedZone(zone), style);
  return told.state.mode === "live" ? say("stage.tileLive", { time }) : time;
}
