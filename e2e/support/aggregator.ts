import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "@playwright/test";
import { freePort } from "../../scripts/machine/free-port.mjs";
import { Api } from "./api.ts";
import { TestRecorder } from "./test-recorder.ts";

interface At {
  readonly url: string;
  readonly password: string;
}

/** The aggregator edition of the recorder that `npm run e2e` built, with data of its own. */
async function freshAggregator(args: readonly string[]): Promise<TestRecorder> {
  const folder = mkdtempSync(join(tmpdir(), "proscenium-e2e-aggregator-"));
  const all = ["--edition", "aggregator", "--servers-allow-loopback", ...args];
  const made = new TestRecorder(folder, await freePort(), all);
  await made.start();
  return made;
}

/** Removes a recorder's parent, whatever it is: a run that was interrupted may have left one. */
export async function orphan(at: At): Promise<void> {
  const api = await Api.signedIn(at.url, "admin", at.password);
  const answer = await api.request("DELETE", "/service/trusted/issuer");
  if (!answer.ok && answer.status !== 404) throw new Error(`detaching ${at.url}: ${answer.status}`);
}

/**
 * An aggregator for the specs of one file. Call it at the beginning of the file; its result can be used once the first
 * test runs. Recorders that are registered at the end are released, so that the shared one is unchanged. `args`:
 * further options, evaluated when the first test runs.
 */
export function ownAggregator(args: () => readonly string[] = () => []) {
  let made: { readonly aggregator: TestRecorder; readonly api: Api } | null = null;
  const there = () => {
    if (!made) throw new Error("no test runs yet");
    return made;
  };
  test.beforeAll(async () => {
    test.setTimeout(240_000);
    const aggregator = await freshAggregator(args());
    made = { aggregator, api: await Api.signedIn(aggregator.url, "admin", aggregator.password) };
  });
  test.afterAll(async () => {
    if (!made) return;
    // A recorder that was stopped need not be told.
    for (const { id } of await made.api.get<{ id: string }[]>("/service/orchids"))
      await made.api.request("DELETE", `/service/orchids/${id}`);
    await made.aggregator.stop();
    made.aggregator.remove();
  });
  return {
    /** address and password of its first administrator */
    get at(): TestRecorder {
      return there().aggregator;
    },
    get api(): Api {
      return there().api;
    },
    /** Registers a recorder, also one that has another parent; returns its id. */
    register: async (name: string, { url, password }: At): Promise<string> =>
      (
        await there().api.post<{ id: string }>("/service/orchids", {
          name,
          uri: url,
          username: "admin",
          password,
          replace: true,
        })
      ).id,
  };
}
