import type { ReactNode } from "react";
import { classes } from "../classes.ts";
import css from "./health-line.module.css";

export type HealthTone = "good" | "warn" | "bad";

/** How something is, in words with a lamp of their tone; `detail`: shown to whoever rests on it. */
export function HealthLine(props: {
  readonly tone: HealthTone;
  readonly detail?: string | undefined;
  readonly children: ReactNode;
}) {
  const { tone, detail, children } = props;
  return (
    <span className={classes(css.line, css[tone])} title={detail}>
      <span className={css.dot} aria-hidden="true" />
      <span>{children}</span>
    </span>
  );
}
