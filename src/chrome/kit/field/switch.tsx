import type { ReactNode } from "react";
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from "react-aria-components/Switch";
import css from "./toggle.module.css";

interface SwitchProps extends Omit<AriaSwitchProps, "className" | "style" | "children"> {
  readonly children?: ReactNode;
}

export function Switch({ children, ...rest }: SwitchProps) {
  return (
    <AriaSwitch {...rest} className={css.toggle ?? ""}>
      <span className={css.track} aria-hidden="true" />
      {children}
    </AriaSwitch>
  );
}
