/** The servers of the aggregator (document 2, sections 2 and 7). */
import { type Failure, failure } from "#domain/failures/failure.ts";
import { fail, ok, type Result } from "#base/result.ts";
import type { RegisteredServer, ServerWrite } from "#domain/servers/registered-servers.ts";
import { type Orchid, orchid, orchidList } from "#protocol/rest/server/orchid.ts";
import type { HttpClient } from "#transport/http.ts";
import { reportedFailure } from "../reported-failure.ts";
import { answeredWith } from "../answered.ts";

export interface ServerEntry extends RegisteredServer {
  readonly id: string;
  readonly directUri: string;
  readonly camerasOnline: number;
  readonly camerasAvailable: number;
}

export interface RegistrationRefusal {
  readonly failure: Failure;
  /** another parent manages the server: a repeat with `replace` takes its place */
  readonly hasParent: boolean;
}

export interface RegisteredServerActions {
  readonly list: (signal?: AbortSignal) => Promise<Result<readonly ServerEntry[], Failure>>;
  /** `replace`: also where the server has another parent, which then loses it. */
  readonly register: (form: ServerWrite, replace?: boolean) => Promise<Result<ServerEntry, RegistrationRefusal>>;
  readonly change: (
    id: string,
    form: ServerWrite,
    replace?: boolean,
  ) => Promise<Result<ServerEntry, RegistrationRefusal>>;
  /**
   * Tells the server and forgets it; `force` forgets it without telling it. Also succeeds when somebody else has
   * removed it.
   */
  readonly remove: (id: string, force: boolean) => Promise<Result<null, Failure>>;
  /**
   * The aggregator asks the server for its cameras now; when the server does not answer, that is a failure with the
   * reason.
   */
  readonly refresh: (id: string) => Promise<Result<null, Failure>>;
}

/** The aggregator itself waits for the server, signs in there and reads what it has. */
const SERVER_TIMEOUT_MS = 60_000;
const SERVERS_PATH = "/service/orchids";
const one = (id: string): string => `${SERVERS_PATH}/${encodeURIComponent(id)}`;

export function createRegisteredServerActions(http: HttpClient): RegisteredServerActions {
  const write = async (
    method: "POST" | "PATCH",
    path: string,
    form: ServerWrite,
    replace: boolean,
  ): Promise<Result<ServerEntry, RegistrationRefusal>> => {
    const body = replace ? { ...form, replace } : form;
    const answer = await http.json({ method, path, body, timeoutMs: SERVER_TIMEOUT_MS }, orchid);
    return answer.ok ? ok(entryOf(answer.value)) : fail(refusal(answer.error));
  };
  return {
    list: async (signal) =>
      answeredWith(await http.json({ path: SERVERS_PATH, ...(signal ? { signal } : {}) }, orchidList), (list) =>
        list.map(entryOf),
      ),
    register: (form, replace = false) => write("POST", SERVERS_PATH, form, replace),
    change: (id, form, replace = false) => write("PATCH", one(id), form, replace),
    async remove(id, force) {
      const answer = await http.done({
        method: "DELETE",
        path: one(id),
        timeoutMs: SERVER_TIMEOUT_MS,
        ...(force ? { query: { force: true } } : {}),
      });
      return !answer.ok && answer.error.code === "orchid/unknown" ? ok(null) : answer;
    },
    async refresh(id) {
      const call = { method: "POST", path: `${one(id)}/cache`, timeoutMs: SERVER_TIMEOUT_MS } as const;
      const found = answeredWith(await http.json(call, orchid), entryOf);
      if (!found.ok) return found;
      const { isAvailable, failure: why } = found.value;
      return isAvailable ? ok(null) : fail(why ?? failure("network/no-response"));
    },
  };
}

const refusal = (failure: Failure): RegistrationRefusal => ({
  failure,
  hasParent: failure.code === "orchid/has-parent",
});

const entryOf = (wire: Orchid): ServerEntry => ({
  id: wire.id,
  name: wire.name === "" ? wire.id : wire.name,
  uri: wire.uri,
  directUri: wire.directUri,
  isAvailable: wire.isAvailable,
  failure: reportedFailure(wire.failure, wire.failureReason),
  version: wire.version,
  camerasOnline: wire.camerasOnline,
  camerasAvailable: wire.camerasAvailable,
  lastChecked: wire.lastChecked,
  clockOffsetMs: wire.clockOffsetMs,
  licenseStatus: wire.discoverableOrchid?.licenseSession?.state.status ?? "",
  licenseReason: wire.discoverableOrchid?.licenseSession?.state.reason ?? "",
  licenseExpires: wire.license?.expires ?? null,
  recordingTrouble: reportedFailure(wire.recordingTrouble, ""),
});
