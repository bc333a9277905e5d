import type { Plugin } from "vite";
export function compressFiles(): Plugin;
