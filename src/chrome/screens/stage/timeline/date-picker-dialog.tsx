/** The date picker: a month with the density of recordings, date, time, optional seconds, Cancel and GO. */
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { Button } from "#chrome/kit/button/button.tsx";
import { Dialog } from "#chrome/kit/dialog/dialog.tsx";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { intoSight } from "#chrome/kit/browser/into-sight.ts";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import {
  allowedTime,
  firstWeekday,
  monthButtons,
  monthDays,
  monthRange,
  type PickerDay,
  type PickFault,
  weekStart,
} from "#domain/timeline/date-picker.ts";
import { namedZone } from "#domain/timeline/named-zone.ts";
import { dayStart, zoneName } from "#domain/timeline/zone.ts";
import { timelineTime, zoneOf } from "#state/timeline-store.ts";
import css from "./date-picker.module.css";
import { fieldsOf, readFields } from "./picker-fields.ts";
import { useLanes } from "./use-lanes.ts";

/** Weekday names are taken from the seven days that begin here. */
const A_SUNDAY_MS = Date.UTC(2023, 11, 31);
const DAY_MS = 86_400_000;

export default function DatePickerDialog({ onClose }: { readonly onClose: () => void }) {
  const { stores } = useProduct();
  const { timeline, recordings } = useWorkspace();
  const intl = useIntl();
  const say = useText();
  const form = useId();
  const lanes = useLanes();
  const zoneId = useFacts(stores.timeline, zoneOf);
  const zone = namedZone(zoneId);
  const [nowMs] = useState(() => timeline.nowMs());
  const [start] = useState(() =>
    fieldsOf(timelineTime(stores.timeline.get(), performance.timeOrigin + performance.now()), zone),
  );
  const [month, setMonth] = useState(start.month);
  const [date, setDate] = useState(start.date);
  const [time, setTime] = useState(start.time);
  const [seconds, setSeconds] = useState(start.seconds);
  const [fault, setFault] = useState<PickFault | null>(null);
  const [counts, setCounts] = useState<{ days: Readonly<Record<string, number>>; streams: number }>({
    days: {},
    streams: 0,
  });
  /** server ms; null = not known, or nothing is recorded */
  const [beginningMs, setBeginningMs] = useState<number | null>(null);
  const offset = zoneName(nowMs, zone);
  const ids = lanes.map((lane) => lane.streamId).join(",");

  useEffect(() => {
    let gone = false;
    const streams = ids === "" ? [] : ids.split(",");
    if (streams.length === 0) return;
    void recordings.archivesPerDay(streams, monthRange(month.year, month.month, zone), zoneId).then((answer) => {
      if (gone || !answer.ok) return;
      setCounts({ days: answer.value.archivesPerDay, streams: answer.value.streamsCount });
    });
    return () => {
      gone = true;
    };
  }, [recordings, ids, month, zone, zoneId]);
  useEffect(() => {
    let gone = false;
    if (ids === "") return;
    void recordings.beginning(ids.split(",")).then((beginning) => gone || setBeginningMs(beginning));
    return () => {
      gone = true;
    };
  }, [recordings, ids]);

  // Nothing can be chosen before the day of the first recording.
  const minMs = beginningMs === null ? null : dayStart(beginningMs, zone);
  const input = { archivesPerDay: counts.days, streamsCount: counts.streams, nowMs, minMs };
  const days = monthDays(month.year, month.month, input, zone);
  const buttons = monthButtons(month.year, month.month, input, zone);
  const turn = (by: 1 | -1): void => {
    const at = new Date(Date.UTC(month.year, month.month - 1 + by, 1));
    setMonth({ year: at.getUTCFullYear(), month: at.getUTCMonth() + 1 });
  };
  const go = (event: FormEvent): void => {
    event.preventDefault();
    const now = timeline.nowMs();
    // Fields that the user has not changed stand for the playhead itself: in the hour that occurs twice the fields
    // alone would mean the first occurrence. A user who changes only the seconds stays in the playhead's own minute,
    // and therefore in its occurrence of that hour.
    const isTyped = date !== start.date || time !== start.time || seconds !== start.seconds;
    const isSameMinute = date === start.date && time === start.time;
    const picked = isTyped
      ? readFields(date, time, seconds, now, minMs, isSameMinute ? () => zone(start.timeMs) : zone)
      : allowedTime(Math.min(start.timeMs, now), now, minMs);
    if (!picked.ok) return setFault(picked.error);
    timeline.seek(picked.value, "jump");
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
      title={say("pick.title")}
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
        chosen={date}
        onChoose={typed(setDate)}
        onLeave={(by) => ((by === 1 ? buttons.next : buttons.previous) ? (turn(by), true) : false)}
      />
      <form id={form} className={css.fields} onSubmit={go} noValidate>
        <TextField label={say("pick.date")} hint={say("pick.dateHint")} value={date} onChange={typed(setDate)} />
        <TextField label={say("pick.time")} hint={say("pick.timeHint")} value={time} onChange={typed(setTime)} />
        <TextField
          label={say("pick.seconds")}
          hint={say("pick.secondsHint")}
          value={seconds}
          onChange={typed(setSeconds)}
        />
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

interface MonthProps {
  readonly days: readonly PickerDay[];
  readonly label: string;
  /** weekday of the first day, 0 = Sunday */
  readonly weekday: number;
  /** "2026-05-04" */
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
  /** the keyboard leaves the month; false: there is no month to go to */
  readonly onLeave: (by: 1 | -1) => boolean;
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

function Month({ days, label, weekday, chosen, onChoose, onLeave }: MonthProps) {
  const say = useText();
  const grid = useRef<HTMLTableElement>(null);
  /** the keyboard moved into another month: its first or last day takes the focus once it is rendered */
  const pendingFocus = useRef<"first" | "last" | null>(null);
  const open = days.filter((day) => !day.disabled);
  const stop = open.find((day) => day.key === chosen) ?? open.at(-1);
  useEffect(() => {
    if (pendingFocus.current === null) return;
    const buttons = grid.current?.querySelectorAll<HTMLButtonElement>("button:not(:disabled)") ?? [];
    buttons[pendingFocus.current === "first" ? 0 : buttons.length - 1]?.focus();
    pendingFocus.current = null;
  });
  const focusDay = (day: number): void =>
    grid.current?.querySelector<HTMLButtonElement>(`button[data-day="${day}"]:not(:disabled)`)?.focus();
  const onKey = (event: KeyboardEvent, day: number): void => {
    const step = steps[event.key];
    if (step === undefined && event.key !== "PageUp" && event.key !== "PageDown") return;
    event.preventDefault();
    const to = step === undefined ? (event.key === "PageUp" ? 0 : days.length + 1) : day + step;
    if (to >= 1 && to <= days.length) return focusDay(to);
    const by = to < 1 ? -1 : 1;
    pendingFocus.current = by === 1 ? "first" : "last";
    if (!onLeave(by)) pendingFocus.current = null;
  };
  const intl = useIntl();
  const start = weekStart(intl.locale);
  const weekdays = Array.from({ length: 7 }, (_, index) =>
    intl.formatDate(A_SUNDAY_MS + (start + index) * DAY_MS, { weekday: "short", timeZone: "UTC" }),
  );
  const weeks = chunks([...Array.from({ length: (weekday - start + 7) % 7 }, () => null), ...days]);
  return (
    <table ref={grid} aria-label={label} className={css.grid}>
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th key={name} scope="col" className={css.weekday}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.find((day) => day)?.key}>
            {week.map((day, index) => (
              <td key={day?.key ?? `empty-${weekdays[index]}`}>
                {day ? (
                  <button
                    type="button"
                    className={css.day}
                    data-day={day.day}
                    data-density={day.density}
                    data-today={day.today || undefined}
                    aria-current={day.today ? "date" : undefined}
                    title={say("pick.archives", { count: day.archives })}
                    aria-label={say("pick.day", {
                      date: day.key,
                      density: say(`pick.density.${day.density}`),
                      archives: say("pick.archives", { count: day.archives }),
                    })}
                    aria-pressed={day.key === chosen}
                    tabIndex={day === stop ? 0 : -1}
                    disabled={day.disabled}
                    onClick={() => onChoose(day.key)}
                    onKeyDown={(event) => onKey(event, day.day)}
                  >
                    {day.day}
                    <i className={css.dot} aria-hidden="true" />
                  </button>
                ) : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Weeks of seven days; the last week is filled up with empty cells. */
function chunks(cells: readonly (PickerDay | null)[]): (PickerDay | null)[][] {
  const weeks: (PickerDay | null)[][] = [];
  for (let at = 0; at < cells.length; at += 7) {
    const week = cells.slice(at, at + 7);
    weeks.push([...week, ...Array.from({ length: 7 - week.length }, () => null)]);
  }
  return weeks;
}
