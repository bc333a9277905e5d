/** What an S3 service answers, read from its XML by schemas. Throws where an answer is not what the call asks for. */
import { XMLParser } from "fast-xml-parser";
import * as z from "zod/mini";

export interface S3Object {
  readonly key: string;
  readonly bytes: number;
}

export interface S3Versions {
  readonly objects: readonly (S3Object & { readonly version: string })[];
  /** where the next answer goes on; "" = it was the last one */
  readonly nextKey: string;
  readonly nextVersion: string;
}

export interface S3Part {
  readonly number: number;
  readonly etag: string;
  readonly bytes: number;
}

/** The service has answered, and has refused. */
export class S3Refused extends Error {
  readonly status: number;
  /** as the service calls it: NoSuchKey, AccessDenied; "" = it said none */
  readonly code: string;
  constructor(status: number, code: string, text: string) {
    super(text === "" ? `${code || "refused"} (${status})` : `${code || status}: ${text}`);
    this.status = status;
    this.code = code;
  }
}

/** The object is not there: services say it by the status, or by one of two codes. */
export const isNoObject = (error: unknown): boolean =>
  error instanceof S3Refused && (error.status === 404 || error.code === "NoSuchKey" || error.code === "NoSuchVersion");

/** Lists of one are lists; numbers stay texts: an etag may look like one. */
const parser = new XMLParser({
  parseTagValue: false,
  isArray: (name) => name === "Contents" || name === "Part" || name === "Version",
});
const listed = z.object({
  ListBucketResult: z.object({
    Contents: z._default(z.array(z.object({ Key: z.string(), Size: z.string() })), []),
  }),
});
const versionsListed = z.object({
  ListVersionsResult: z.object({
    IsTruncated: z._default(z.string(), "false"),
    NextKeyMarker: z._default(z.string(), ""),
    NextVersionIdMarker: z._default(z.string(), ""),
    Version: z._default(z.array(z.object({ Key: z.string(), Size: z.string(), VersionId: z.string() })), []),
  }),
});
const begun = z.object({ InitiateMultipartUploadResult: z.object({ UploadId: z.string() }) });
const partsListed = z.object({
  ListPartsResult: z.object({
    Part: z._default(z.array(z.object({ PartNumber: z.string(), ETag: z.string(), Size: z.string() })), []),
  }),
});
const legalHold = z.object({ LegalHold: z.object({ Status: z.optional(z.string()) }) });
const lockConfig = z.object({ ObjectLockConfiguration: z.object({ ObjectLockEnabled: z.optional(z.string()) }) });
const refusal = z.object({ Error: z.object({ Code: z.optional(z.string()), Message: z.optional(z.string()) }) });

const parsed = (xml: string): unknown => parser.parse(xml);

export const objectsOf = (xml: string): readonly S3Object[] =>
  listed.parse(parsed(xml)).ListBucketResult.Contents.map(({ Key, Size }) => ({ key: Key, bytes: Number(Size) }));

export function versionsOf(xml: string): S3Versions {
  const { ListVersionsResult: found } = versionsListed.parse(parsed(xml));
  const isMore = found.IsTruncated === "true";
  return {
    objects: found.Version.map(({ Key, Size, VersionId }) => ({
      key: Key,
      bytes: Number(Size),
      version: versionNamed(VersionId),
    })),
    nextKey: isMore ? found.NextKeyMarker : "",
    nextVersion: isMore ? found.NextVersionIdMarker : "",
  };
}

/** A bucket that keeps no versions calls the only one of an object "null"; here it is "". */
export const versionNamed = (name: string): string => (name === "null" ? "" : name);

export const uploadIdOf = (xml: string): string => begun.parse(parsed(xml)).InitiateMultipartUploadResult.UploadId;

export const partsOf = (xml: string): readonly S3Part[] =>
  partsListed.parse(parsed(xml)).ListPartsResult.Part.map(({ PartNumber, ETag, Size }) => ({
    number: Number(PartNumber),
    etag: ETag,
    bytes: Number(Size),
  }));

export const isHeldIn = (xml: string): boolean => legalHold.parse(parsed(xml)).LegalHold.Status === "ON";

export const hasLockIn = (xml: string): boolean =>
  lockConfig.parse(parsed(xml)).ObjectLockConfiguration.ObjectLockEnabled === "Enabled";

export function refusedOf(status: number, text: string): S3Refused {
  let said: z.infer<typeof refusal>["Error"] = {};
  try {
    said = refusal.parse(parsed(text)).Error;
  } catch {
    // A proxy has answered, or the answer has no body: only the status is known.
  }
  return new S3Refused(status, said.Code ?? "", said.Message ?? "");
}
