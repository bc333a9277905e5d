import { Label } from "react-aria-components/Label";
import { Meter as AriaMeter } from "react-aria-components/Meter";
import { classes } from "./classes.ts";
import css from "./progress.module.css";

export interface MeterProps {
  readonly label: string;
  readonly percent: number;
  readonly valueText: string;
  readonly tone?: "normal" | "warn" | "bad";
  /** a marked limit, percent */
  readonly markPercent?: number;
}

/** A known quantity out of a whole: a disk, a licence. */
export function Meter({ label, percent, valueText, tone = "normal", markPercent }: MeterProps) {
  return (
    <AriaMeter value={percent} valueLabel={valueText} className={css.bar ?? ""}>
      {({ percentage }) => (
        <>
          <span className={css.row}>
            <Label>{label}</Label>
            <span>{valueText}</span>
          </span>
          <span className={css.track}>
            <div
              className={classes(css.fill, tone === "warn" && css.warn, tone === "bad" && css.bad)}
              style={{ width: `${percentage}%` }}
            />
            {markPercent === undefined ? null : (
              <span className={css.mark} style={{ insetInlineStart: `${markPercent}%` }} />
            )}
          </span>
        </>
      )}
    </AriaMeter>
  );
}
