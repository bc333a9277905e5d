import type { ReactNode } from "react";
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from "react-aria-components/Checkbox";
import css from "./toggle.module.css";

interface CheckboxProps extends Omit<AriaCheckboxProps, "className" | "style" | "children"> {
  readonly children?: ReactNode;
}

export function Checkbox({ children, ...rest }: CheckboxProps) {
  return (
    <AriaCheckbox {...rest} className={css.toggle ?? ""}>
      {({ isIndeterminate }) => (
        <>
          <span className={css.box} aria-hidden="true">
            <svg width="12" height="12" viewBox="0 0 12 12">
              <path
                d={isIndeterminate ? "M2.5 6h7" : "M2.2 6.4 4.8 9 9.8 3.2"}
                fill="none"
                stroke="currentColor"
                strokeWidth="1.8"
                strokeLinecap="round"
                strokeLinejoin="round"
              />
            </svg>
          </span>
          {children}
        </>
      )}
    </AriaCheckbox>
  );
}
