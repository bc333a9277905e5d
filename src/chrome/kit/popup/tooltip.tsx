import type { ReactElement } from "react";
import { Tooltip as AriaTooltip, TooltipTrigger } from "react-aria-components/Tooltip";
import { capsOf } from "#chrome/texts/key-caps.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { TOOLTIP_DELAY_MS } from "#domain/limits/stage.ts";
import css from "./tooltip.module.css";

interface TooltipProps {
  readonly text: string;
  /** alternatives stand side by side, as in the keyboard overview: "Space k" */
  readonly keys?: string | undefined;
  readonly children: ReactElement;
}

/**
 * Shows `text`, and the keys that do the same, beside a focusable child after the delay that the documents demand, and
 * at once on keyboard focus.
 */
export function Tooltip({ text, keys, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={TOOLTIP_DELAY_MS} closeDelay={0}>
      {children}
      <AriaTooltip className={css.tooltip ?? ""} offset={6}>
        {text}
        {keys === undefined ? null : <Keys of={keys} />}
      </AriaTooltip>
    </TooltipTrigger>
  );
}

function Keys({ of: keys }: { readonly of: string }) {
  const say = useText();
  return keys.split(" ").map((chord) => (
    <kbd key={chord} className={css.key}>
      {capsOf(chord, say)}
    </kbd>
  ));
}
