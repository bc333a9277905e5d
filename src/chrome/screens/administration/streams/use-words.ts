/** Words that several administration screens use for the facts of streams. */
import { useIntl } from "react-intl";
import { type Say, useText } from "#chrome/texts/use-text.ts";
import { roundDays } from "#domain/recordings/retention.ts";
import { age, type StreamState } from "#domain/cameras/stream-status.ts";
import { useShownTime } from "#chrome/use-shown-time.ts";
import { ownZone } from "#chrome/screens/administration/local-time.ts";

/** "running", or with the count of its retries. */
export const stateWords = (say: Say, state: StreamState, retryCount: number): string =>
  retryCount > 0 ? say("state.retries", { state: say(`state.${state}`), count: retryCount }) : say(`state.${state}`);

/** "1.5 days": one decimal. */
export const daysWords = (say: Say, days: number): string => say("retention.dayCount", { days: roundDays(days) });

interface ArchiveWords {
  /** to the second, in the time zone of this browser, "Never" without an archive */
  readonly at: string;
  /** how long ago, empty without an archive */
  readonly ago: string;
}

/** The time of the newest recording in the archive; both times are server ms. */
export function useArchiveWords(): (lastWrittenMs: number, nowMs: number) => ArchiveWords {
  const say = useText();
  const intl = useIntl();
  const { second } = useShownTime();
  return (lastWrittenMs, nowMs) => {
    const since = age(lastWrittenMs, nowMs);
    if (!since) return { at: say("status.never"), ago: "" };
    return {
      at: second(lastWrittenMs, ownZone()),
      ago: intl.formatRelativeTime(-since.count, since.unit, { style: "short" }),
    };
  };
}
