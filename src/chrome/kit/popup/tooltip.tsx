import type { ReactElement } from "react";
import { Tooltip as AriaTooltip, TooltipTrigger } from "react-aria-components/Tooltip";
import { TOOLTIP_DELAY_MS } from "#domain/limits.ts";
import css from "./tooltip.module.css";

/** Shows `text` beside a focusable child after the delay that the documents demand, and at once on keyboard focus. */
export function Tooltip({ text, children }: { readonly text: string; readonly children: ReactElement }) {
  return (
    <TooltipTrigger delay={TOOLTIP_DELAY_MS} closeDelay={0}>
      {children}
      <AriaTooltip className={css.tooltip ?? ""} offset={6}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
