import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import css from "./button.module.css";
import { classes } from "./classes.ts";

export type ButtonTone = "plain" | "primary" | "danger" | "quiet";

export interface ButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children"> {
  readonly tone?: ButtonTone;
  readonly size?: "small" | "medium";
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** A button with words. */
export function Button({ tone = "plain", size = "medium", wide = false, ...rest }: ButtonProps) {
  return (
    <AriaButton {...rest} className={classes(css.button, css[tone], size === "small" && css.small, wide && css.wide)} />
  );
}
