import { Label } from "react-aria-components/Label";
import { ProgressBar } from "react-aria-components/ProgressBar";
import css from "./progress.module.css";

/** Shows progress in percent. */
export function Progress({ label, percent }: { readonly label: string; readonly percent: number }) {
  return (
    <ProgressBar value={percent} className={css.bar ?? ""}>
      {({ percentage = 0, valueText }) => (
        <>
          <span className={css.row}>
            <Label>{label}</Label>
            <span>{valueText}</span>
          </span>
          <span className={css.track}>
            <div className={css.fill} style={{ width: `${percentage}%` }} />
          </span>
        </>
      )}
    </ProgressBar>
  );
}
