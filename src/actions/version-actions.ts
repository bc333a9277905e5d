import { ok, fail, type Result } from "#base/result.ts";
import { CLIENT_VERSION } from "#domain/limits.ts";
import { version } from "#protocol/rest/server.ts";
import type { HttpClient } from "#transport/http.ts";
import { failureText } from "./failure-text.ts";

export interface VersionInformation {
  readonly version: string;
  readonly target: string;
  readonly hash: string;
  readonly user: string;
  readonly host: string;
  readonly buildDate: string;
  readonly client: string;
}

/** GET /service/version, open to everyone. */
export async function loadVersion(http: HttpClient): Promise<Result<VersionInformation, string>> {
  const answer = await http.json({ path: "/service/version" }, version);
  if (!answer.ok) return fail(failureText(answer.error));
  const { buildInfo } = answer.value;
  return ok({
    version: answer.value.version,
    target: buildInfo?.target ?? "",
    hash: buildInfo?.hash ?? "",
    user: buildInfo?.user ?? "",
    host: buildInfo?.host ?? "",
    buildDate: answer.value.buildDate ?? "",
    client: CLIENT_VERSION,
  });
}
