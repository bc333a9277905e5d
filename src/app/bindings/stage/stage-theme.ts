import type { StageTheme } from "#protocol/stage-worker.ts";

/** The stage's colours, from the tokens that the page has now. */
export function readStageTheme(): StageTheme {
  const style = getComputedStyle(document.documentElement);
  const colour = (token: string, otherwise: number): number => {
    const found = /^#([0-9a-f]{6})$/i.exec(style.getPropertyValue(token).trim());
    return found?.[1] === undefined ? otherwise : Number.parseInt(found[1], 16);
  };
  return {
    background: colour("--stage-back", 0x0a0c10),
    cell: colour("--stage-cell", 0x181c25),
    text: colour("--stage-ink", 0xe9edf4),
    accent: colour("--stage-accent", 0x8aa4ff),
    danger: colour("--stage-bad", 0xff7b7b),
    warning: colour("--stage-warn", 0xf0b849),
  };
}
