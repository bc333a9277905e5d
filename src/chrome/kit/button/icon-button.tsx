import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import css from "./button.module.css";
import { classes } from "../classes.ts";
import { Tooltip } from "../popup/tooltip.tsx";
import { useRestingFocus } from "./use-resting-focus.ts";

interface IconButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children" | "aria-label"> {
  /** says what the button does: its accessible name and its tooltip */
  readonly label: string;
  readonly tone?: "plain" | "quiet";
  readonly size?: "small" | "medium";
  readonly selected?: boolean;
  /** the keys that do the same, for the tooltip: "Space k" */
  readonly keys?: string;
  readonly children: ReactNode;
}

/** A button that shows only an icon; its name shows as a tooltip after 1000 ms. */
export function IconButton({ label, tone = "quiet", size = "medium", selected, keys, ...rest }: IconButtonProps) {
  const own = useRestingFocus(rest.isDisabled === true);
  return (
    <Tooltip text={label} keys={keys}>
      <AriaButton
        {...rest}
        ref={own}
        {...(selected === undefined ? {} : { "aria-pressed": selected, "data-selected": selected || undefined })}
        aria-label={label}
        className={classes(css.button, css.icon, css[tone], size === "small" && css.small)}
      />
    </Tooltip>
  );
}
