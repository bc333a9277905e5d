import { IconDotsVertical, IconFolder, IconLayoutGridAdd, IconPencil, IconTrash } from "@tabler/icons-react";
import { type PointerEvent, useState } from "react";
import { classes } from "#chrome/kit/classes.ts";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { MenuItem, MenuPopup, MenuSeparator, MenuTrigger } from "#chrome/kit/popup/menu.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./groups.module.css";

/**
 * One camera group: a click opens it. Its menu, and a drag of it onto the stage, add its cameras; for administrators it also edits and removes the
 * group.
 */
export function GroupRow(props: {
  readonly name: string;
  /** the number of different cameras in it and in all groups inside */
  readonly count: number;
  readonly mayEdit: boolean;
  readonly onOpen: () => void;
  readonly onAddAll: () => void;
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}) {
  const { name, count, mayEdit, onOpen } = props;
  const say = useText();
  const [menuOpen, setMenuOpen] = useState(false);
  return (
    <li className={css.group}>
      <button
        type="button"
        className={classes(css.open, css.dragged)}
        aria-label={`${say("groups.open", { name })}, ${say("panel.count", { count })}`}
        onClick={onOpen}
        onPointerDown={props.onPointerDown}
        onContextMenu={(event) => {
          event.preventDefault();
          setMenuOpen(true);
        }}
      >
        <IconFolder size={18} aria-hidden="true" />
        <span className={css.name}>{name}</span>
      </button>
      {/* The name of the button says it too, in words. */}
      <span className={css.count} aria-hidden="true">
        {count}
      </span>
      <MenuTrigger isOpen={menuOpen} onOpenChange={setMenuOpen}>
        <IconButton size="small" label={say("groups.menu", { name })}>
          <IconDotsVertical size={16} />
        </IconButton>
        <MenuPopup label={say("groups.menu", { name })}>
          <MenuItem
            label={say("wall.showAll", { count })}
            icon={<IconLayoutGridAdd size={16} />}
            isDisabled={count === 0}
            onAction={props.onAddAll}
          />
          {mayEdit ? <MenuSeparator /> : null}
          {mayEdit ? (
            <MenuItem label={say("groups.edit")} icon={<IconPencil size={16} />} onAction={props.onEdit} />
          ) : null}
          {mayEdit ? (
            <MenuItem label={say("groups.remove")} icon={<IconTrash size={16} />} danger onAction={props.onRemove} />
          ) : null}
        </MenuPopup>
      </MenuTrigger>
    </li>
  );
}
