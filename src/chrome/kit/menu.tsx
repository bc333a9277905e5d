import type { ReactNode, RefObject } from "react";
import { Menu as AriaMenu, MenuItem as AriaMenuItem, MenuTrigger, SubmenuTrigger } from "react-aria-components/Menu";
import { Popover, type PopoverProps } from "react-aria-components/Popover";
import { Separator } from "react-aria-components/Separator";
import { classes } from "./classes.ts";
import css from "./popover.module.css";

export { MenuTrigger, SubmenuTrigger };

/** The list that a `MenuTrigger`'s button opens. */
export function MenuPopup({
  label,
  placement = "bottom end",
  children,
}: {
  readonly label: string;
  readonly placement?: NonNullable<PopoverProps["placement"]>;
  readonly children: ReactNode;
}) {
  return (
    <Popover className={css.popover ?? ""} placement={placement} offset={4}>
      <AriaMenu aria-label={label} className={css.list ?? ""}>
        {children}
      </AriaMenu>
    </Popover>
  );
}

/** The same list without a button: open while it is rendered, beside `anchor`. Focus goes back to where it was. */
export function ContextMenu({
  label,
  anchor,
  onClose,
  children,
}: {
  readonly label: string;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Popover
      isOpen
      onOpenChange={(open) => !open && onClose()}
      triggerRef={anchor}
      className={css.popover ?? ""}
      // Beside the pointer it has the window's whole height, below it only what is left.
      placement="end top"
      offset={2}
    >
      {/* A menu takes the focus when it opens (ARIA, pattern "menu"); one with a button does so by itself. */}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
      <AriaMenu aria-label={label} className={css.list ?? ""} autoFocus="first" onClose={onClose}>
        {children}
      </AriaMenu>
    </Popover>
  );
}

export interface MenuItemProps {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly end?: ReactNode;
  readonly danger?: boolean;
  readonly href?: string;
  readonly onAction?: () => void;
  readonly isDisabled?: boolean;
}

export function MenuItem({ label, icon, end, danger = false, ...rest }: MenuItemProps) {
  return (
    <AriaMenuItem {...rest} textValue={label} className={classes(css.item, danger && css.danger)}>
      {icon ? (
        <span className={css.icon} aria-hidden="true">
          {icon}
        </span>
      ) : null}
      <span>{label}</span>
      {end ? <span className={css.end}>{end}</span> : null}
    </AriaMenuItem>
  );
}

export const MenuSeparator = () => <Separator className={css.separator ?? ""} />;
