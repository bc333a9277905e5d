import type { Failure } from "#domain/failures/failure.ts";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import type { PointerEvent } from "react";
import { classes } from "#chrome/kit/classes.ts";
import { useFailureText } from "#chrome/texts/use-failure-text.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { CountRow } from "./count-row.tsx";
import lamp from "../state-lamp.module.css";
import css from "./groups.module.css";

/**
 * The heading of one server in the Servers section; a click shows or hides its cameras. Its menu, and a drag of it onto
 * the stage, show all of them.
 */
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
  readonly onShowAll: () => void;
  readonly onPointerDown: (event: PointerEvent) => void;
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
      <div className={css.group}>
        <CountRow
          name={name}
          label={`${say("servers.expand", { name })}, ${say(available ? "servers.available" : "servers.unavailable")}${why === "" ? "" : `, ${why}`}`}
          icon={
            <>
              <Chevron size={16} aria-hidden="true" />
              <span className={classes(lamp.lamp, available && lamp.good)} aria-hidden="true" />
            </>
          }
          count={count}
          menuLabel={say("wall.menu", { name })}
          button={{ "aria-expanded": isOpen }}
          onPress={props.onToggle}
          onShowAll={props.onShowAll}
          onPointerDown={props.onPointerDown}
        />
      </div>
      {why === "" ? null : (
        <p className={css.reason} aria-hidden="true">
          {why}
        </p>
      )}
    </section>
  );
}
