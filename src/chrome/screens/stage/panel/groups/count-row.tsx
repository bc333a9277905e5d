import { IconDotsVertical, IconLayoutGridAdd } from "@tabler/icons-react";
import { type ComponentProps, type PointerEvent, type ReactNode, useState } from "react";
import { classes } from "#chrome/kit/classes.ts";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { MenuItem, MenuPopup, MenuTrigger } from "#chrome/kit/popup/menu.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import words from "#chrome/kit/words.module.css";
import css from "./groups.module.css";

/** What stands for several cameras, a group or a server: its button, their number, and a menu that shows all of them. */
export function CountRow(props: {
  readonly name: string;
  /** what the button says to a screen reader, without the number of cameras */
  readonly label: string;
  readonly icon: ReactNode;
  readonly count: number;
  readonly menuLabel: string;
  readonly button?: Pick<ComponentProps<"button">, "aria-expanded">;
  readonly onPress: () => void;
  readonly onShowAll: () => void;
  readonly onPointerDown: (event: PointerEvent) => void;
  /** further entries of the menu */
  readonly children?: ReactNode;
}) {
  const { name, label, icon, count, menuLabel, button, children } = props;
  const say = useText();
  const [menuOpen, setMenuOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={classes(css.open, css.dragged)}
        aria-label={`${label}, ${say("panel.count", { count })}`}
        {...button}
        onClick={props.onPress}
        onPointerDown={props.onPointerDown}
        onContextMenu={(event) => {
          event.preventDefault();
          setMenuOpen(true);
        }}
      >
        {icon}
        <span className={words.name}>{name}</span>
      </button>
      {/* The name of the button says it too, in words. */}
      <span className={css.count} aria-hidden="true">
        {count}
      </span>
      <MenuTrigger isOpen={menuOpen} onOpenChange={setMenuOpen}>
        <IconButton size="small" label={menuLabel}>
          <IconDotsVertical size={16} />
        </IconButton>
        <MenuPopup label={menuLabel}>
          <MenuItem
            label={say("wall.showAll", { count })}
            icon={<IconLayoutGridAdd size={16} />}
            isDisabled={count === 0}
            onAction={props.onShowAll}
          />
          {children}
        </MenuPopup>
      </MenuTrigger>
    </>
  );
}
