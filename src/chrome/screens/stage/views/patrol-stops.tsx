/** The list of a patrol in its dialog: what is shown for how many seconds, in which order. */
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { useRef } from "react";
import { Button } from "#chrome/kit/button/button.tsx";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { Select, type SelectOption } from "#chrome/kit/field/select.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { PATROL_STOPS_MAX } from "#domain/limits/dewarp.ts";
import { addedRow, movedRow, readDwell, type StopRow } from "#domain/stage/patrol-draft.ts";
import css from "./patrol.module.css";

interface PatrolStopsProps {
  readonly title: string;
  readonly addLabel: string;
  /** of a row, by its number */
  readonly stopLabel: "patrols.stop" | "ptz.tourStop";
  readonly rows: readonly StopRow[];
  readonly targets: readonly SelectOption<string>[];
  readonly onRows: (rows: readonly StopRow[]) => void;
}

export function PatrolStops({ title, addLabel, stopLabel, rows, targets, onRows }: PatrolStopsProps) {
  const say = useText();
  const list = useRef<HTMLOListElement>(null);
  const set = (key: number, change: Partial<StopRow>): void =>
    onRows(rows.map((row) => (row.key === key ? { ...row, ...change } : row)));
  const remove = (key: number): void => {
    const at = rows.findIndex((row) => row.key === key);
    onRows(rows.filter((row) => row.key !== key));
    // The focus must not fall out of the list with the button that was pressed.
    requestAnimationFrame(() => {
      const left = list.current?.querySelectorAll<HTMLElement>("[data-remove]");
      left?.[Math.min(at, left.length - 1)]?.querySelector("button")?.focus();
    });
  };
  return (
    <fieldset className={css.stops}>
      <legend className={css.title}>{title}</legend>
      <ol ref={list} className={css.list}>
        {rows.map(({ key, target, typed }, index) => {
          const name = targets.find(({ id }) => id === target)?.label ?? "";
          const dwell = readDwell(typed);
          return (
            <li key={key} className={css.stop}>
              <div className={css.target}>
                <Select
                  label={say(stopLabel, { number: index + 1 })}
                  options={targets}
                  value={target}
                  onChange={(next) => set(key, { target: next })}
                />
              </div>
              <div className={css.seconds}>
                <TextField
                  label={say("patrols.dwell")}
                  aria-label={say("patrols.dwellAt", { name })}
                  inputMode="decimal"
                  autoComplete="off"
                  maxLength={7}
                  value={typed}
                  onChange={(next) => set(key, { typed: next })}
                  {...(dwell.ok ? {} : { error: dwell.error })}
                />
              </div>
              <div className={css.verbs}>
                <IconButton
                  size="small"
                  label={say("patrols.up", { name })}
                  isDisabled={index === 0}
                  onPress={() => onRows(movedRow(rows, key, -1))}
                >
                  <IconArrowUp size={16} />
                </IconButton>
                <IconButton
                  size="small"
                  label={say("patrols.down", { name })}
                  isDisabled={index === rows.length - 1}
                  onPress={() => onRows(movedRow(rows, key, 1))}
                >
                  <IconArrowDown size={16} />
                </IconButton>
                <span data-remove>
                  <IconButton size="small" label={say("patrols.removeStop", { name })} onPress={() => remove(key)}>
                    <IconTrash size={16} />
                  </IconButton>
                </span>
              </div>
            </li>
          );
        })}
      </ol>
      <div>
        <Button
          isDisabled={rows.length >= PATROL_STOPS_MAX}
          onPress={() =>
            onRows(
              addedRow(
                rows,
                targets.map(({ id }) => id),
              ),
            )
          }
        >
          <IconPlus size={16} aria-hidden="true" />
          {addLabel}
        </Button>
      </div>
    </fieldset>
  );
}
