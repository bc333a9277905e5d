import { IconFolder, IconPencil, IconTrash } from "@tabler/icons-react";
import type { PointerEvent } from "react";
import { MenuItem, MenuSeparator } from "#chrome/kit/popup/menu.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { CountRow } from "./count-row.tsx";
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
  return (
    <li className={css.group}>
      <CountRow
        name={name}
        label={say("groups.open", { name })}
        icon={<IconFolder size={18} aria-hidden="true" />}
        count={count}
        menuLabel={say("groups.menu", { name })}
        onPress={onOpen}
        onShowAll={props.onAddAll}
        onPointerDown={props.onPointerDown}
      >
        {mayEdit ? <MenuSeparator /> : null}
        {mayEdit ? (
          <MenuItem label={say("groups.edit")} icon={<IconPencil size={16} />} onAction={props.onEdit} />
        ) : null}
        {mayEdit ? (
          <MenuItem label={say("groups.remove")} icon={<IconTrash size={16} />} danger onAction={props.onRemove} />
        ) : null}
      </CountRow>
    </li>
  );
}
