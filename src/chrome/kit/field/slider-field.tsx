import { type CSSProperties, useId, useState } from "react";
import { clamp } from "#base/geometry.ts";
import { classes } from "../classes.ts";
import field from "./field.module.css";
import css from "./slider-field.module.css";

interface SliderFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** the unit, shown behind the number */
  readonly unit?: string;
  readonly hint?: string;
  readonly onChange: (value: number) => void;
}

/** The coloured share of the groove, 0..1. React's types know no custom properties as styles. */
const filled = (share: number): CSSProperties => ({ "--fill": `${clamp(share, 0, 1) * 100}%` }) as CSSProperties;

/** A number in a range: the user drags or types it, and it always stays inside its limits and on its steps. */
export function SliderField({ label, value, min, max, step, unit, hint, onChange }: SliderFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const decimals = step < 1 ? 1 : 0;
  const take = (text: string): void => {
    const number = Number(text);
    if (text.trim() === "" || !Number.isFinite(number)) return;
    onChange(Number(clamp(Math.round(number / step) * step, min, max).toFixed(decimals)));
  };
  const leave = (): void => {
    if (typed !== null) take(typed);
    setTyped(null);
  };
  return (
    <div className={field.field}>
      <label className={field.label} htmlFor={id}>
        {label}
      </label>
      <div className={css.row}>
        <input
          id={id}
          type="range"
          className={css.range}
          min={min}
          max={max}
          step={step}
          value={value}
          style={filled(max > min ? (value - min) / (max - min) : 0)}
          {...(hint ? { "aria-describedby": `${id}-hint` } : {})}
          onChange={(event) => take(event.target.value)}
        />
        <input
          type="number"
          className={classes(field.input, css.number)}
          aria-label={unit ? `${label} (${unit})` : label}
          min={min}
          max={max}
          step={step}
          value={typed ?? value.toFixed(decimals)}
          onChange={(event) => {
            setTyped(event.target.value);
            if (event.target.validity.valid) take(event.target.value);
          }}
          onBlur={leave}
          // Enter sends the form around this field, with the value that is typed here.
          onKeyDown={(event) => {
            if (event.key === "Enter") leave();
          }}
        />
        {unit ? (
          <span className={css.unit} aria-hidden="true">
            {unit}
          </span>
        ) : null}
      </div>
      {hint ? (
        <span className={field.hint} id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}
    </div>
  );
}
