/**
 * One account on every recorder of the aggregator: asks all of them for their accounts, and carries out confirmed rows.
 */
import { type Failure, failure, hasCode } from "#domain/failures/failure.ts";
import { fail, ok, type Result } from "#base/result.ts";
import type { BulkPlanRow, SurveyedServer } from "#domain/accounts/bulk-users.ts";
import { USER_REQUESTS_MAX } from "#domain/limits/requests.ts";
import { orchidList } from "#protocol/rest/server/orchid.ts";
import { user, userList } from "#protocol/rest/accounts/user.ts";
import type { HttpClient } from "#transport/http.ts";
import { aborted } from "#transport/http-failure.ts";
import { Throttle } from "#transport/throttle.ts";

export interface BulkUserActions {
  /** The registered servers with their accounts, by name. */
  readonly survey: (signal?: AbortSignal) => Promise<Result<readonly SurveyedServer[], Failure>>;
  /**
   * Carries out the steps of the rows. `onDone` is called at the end of each: with null, or with its failure with host
   * and status.
   */
  readonly apply: (
    rows: readonly BulkPlanRow[],
    onDone: (orchidId: string, failure: Failure | null) => void,
  ) => Promise<void>;
}

export function createBulkUserActions(http: HttpClient): BulkUserActions {
  const throttle = new Throttle(USER_REQUESTS_MAX);
  const accountsOf = async (orchidId: string, signal?: AbortSignal): Promise<SurveyedServer["users"]> => {
    const call = { path: "/service/users", ...(signal ? { signal } : {}) };
    const answer = await throttle.run(() => http.at(orchidId).json(call, userList), signal);
    return answer?.ok ? answer.value.users : null;
  };
  return {
    async survey(signal) {
      const servers = await http.json({ path: "/service/orchids", ...(signal ? { signal } : {}) }, orchidList);
      if (!servers.ok) return servers;
      const byName = servers.value.toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
      return ok(
        await Promise.all(
          byName.map(async ({ id, name, uri }) => ({
            orchidId: id,
            name,
            host: hostOf(uri) || name,
            users: await accountsOf(id, signal),
          })),
        ),
      );
    },
    async apply(rows, onDone) {
      await Promise.all(
        rows.map(async (row) => {
          const done = (await throttle.run(() => carryOut(http.at(row.orchidId), row))) ?? fail(aborted);
          onDone(row.orchidId, done.ok ? null : bulkFailure(row.host, done.error));
        }),
      );
    },
  };
}

async function carryOut(
  server: Pick<HttpClient, "json" | "done">,
  { step }: BulkPlanRow,
): Promise<Result<unknown, Failure>> {
  switch (step.kind) {
    case "none":
      return ok(null);
    case "create":
      return server.json({ method: "POST", path: "/service/users", body: step.account }, user);
    case "update":
      return server.json({ method: "PATCH", path: pathOf(step.userId), body: step.account }, user);
    case "remove":
      return server.done({ method: "DELETE", path: pathOf(step.userId) });
  }
}

const pathOf = (id: string): string => `/service/users/${encodeURIComponent(id)}`;
function hostOf(uri: string): string {
  try {
    return new URL(uri).host;
  } catch {
    return "";
  }
}

/** "gate: 409 user/exists: …"; without a readable answer there is no status. */
function bulkFailure(host: string, cause: Failure): Failure {
  const { status } = cause;
  return status === undefined || hasCode(cause, "network/unreadable")
    ? failure("bulk/failed", { host, cause })
    : failure("bulk/refused", { host, status, cause });
}
