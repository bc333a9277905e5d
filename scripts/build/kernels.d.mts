import type { Plugin } from "vite";
export function kernels(): Plugin;
