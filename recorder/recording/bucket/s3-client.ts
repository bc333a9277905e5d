/** The calls of an S3 service that an archive needs. Keys hold letters, digits, and - _ . / only. */
import { createHash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import { type Answer, exchange } from "./exchange.ts";
import {
  hasLockIn,
  isHeldIn,
  isNoObject,
  objectsOf,
  partsOf,
  refusedOf,
  type S3Object,
  type S3Part,
  S3Refused,
  type S3Versions,
  uploadIdOf,
  versionNamed,
  versionsOf,
} from "./s3-answers.ts";

interface S3Access {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
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
/** Administrators must be told within 10 s what is broken. */
const PROBE_TIMEOUT_MS = 4000;
/** enough for 8 MiB over a slow line */
const UPLOAD_TIMEOUT_MS = 300_000;

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
    return objectsOf(await this.#text({ method: "GET", query }));
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
    return versionsOf(await this.#text({ method: "GET", query }));
  }

  /** Returns the id of the upload. */
  async begin(key: string, headers: Readonly<Record<string, string>>): Promise<string> {
    return uploadIdOf(await this.#text({ method: "POST", key, query: { uploads: "" }, headers }));
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
      return partsOf(await this.#text({ method: "GET", key, query: { uploadId } }));
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
    // A service may begin its answer with status 200 before it knows whether it succeeds.
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
      return isHeldIn(await this.#text({ method: "GET", key, query }));
    } catch (error) {
      // The object never had a hold.
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
      return hasLockIn(await this.#text({ method: "GET", query: { "object-lock": "" } }));
    } catch (error) {
      if (error instanceof S3Refused && error.code !== "AccessDenied") return false;
      throw error;
    }
  }

  async #text(call: Call): Promise<string> {
    return (await this.#call(call)).body.toString();
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

/** Services require it for uploads into a bucket with Object Lock. */
const md5Of = (body: Uint8Array): Record<string, string> => ({
  "content-md5": createHash("md5").update(body).digest("base64"),
});
const textOf = (header: string | string[] | undefined): string => (typeof header === "string" ? header : "");
const ofVersion = (version: string): Record<string, string> => (version === "" ? {} : { versionId: version });
const versionOf = (answer: Answer): string => versionNamed(textOf(answer.headers["x-amz-version-id"]));
const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");
