import { type ReactNode, useEffect, useRef } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import css from "./button.module.css";
import { classes } from "../classes.ts";
import { useRestingFocus } from "./use-resting-focus.ts";

type ButtonTone = "plain" | "primary" | "danger" | "quiet";

interface ButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children"> {
  readonly tone?: ButtonTone;
  readonly size?: "small" | "medium";
  readonly wide?: boolean;
  /** it takes the focus when its dialog opens, so Enter presses it */
  readonly takesFocus?: boolean;
  readonly children: ReactNode;
}

/** A button with a text label. */
export function Button({ tone = "plain", size = "medium", wide = false, takesFocus = false, ...rest }: ButtonProps) {
  const own = useRestingFocus(rest.isDisabled === true);
  // Only when it opens: later the focus must stay where the user has put it.
  const first = useRef(takesFocus);
  useEffect(() => {
    if (first.current) own.current?.focus();
  }, [own]);
  return (
    <AriaButton
      {...rest}
      ref={own}
      className={classes(css.button, css[tone], size === "small" && css.small, wide && css.wide)}
    />
  );
}
