/** Exports that run at the recorder while the client watches: progress, cancel, several cameras as one zip. Ours. */
import { failureBody } from "../error.ts";
import * as z from "zod/mini";
import { wireId, wireNumber } from "#protocol/scalars.ts";
import { masksAsked } from "../cameras/privacy-mask.ts";
import { pathId } from "../list.ts";
import { writtenName } from "../name.ts";
import { look } from "../view.ts";

/** All cameras of a big recorder; the free space of the disk is checked separately. */
const EXPORT_STREAMS_MAX = 1000;

/**
 * POST /service/exports. `zip`, or more than one stream: one zip with a signed manifest and its verification page.
 * `zone`: the zone whose clock gives the times in file names (IANA, otherwise UTC); `title`: the beginning of the name
 * of a zip of several streams, before its time. A stream is its id, or the id with one view of a fisheye, as MKV or MOV;
 * several views of a stream, and its whole picture, are files of their own. `view`: the same of a single stream.
 */
const exportedView = z.strictObject({
  name: writtenName,
  look,
  /** as it was found, where the configuration names none */
  lens: z.optional(z.record(z.string(), z.unknown())),
});
const exportedStream = z.union([pathId, z.strictObject({ stream: pathId, view: exportedView })]);

export const exportJobRequest = z.strictObject({
  streams: z.array(exportedStream).check(z.minLength(1), z.maxLength(EXPORT_STREAMS_MAX)),
  start: z.int().check(z.nonnegative()),
  stop: z.int().check(z.nonnegative()),
  format: z.enum(["mkv", "mov", "dewarp"]),
  zip: z.optional(z.boolean()),
  masks: masksAsked,
  view: z.optional(exportedView),
  zone: z.optional(z.string().check(z.maxLength(64))),
  title: z.optional(z.string().check(z.minLength(1), z.maxLength(80))),
});

/**
 * `href`: the address of the finished file, for a ticket; `withoutVideo`: ids of the streams without a recording in the
 * range, of which the zip has no file; `notReachable`: what is recorded and not in the file, server ms; `code` and its members: why it failed.
 */
export const exportJob = z.object({
  id: wireId,
  state: z.enum(["waiting", "running", "ready", "failed"]),
  /** 0..1 */
  share: wireNumber,
  name: z.string(),
  href: z.optional(z.string()),
  bytes: z.optional(wireNumber),
  withoutVideo: z.optional(z.readonly(z.array(wireId))),
  notReachable: z.optional(z.readonly(z.array(z.object({ stream: wireId, start: wireNumber, stop: wireNumber })))),
  ...z.partial(failureBody).shape,
});
export type ExportJobFacts = z.infer<typeof exportJob>;

/** `fingerprint`: of the recorder's signing key, hex in groups of four. */
export const exportJobList = z.object({ exports: z.array(exportJob), fingerprint: z._default(z.string(), "") });
export const exportJobParams = z.strictObject({ id: pathId });
export const exportFileQuery = z.strictObject({ ticket: z.optional(z.string()), _: z.optional(z.string()) });
