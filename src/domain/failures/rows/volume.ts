/** Volumes of recordings. */
import { input, refused, trouble, warning } from "./row.ts";

export const volume = {
  "volume/bad-name": input(),
  "volume/bad-path": input(),
  "volume/bad-reserve": input(),
  "volume/bad-weight": input(),
  "volume/unknown": refused({ status: 404, params: { name: "text" } }),
  "volume/name-taken": refused({ status: 409, params: { name: "text" } }),
  "volume/former-name": refused({ status: 409, params: { name: "text" } }),
  "volume/path-taken": refused({ status: 409, params: { name: "text" } }),
  "volume/is-volume": refused({ status: 409, params: { name: "text" } }),
  "volume/in-use": refused({ status: 409, params: { path: "text" } }),
  "volume/no-folder": refused({ status: 400, params: { path: "text" } }),
  "volume/not-folder": refused({ status: 400, params: { path: "text" } }),
  "volume/not-writable": refused({ status: 400, params: { path: "text", reason: "text" } }),
  "volume/no-answer": trouble({ status: 504, params: { path: "text" } }),
  "volume/full": refused({ status: 409, params: { path: "text" } }),
  "volume/same-disk": warning({ status: 409, params: { name: "text" } }),
  "volume/foreign": warning({ status: 409, params: { path: "text" } }),
  "volume/last": refused({ status: 409, params: { name: "text" } }),
} as const;
