/** The date picker: a month, with the density of recordings where they are known; date, time, optional seconds, Cancel and GO. */
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { type FormEvent, useEffect, useId, useState } from "react";
import { useIntl } from "react-intl";
import { Button } from "#chrome/kit/button/button.tsx";
import { Dialog } from "#chrome/kit/dialog/dialog.tsx";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { intoSight } from "#chrome/kit/browser/into-sight.ts";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useTimeHint, useTimeStyle } from "#chrome/use-shown-time.ts";
import { allowedTime, firstWeekday, monthButtons, monthDays, type PickFault } from "#domain/timeline/date-picker.ts";
import { namedZone } from "#domain/timeline/named-zone.ts";
import { zoneName } from "#domain/timeline/zone.ts";
import css from "./date-picker.module.css";
import { dateOf, fieldsOf, keyOf, readFields } from "./picker-fields.ts";
import { Month } from "./picker-month.tsx";

export interface PickedMonth {
  readonly year: number;
  /** 1..12 */
  readonly month: number;
}

export interface MomentFormProps {
  readonly title: string;
  /** server ms: what the fields show first */
  readonly timeMs: number;
  /** IANA name */
  readonly zone: string;
  /** server ms: nothing after it can be chosen */
  readonly nowMs: () => number;
  /** server ms: nothing before it can be chosen; null = no such limit */
  readonly minMs?: number | null;
  /** the recordings of the shown month's days; absent: the picker is not about recordings */
  readonly recorded?: { readonly days: Readonly<Record<string, number>>; readonly streams: number };
  /** whole minutes are chosen */
  readonly isToMinute?: boolean;
  readonly onMonth?: (month: PickedMonth) => void;
  readonly onPick: (timeMs: number) => void;
  readonly onClose: () => void;
}

export default function MomentForm(props: MomentFormProps) {
  const {
    title: dialogTitle,
    timeMs,
    zone: zoneId,
    minMs = null,
    recorded,
    isToMinute = false,
    onMonth,
    onPick,
    onClose,
  } = props;
  const intl = useIntl();
  const say = useText();
  const form = useId();
  const style = useTimeStyle();
  const dateHint = useTimeHint(say("pick.dateHint"), "date");
  const zone = namedZone(zoneId);
  const [nowMs] = useState(props.nowMs);
  const [start] = useState(() => fieldsOf(timeMs, zone, style));
  const [month, setMonth] = useState<PickedMonth>(start.month);
  const [date, setDate] = useState(start.date);
  const [time, setTime] = useState(start.time);
  const [seconds, setSeconds] = useState(start.seconds);
  const [fault, setFault] = useState<PickFault | null>(null);
  /** The time that the fields stand for. */
  const read = (now: number, leastMs: number | null) => {
    // Fields that the user has not changed stand for the playhead itself: in the hour that occurs twice the fields
    // alone would mean the first occurrence. A user who changes only the seconds stays in the playhead's own minute,
    // and therefore in its occurrence of that hour.
    const isTyped = date !== start.date || time !== start.time || seconds !== start.seconds;
    const isSameMinute = date === start.date && time === start.time;
    return isTyped
      ? readFields(date, time, seconds, now, leastMs, isSameMinute ? () => zone(start.timeMs) : zone)
      : allowedTime(Math.min(start.timeMs, now), now, leastMs);
  };
  // The offset of that time: summer is not winter, and in the hour that occurs twice it says which one is meant.
  const shown = read(Number.POSITIVE_INFINITY, null);
  const offset = zoneName(shown.ok ? shown.value : start.timeMs, zone);
  useEffect(() => onMonth?.(month), [onMonth, month]);

  const input = { archivesPerDay: recorded?.days ?? {}, streamsCount: recorded?.streams ?? 0, nowMs, minMs };
  const days = monthDays(month.year, month.month, input, zone);
  const buttons = monthButtons(month.year, month.month, input, zone);
  const turn = (by: 1 | -1): void => {
    const at = new Date(Date.UTC(month.year, month.month - 1 + by, 1));
    setMonth({ year: at.getUTCFullYear(), month: at.getUTCMonth() + 1 });
  };
  const go = (event: FormEvent): void => {
    event.preventDefault();
    const picked = read(props.nowMs(), minMs);
    if (!picked.ok) return setFault(picked.error);
    onPick(picked.value);
    onClose();
  };
  const typed = (set: (value: string) => void) => (value: string) => {
    setFault(null);
    set(value);
  };
  const title = intl.formatDate(Date.UTC(month.year, month.month - 1, 1), {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  return (
    <Dialog
      title={dialogTitle}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{say("app.cancel")}</Button>
          <Button tone="primary" type="submit" form={form}>
            {say("pick.go")}
          </Button>
        </>
      }
    >
      <div className={css.head}>
        <IconButton label={say("pick.previousMonth")} isDisabled={!buttons.previous} onPress={() => turn(-1)}>
          <IconChevronLeft size={18} />
        </IconButton>
        <span className={css.month} aria-live="polite">
          {title}
        </span>
        <IconButton label={say("pick.nextMonth")} isDisabled={!buttons.next} onPress={() => turn(1)}>
          <IconChevronRight size={18} />
        </IconButton>
      </div>
      <Month
        days={days}
        label={title}
        weekday={firstWeekday(month.year, month.month)}
        chosen={keyOf(date) ?? ""}
        dayName={(key) => dateOf(key, style)}
        tellsRecordings={recorded !== undefined}
        onChoose={(key) => typed(setDate)(dateOf(key, style))}
        onLeave={(by) => ((by === 1 ? buttons.next : buttons.previous) ? (turn(by), true) : false)}
      />
      <form id={form} className={css.fields} onSubmit={go} noValidate>
        <TextField label={say("pick.date")} hint={dateHint} value={date} onChange={typed(setDate)} />
        <TextField label={say("pick.time")} hint={say("pick.timeHint")} value={time} onChange={typed(setTime)} />
        {isToMinute ? null : (
          <TextField
            label={say("pick.seconds")}
            hint={say("pick.secondsHint")}
            value={seconds}
            onChange={typed(setSeconds)}
          />
        )}
      </form>
      <p className={css.zone}>{say("pick.zone", { zone: zoneId === offset ? zoneId : `${zoneId} (${offset})` })}</p>
      {fault === null ? null : (
        <p ref={intoSight} className={css.fault} role="alert">
          {say(`pick.${fault}`)}
        </p>
      )}
    </Dialog>
  );
}
