import type { Failure } from "#domain/failures/failure.ts";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { classes } from "#chrome/kit/classes.ts";
import { useFailureText } from "#chrome/texts/use-failure-text.ts";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./groups.module.css";

/** The heading of one server in the Servers section; a click shows or hides its cameras. */
export function ServerHeading(props: {
  readonly name: string;
  readonly available: boolean;
  /** why the server is not available; null = unknown */
  readonly reason?: Failure | null;
  readonly count: number;
  readonly isOpen: boolean;
  /** the section's title stands above the first of several servers */
  readonly titled?: boolean;
  readonly onToggle: () => void;
}) {
  const { name, available, reason = null, count, isOpen, titled = true } = props;
  const say = useText();
  const failureText = useFailureText();
  const why = available || reason === null ? "" : failureText(reason);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <section className={css.section} aria-label={titled ? say("servers.title") : name}>
      {titled ? (
        <div className={css.heading}>
          <h2>{say("servers.title")}</h2>
        </div>
      ) : null}
      <button
        type="button"
        className={classes(css.open, css.server)}
        aria-expanded={isOpen}
        aria-label={`${say("servers.expand", { name })}, ${say(available ? "servers.available" : "servers.unavailable")}${why === "" ? "" : `, ${why}`}, ${say("panel.count", { count })}`}
        onClick={props.onToggle}
      >
        <Chevron size={16} aria-hidden="true" />
        <span className={classes(css.dot, available && css.available)} aria-hidden="true" />
        <span className={css.name}>{name}</span>
        <span className={css.count}>{count}</span>
      </button>
      {why === "" ? null : (
        <p className={css.reason} aria-hidden="true">
          {why}
        </p>
      )}
    </section>
  );
}
