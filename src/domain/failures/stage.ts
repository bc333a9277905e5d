/** Saved stages, the stage itself, and the single player. */
import { input, note, refused, trouble } from "./row.ts";

export const stage = {
  "stage/unknown": refused({ status: 404 }),
  "stage/share": refused({ status: 403 }),
  "stage/read-only": refused({ status: 403 }),
  "stage/too-many": trouble({ status: 409 }),
  "stage/name-required": input(),
  "stage/gone": refused(),
  "stage/not-shown": refused({ params: { name: "text", reason: "text" } }),
  "stage/unreadable": refused({ params: { reason: "text" } }),
  "stage/no-webgl2": refused(),
  "stage/context-lost": trouble(),
  "stage/not-started": trouble(),
  "stage/not-drawn": trouble({ params: { reason: "text" } }),
  "stage/camera-limit-logged": input(),
  "stage/camera-limit": input({ params: { n: "number" } }),
  "stage/dewarp-limit": input({ params: { n: "number" } }),
  "stage/no-servers": note(),
  "player/stream": refused({ params: { id: "text" } }),
  "player/server": refused({ params: { id: "text" } }),
  "player/authentication": refused(),
  "player/information": trouble(),
} as const;
