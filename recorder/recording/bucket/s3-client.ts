/** The calls of an S3 service that an archive needs. Keys hold letters, digits, and - _ . / only. */
import { createHash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import { XMLParser } from "fast-xml-parser";
import * as z from "zod/mini";
import { type Answer, exchange } from "./exchange.ts";

interface S3Access {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface S3Object {
  readonly key: string;
  readonly bytes: number;
}

interface S3Versions {
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
interface Call {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** absent = of the bucket itself */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly timeoutMs?: number;
}

/** A service that takes longer counts as away. */
const TIMEOUT_MS = 20_000;
/** What is broken must be told within 10 s. */
const PROBE_TIMEOUT_MS = 4000;
/** 8 MiB over a slow line */
const UPLOAD_TIMEOUT_MS = 300_000;

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

/** It is not there, in whatever words. */
export const isNoObject = (error: unknown): boolean =>
  error instanceof S3Refused && (error.status === 404 || error.code === "NoSuchKey" || error.code === "NoSuchVersion");

export class S3Client {
  readonly #access: S3Access;
  readonly #signal: AbortSignal | undefined;

  /** `signal` ends all that is under way. */
  constructor(access: S3Access, signal?: AbortSignal) {
    this.#access = access;
    this.#signal = signal;
  }

  /** Returns the version, "" where the bucket keeps none. */
  async put(key: string, body: Uint8Array, headers: Readonly<Record<string, string>> = {}): Promise<string> {
    const all = { ...headers, ...md5Of(body) };
    const answer = await this.#call({ method: "PUT", key, body, headers: all, timeoutMs: UPLOAD_TIMEOUT_MS });
    return versionOf(answer);
  }

  /** Bytes [from, to) of an object, or fewer at its end. */
  async read(key: string, version: string, from: number, to: number): Promise<Buffer> {
    const headers = { range: `bytes=${from}-${to - 1}` };
    const answer = await this.#call({ method: "GET", key, query: ofVersion(version), headers });
    return answer.body;
  }

  /** null: there is none */
  async head(key: string, version = ""): Promise<{ readonly bytes: number; readonly version: string } | null> {
    try {
      const answer = await this.#call({ method: "HEAD", key, query: ofVersion(version) });
      return { bytes: Number(answer.headers["content-length"] ?? 0), version: versionOf(answer) };
    } catch (error) {
      if (isNoObject(error)) return null;
      throw error;
    }
  }

  /** An object that is not there counts as removed. */
  async remove(key: string, version: string): Promise<void> {
    await this.#call({ method: "DELETE", key, query: ofVersion(version) }).catch((error: unknown) => {
      if (!isNoObject(error)) throw error;
    });
  }

  /** Up to 1000 objects by key; `after`: of the key that was last. */
  async list(prefix: string, after: string): Promise<readonly S3Object[]> {
    const query = { "list-type": "2", prefix, ...(after === "" ? {} : { "start-after": after }) };
    const { ListBucketResult: found } = listed.parse(await this.#xml({ method: "GET", query }));
    return found.Contents.map(({ Key, Size }) => ({ key: Key, bytes: Number(Size) }));
  }

  /**
   * Up to 1000 versions of objects by key, of each the newest first, also of those that somebody has deleted since: Object Lock
   * keeps them. `after`: the answer before. A bucket without versions has one of each, "".
   */
  async versions(prefix: string, after: S3Versions | null): Promise<S3Versions> {
    const { nextKey = "", nextVersion = "" } = after ?? {};
    const query = {
      versions: "",
      prefix,
      ...(nextKey === "" ? {} : { "key-marker": nextKey }),
      ...(nextVersion === "" ? {} : { "version-id-marker": nextVersion }),
    };
    const { ListVersionsResult: found } = versionsListed.parse(await this.#xml({ method: "GET", query }));
    const isMore = found.IsTruncated === "true";
    return {
      objects: found.Version.map(({ Key, Size, VersionId }) => ({
        key: Key,
        bytes: Number(Size),
        version: VersionId === "null" ? "" : VersionId,
      })),
      nextKey: isMore ? found.NextKeyMarker : "",
      nextVersion: isMore ? found.NextVersionIdMarker : "",
    };
  }

  /** Returns the id of the upload. */
  async begin(key: string, headers: Readonly<Record<string, string>>): Promise<string> {
    const answer = begun.parse(await this.#xml({ method: "POST", key, query: { uploads: "" }, headers }));
    return answer.InitiateMultipartUploadResult.UploadId;
  }

  async putPart(key: string, uploadId: string, number: number, body: Uint8Array): Promise<S3Part> {
    const query = { partNumber: String(number), uploadId };
    const headers = md5Of(body);
    const answer = await this.#call({ method: "PUT", key, query, body, headers, timeoutMs: UPLOAD_TIMEOUT_MS });
    return { number, etag: textOf(answer.headers.etag), bytes: body.length };
  }

  /** The parts that are there already, up to 1000; null: the service knows no such upload. */
  async parts(key: string, uploadId: string): Promise<readonly S3Part[] | null> {
    try {
      const { ListPartsResult: found } = partsListed.parse(
        await this.#xml({ method: "GET", key, query: { uploadId } }),
      );
      return found.Part.map(({ PartNumber, ETag, Size }) => ({
        number: Number(PartNumber),
        etag: ETag,
        bytes: Number(Size),
      }));
    } catch (error) {
      if (isNoObject(error) || (error instanceof S3Refused && error.code === "NoSuchUpload")) return null;
      throw error;
    }
  }

  /** Returns the version, "" where the bucket keeps none. */
  async complete(key: string, uploadId: string, parts: readonly S3Part[]): Promise<string> {
    const list = parts.map(
      ({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`,
    );
    const body = Buffer.from(`<CompleteMultipartUpload>${list.join("")}</CompleteMultipartUpload>`);
    const answer = await this.#call({ method: "POST", key, query: { uploadId }, body, timeoutMs: UPLOAD_TIMEOUT_MS });
    const text = answer.body.toString();
    // It may begin its answer before it knows.
    if (text.includes("<Error>")) throw refusedOf(500, text);
    return versionOf(answer);
  }

  async abort(key: string, uploadId: string): Promise<void> {
    await this.#call({ method: "DELETE", key, query: { uploadId } }).catch((error: unknown) => {
      if (!isNoObject(error)) throw error;
    });
  }

  async hold(key: string, version: string, isHeld: boolean): Promise<void> {
    const body = Buffer.from(
      `<LegalHold xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Status>${isHeld ? "ON" : "OFF"}</Status></LegalHold>`,
    );
    const query = { "legal-hold": "", ...ofVersion(version) };
    await this.#call({ method: "PUT", key, query, body, headers: md5Of(body) });
  }

  /** Whether a legal hold is on it. */
  async isHeld(key: string, version: string): Promise<boolean> {
    try {
      const query = { "legal-hold": "", ...ofVersion(version) };
      return legalHold.parse(await this.#xml({ method: "GET", key, query })).LegalHold.Status === "ON";
    } catch (error) {
      // It never had one.
      if (error instanceof S3Refused && error.status === 404) return false;
      throw error;
    }
  }

  /** Throws when the service does not answer, or the bucket cannot be used. */
  async probe(): Promise<void> {
    await this.#call({ method: "HEAD", timeoutMs: PROBE_TIMEOUT_MS });
  }

  /** Whether objects of the bucket can be locked. */
  async hasLock(): Promise<boolean> {
    try {
      const { ObjectLockConfiguration: found } = lockConfig.parse(
        await this.#xml({ method: "GET", query: { "object-lock": "" } }),
      );
      return found.ObjectLockEnabled === "Enabled";
    } catch (error) {
      if (error instanceof S3Refused && error.code !== "AccessDenied") return false;
      throw error;
    }
  }

  async #xml(call: Call): Promise<unknown> {
    const answer = await this.#call(call);
    return parser.parse(answer.body.toString());
  }

  async #call(call: Call): Promise<Answer> {
    const { method, key = "", query = {}, headers = {}, body, timeoutMs = TIMEOUT_MS } = call;
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = this.#access;
    const url = new URL(`${endpoint.replace(/\/+$/, "")}/${bucket}${key === "" ? "" : `/${key}`}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const sha256 = createHash("sha256")
      .update(body ?? "")
      .digest("hex");
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, "x-amz-content-sha256": sha256 },
      accessKeyId,
      secretAccessKey,
      region,
      service: "s3",
    });
    const signed = await signer.sign();
    const answer = await exchange(new URL(signed.url), {
      method,
      headers: Object.fromEntries(signed.headers),
      body,
      signals: [AbortSignal.timeout(timeoutMs), ...(this.#signal ? [this.#signal] : [])],
    });
    if (answer.status >= 300) throw refusedOf(answer.status, answer.body.toString());
    return answer;
  }
}

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

function refusedOf(status: number, text: string): S3Refused {
  let said: z.infer<typeof refusal>["Error"] = {};
  try {
    said = refusal.parse(parser.parse(text)).Error;
  } catch {
    // An answer of a proxy, or none: the status says it.
  }
  return new S3Refused(status, said.Code ?? "", said.Message ?? "");
}

/** Services ask for it where objects are locked. */
const md5Of = (body: Uint8Array): Record<string, string> => ({
  "content-md5": createHash("md5").update(body).digest("base64"),
});
const textOf = (header: string | string[] | undefined): string => (typeof header === "string" ? header : "");
const ofVersion = (version: string): Record<string, string> => (version === "" ? {} : { versionId: version });
const versionOf = (answer: Answer): string => {
  const version = textOf(answer.headers["x-amz-version-id"]);
  return version === "null" ? "" : version;
};
const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");
