/** Recordings, and exports of them. */
import { input, note, refused, trouble } from "./row.ts";

export const recording = {
  "archive/none": trouble({ status: 404, cause: "may" }),
  "archive/not-there": refused(),
  "archive/end": refused(),
  "archive/unreadable": trouble(),
  "export/too-short": input({ status: 400 }),
  "export/too-long": input({ status: 400, params: { hours: "number" } }),
  "export/unknown": refused({ status: 404 }),
  "export/busy": trouble({ status: 429 }),
  "export/unsupported": refused({ status: 409, params: { name: "text" } }),
  "export/disk": trouble({ status: 507, cause: "may" }),
  "export/unavailable": refused({ status: 503 }),
  "export/failed": trouble({ status: 500, cause: "may" }),
  "export/busy-process": trouble(),
  "export/codec": refused({ status: 400, cause: "must" }),
  "export/jpeg": refused({ params: { camera: "text" } }),
  "export/codec-change": refused({ params: { time: "text" } }),
  "export/too-large": refused({ status: 400 }),
  "range/reversed": input(),
  "chart/zoom-limit": note(),
} as const;
