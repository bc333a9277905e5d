/** The archive in a bucket of an S3 service: set, left, taken in again. */
import type { Result } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import {
  type BucketDue,
  bucketDue,
  type BucketDueAsk,
  type BucketPut,
  type BucketState,
  bucketState,
} from "#protocol/rest/server/bucket.ts";
import type { HttpClient } from "#transport/http.ts";

export type { BucketState } from "#protocol/rest/server/bucket.ts";

export interface BucketActions {
  readonly state: (signal?: AbortSignal) => Promise<Result<BucketState, Failure>>;
  /** The server tries the bucket before it answers. */
  readonly set: (bucket: BucketPut) => Promise<Result<BucketState, Failure>>;
  /** what would be copied at once by these rules */
  readonly due: (rules: BucketDueAsk, signal?: AbortSignal) => Promise<Result<BucketDue, Failure>>;
  /** `force`: although recordings lie in the bucket only */
  readonly leave: (force: boolean) => Promise<Result<null, Failure>>;
  /** begins to take what is in the bucket into the index */
  readonly restore: () => Promise<Result<BucketState, Failure>>;
  /** lets go of what was held when it was taken in */
  readonly release: () => Promise<Result<BucketState, Failure>>;
}

const PATH = "/service/server/bucket";
/** The server gives up after 30 s, and its answer says more than our own end would. */
const TIMEOUT_MS = 45_000;

export const createBucketActions = (http: HttpClient): BucketActions => ({
  state: async (signal) => await http.json({ path: PATH, ...(signal ? { signal } : {}) }, bucketState),
  set: async (body) => await http.json({ method: "PUT", path: PATH, body, timeoutMs: TIMEOUT_MS }, bucketState),
  due: async (body, signal) =>
    await http.json({ method: "POST", path: `${PATH}/due`, body, ...(signal ? { signal } : {}) }, bucketDue),
  leave: async (force) =>
    await http.done({ method: "DELETE", path: PATH, timeoutMs: TIMEOUT_MS, ...(force ? { query: { force } } : {}) }),
  release: async () => await http.json({ method: "POST", path: `${PATH}/release`, timeoutMs: TIMEOUT_MS }, bucketState),
  restore: async () => await http.json({ method: "POST", path: `${PATH}/restore`, timeoutMs: TIMEOUT_MS }, bucketState),
});
