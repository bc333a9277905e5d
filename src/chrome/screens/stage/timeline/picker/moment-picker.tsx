/** The date picker over recordings: its days tell how much is recorded, and it begins with the first recording. */
import { useEffect, useState } from "react";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { monthRange } from "#domain/timeline/date-picker.ts";
import { namedZone } from "#domain/timeline/named-zone.ts";
import { dayStart } from "#domain/timeline/zone.ts";
import { zoneOf } from "#state/timeline-store.ts";
import MomentForm, { type PickedMonth } from "./moment-form.tsx";

interface MomentPickerProps {
  readonly title: string;
  /** server ms: what the fields show first */
  readonly timeMs: number;
  /** the streams whose recordings the days tell of, separated by commas */
  readonly streamIds: string;
  /** how many cameras these are streams of, where that is known: a day is full when each has a stream of all of it */
  readonly cameras?: number;
  readonly onPick: (timeMs: number) => void;
  readonly onClose: () => void;
}

export function MomentPicker({ streamIds: ids, cameras, ...rest }: MomentPickerProps) {
  const { stores } = useProduct();
  const { timeline, recordings } = useWorkspace();
  const zoneId = useFacts(stores.timeline, zoneOf);
  const zone = namedZone(zoneId);
  const [month, setMonth] = useState<PickedMonth | null>(null);
  const [counts, setCounts] = useState<{ days: Readonly<Record<string, number>>; streams: number }>({
    days: {},
    streams: 0,
  });
  /** server ms; null = not known, or nothing is recorded */
  const [beginningMs, setBeginningMs] = useState<number | null>(null);

  useEffect(() => {
    let gone = false;
    const streams = ids === "" ? [] : ids.split(",");
    if (streams.length === 0 || month === null) return;
    void recordings.archivesPerDay(streams, monthRange(month.year, month.month, zone), zoneId).then((answer) => {
      if (gone || !answer.ok) return;
      setCounts({ days: answer.value.archivesPerDay, streams: cameras ?? answer.value.streamsCount });
    });
    return () => {
      gone = true;
    };
  }, [recordings, ids, cameras, month, zone, zoneId]);
  useEffect(() => {
    let gone = false;
    if (ids === "") return;
    void recordings.beginning(ids.split(",")).then((beginning) => gone || setBeginningMs(beginning));
    return () => {
      gone = true;
    };
  }, [recordings, ids]);

  return (
    <MomentForm
      {...rest}
      zone={zoneId}
      nowMs={timeline.nowMs}
      // Nothing can be chosen before the day of the first recording.
      minMs={beginningMs === null ? null : dayStart(beginningMs, zone)}
      recorded={counts}
      onMonth={setMonth}
    />
  );
}
