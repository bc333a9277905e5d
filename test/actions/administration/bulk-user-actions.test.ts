import { type Failure, failure, foreignFailure } from "#domain/failures/failure.ts";
import { describe, expect, test } from "vitest";
import { createBulkUserActions } from "#actions/administration/bulk-user-actions.ts";
import { planCreate, planDelete } from "#domain/accounts/bulk-users.ts";
import { bareRouter } from "#test/support/client/bare-router.ts";
import { HttpClient } from "#transport/http.ts";

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });

/** An aggregator of `count` servers; `answer` handles every request that goes to one of them. */
function aggregator(count: number, answer: (orchidId: string, method: string) => Response | Promise<Response>) {
  const asked: string[] = [];
  const http = new HttpClient({
    origin: "http://aggregator",
    token: () => null,
    onUnauthorized: () => undefined,
    edition: () => "aggregator",
    router: bareRouter,
    fetch: async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      const method = init?.method ?? "GET";
      const orchidId = /^\/fusion\/orchid-proxy\/([^/]+)\//.exec(pathname)?.[1];
      if (orchidId === undefined)
        return json(
          Array.from({ length: count }, (_, at) => ({
            id: `o${at}`,
            name: `NVR ${at}`,
            uri: `http://nvr${at}:80${at}0`,
          })),
        );
      asked.push(`${method} ${orchidId} ${pathname.split("/service/")[1] ?? ""}`);
      return answer(orchidId, method);
    },
  });
  return { bulk: createBulkUserActions(http), asked };
}
const anna = { id: "7", username: "anna", role: "Viewer" };

describe("users of all servers", () => {
  test("each server is asked; one that cannot be is told apart from one without users", async () => {
    const { bulk } = aggregator(3, (id) => (id === "o1" ? json({ code: "x", reason: "y" }, 502) : json({ users: [] })));
    const done = await bulk.survey();
    expect(done.ok && done.value.map(({ orchidId, host, users }) => [orchidId, host, users])).toEqual([
      ["o0", "nvr0:8000", []],
      ["o1", "nvr1:8010", null],
      ["o2", "nvr2:8020", []],
    ]);
  });

  test("rows are carried out on their servers; failures name host and status", async () => {
    const { bulk, asked } = aggregator(2, (id, method) => {
      if (method === "GET") return json({ users: [anna] });
      return id === "o0" ? new Response(null, { status: 204 }) : json({ code: "user/last", reason: "the last" }, 409);
    });
    const survey = await bulk.survey();
    const outcomes = new Map<string, Failure | null>();
    await bulk.apply(planDelete("anna")(survey.ok ? survey.value : []), (id, failure) => outcomes.set(id, failure));
    const last = { ...foreignFailure("user/last", "the last"), status: 409 };
    expect([...outcomes].toSorted(([a], [b]) => a.localeCompare(b))).toEqual([
      ["o0", null],
      ["o1", failure("bulk/refused", { host: "nvr1:8010", status: 409, cause: last })],
    ]);
    expect(asked.filter((one) => one.startsWith("DELETE")).toSorted()).toEqual([
      "DELETE o0 users/7",
      "DELETE o1 users/7",
    ]);
  });

  test("five servers at a time", async () => {
    const answers: ((response: Response) => void)[] = [];
    const { bulk } = aggregator(7, (_id, method) =>
      method === "GET" ? json({ users: [] }) : new Promise((resolve) => answers.push(resolve)),
    );
    const survey = await bulk.survey();
    const plan = planCreate({ username: "anna", role: "Viewer", password: "1234" });
    const done = bulk.apply(plan(survey.ok ? survey.value : []), () => undefined);
    await settled();
    expect(answers).toHaveLength(5);
    for (let at = 0; at < 7; at++) {
      answers[at]?.(json(anna));
      await settled();
      await settled();
    }
    await done;
    expect(answers).toHaveLength(7);
  });
});
