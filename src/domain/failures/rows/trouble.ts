/** Reports of the watch over the servers, for its mails. */
import { note } from "./row.ts";

export const trouble = {
  "trouble/server-away": note({ params: { name: "text" }, cause: "must" }),
  "trouble/server-back": note({ params: { name: "text" } }),
  "trouble/camera-away": note({ params: { camera: "text", name: "text" } }),
  "trouble/camera-back": note({ params: { camera: "text", name: "text" } }),
  "trouble/storage": note({ params: { name: "text" } }),
  "trouble/license": note({ params: { name: "text" } }),
  "trouble/unrecorded": note({ params: { name: "text" }, cause: "must" }),
} as const;
