/** The days of a month as a table, with the density of their recordings. */
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useIntl } from "react-intl";
import { useText } from "#chrome/texts/use-text.ts";
import { type PickerDay, weekStart } from "#domain/timeline/date-picker.ts";
import css from "./date-picker.module.css";

/** Weekday names are taken from the seven days that begin here. */
const A_SUNDAY_MS = Date.UTC(2023, 11, 31);
const DAY_MS = 86_400_000;

interface MonthProps {
  readonly days: readonly PickerDay[];
  readonly label: string;
  /** weekday of the first day, 0 = Sunday */
  readonly weekday: number;
  /** "2026-05-04" */
  readonly chosen: string;
  /** the day in the form that people read */
  readonly dayName: (key: string) => string;
  /** the days tell how much is recorded */
  readonly tellsRecordings: boolean;
  readonly onChoose: (key: string) => void;
  /** the keyboard leaves the month; false: there is no month to go to */
  readonly onLeave: (by: 1 | -1) => boolean;
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

export function Month(props: MonthProps) {
  const { days, label, weekday, chosen, dayName, tellsRecordings, onChoose, onLeave } = props;
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
                    title={tellsRecordings ? say("pick.archives", { count: day.archives }) : undefined}
                    aria-label={
                      tellsRecordings
                        ? say("pick.day", {
                            date: dayName(day.key),
                            density: say(`pick.density.${day.density}`),
                            archives: say("pick.archives", { count: day.archives }),
                          })
                        : dayName(day.key)
                    }
                    aria-pressed={day.key === chosen}
                    tabIndex={day === stop ? 0 : -1}
                    disabled={day.disabled}
                    onClick={() => onChoose(day.key)}
                    onKeyDown={(event) => onKey(event, day.day)}
                  >
                    {day.day}
                    {tellsRecordings ? <i className={css.dot} aria-hidden="true" /> : null}
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
