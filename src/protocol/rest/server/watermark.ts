import { WATERMARKS } from "#domain/accounts/watermark.ts";
import * as z from "zod/mini";

/** A rule that a later server has counts as the strictest one. */
export const watermarkRule = z.catch(z.enum(WATERMARKS), "everybody");
