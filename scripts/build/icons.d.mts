import type { Plugin } from "vite";
export function iconFiles(source: string): Plugin;
export function drawIcon(
  svg: string,
  sizePx: number,
  options?: { readonly inset?: number; readonly background?: string | null },
): Buffer;
