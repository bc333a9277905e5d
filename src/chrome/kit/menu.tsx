import type { ReactNode } from "react";
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
