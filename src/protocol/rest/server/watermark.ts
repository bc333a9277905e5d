import { type Watermark, WATERMARKS } from "#domain/accounts/watermark.ts";
import * as z from "zod/mini";

/** A rule that a later server has counts as the strictest one. */
export const watermarkRule = z.pipe(
  z.string(),
  z.transform((rule): Watermark => WATERMARKS.find((known) => known === rule) ?? "everybody"),
);
