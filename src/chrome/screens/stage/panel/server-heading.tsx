import type { Failure } from "#domain/failures/failure.ts";
import { IconChevronDown, IconChevronRight, IconDotsVertical, IconLayoutGridAdd } from "@tabler/icons-react";
import { type PointerEvent, useState } from "react";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { MenuItem, MenuPopup, MenuTrigger } from "#chrome/kit/popup/menu.tsx";
import { classes } from "#chrome/kit/classes.ts";
import { useFailureText } from "#chrome/texts/use-failure-text.ts";
import { useText } from "#chrome/texts/use-text.ts";
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
  const [menuOpen, setMenuOpen] = useState(false);
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
        <button
          type="button"
          className={classes(css.open, css.dragged)}
          aria-expanded={isOpen}
          aria-label={`${say("servers.expand", { name })}, ${say(available ? "servers.available" : "servers.unavailable")}${why === "" ? "" : `, ${why}`}, ${say("panel.count", { count })}`}
          onClick={props.onToggle}
          onPointerDown={props.onPointerDown}
          onContextMenu={(event) => {
            event.preventDefault();
            setMenuOpen(true);
          }}
        >
          <Chevron size={16} aria-hidden="true" />
          <span className={classes(css.dot, available && css.available)} aria-hidden="true" />
          <span className={css.name}>{name}</span>
        </button>
        {/* The name of the button says it too, in words. */}
        <span className={css.count} aria-hidden="true">
          {count}
        </span>
        <MenuTrigger isOpen={menuOpen} onOpenChange={setMenuOpen}>
          <IconButton size="small" label={say("wall.menu", { name })}>
            <IconDotsVertical size={16} />
          </IconButton>
          <MenuPopup label={say("wall.menu", { name })}>
            <MenuItem
              label={say("wall.showAll", { count })}
              icon={<IconLayoutGridAdd size={16} />}
              isDisabled={count === 0}
              onAction={props.onShowAll}
            />
          </MenuPopup>
        </MenuTrigger>
      </div>
      {why === "" ? null : (
        <p className={css.reason} aria-hidden="true">
          {why}
        </p>
      )}
    </section>
  );
}
