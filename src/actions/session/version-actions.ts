import type { Failure } from "#domain/failures/failure.ts";
import { ok, fail, type Result } from "#base/result.ts";
import { CLIENT_VERSION } from "#domain/limits/session.ts";
import { version } from "#protocol/rest/server/server.ts";
import type { HttpClient } from "#transport/http.ts";

export interface VersionInformation {
  readonly version: string;
  readonly target: string;
  readonly hash: string;
  readonly user: string;
  readonly host: string;
  readonly buildDate: string;
  readonly client: string;
  /** long texts, "" where the server has none or they were not requested */
  readonly changelog: string;
  readonly eula: string;
  readonly acknowledgments: string;
}

/** GET /service/version, open to everyone. `all`: with the long texts. */
export async function loadVersion(http: HttpClient, all = false): Promise<Result<VersionInformation, Failure>> {
  const answer = await http.json({ path: "/service/version", ...(all ? { query: { all } } : {}) }, version);
  if (!answer.ok) return fail(answer.error);
  const { buildInfo } = answer.value;
  return ok({
    version: answer.value.version,
    target: buildInfo?.target ?? "",
    hash: buildInfo?.hash ?? "",
    user: buildInfo?.user ?? "",
    host: buildInfo?.host ?? "",
    buildDate: answer.value.buildDate ?? "",
    client: CLIENT_VERSION,
    changelog: answer.value.changelog ?? "",
    eula: answer.value.eula ?? "",
    acknowledgments: answer.value.acknowledgments ?? "",
  });
}
