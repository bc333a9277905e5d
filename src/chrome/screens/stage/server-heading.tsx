import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { classes } from "#chrome/kit/classes.ts";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./groups.module.css";

/** One server of the Servers section: folds its cameras out and away. */
export function ServerHeading(props: {
  readonly name: string;
  readonly available: boolean;
  readonly count: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}) {
  const { name, available, count, isOpen } = props;
  const say = useText();
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <section className={css.section} aria-label={say("servers.title")}>
      <div className={css.heading}>
        <h2>{say("servers.title")}</h2>
      </div>
      <button
        type="button"
        className={classes(css.open, css.server)}
        aria-expanded={isOpen}
        aria-label={`${say("servers.expand", { name })}, ${say(available ? "servers.available" : "servers.unavailable")}, ${say("panel.count", { count })}`}
        onClick={props.onToggle}
      >
        <Chevron size={16} aria-hidden="true" />
        <span className={classes(css.dot, available && css.available)} aria-hidden="true" />
        <span className={css.name}>{name}</span>
        <span className={css.count}>{count}</span>
      </button>
    </section>
  );
}
