/** An aggregator of two servers with their cameras, and its client. */
import { afterEach, beforeEach, expect, vi } from "vitest";
import { createLiveEventActions } from "#actions/session/live-event-actions.ts";
import { createServerActions } from "#actions/session/server-actions.ts";
import type { EventMessage } from "#protocol/rest/event-message.ts";
import { Emitter } from "#base/emitter.ts";
import { aggregatorClient, wireServer, wireCamera } from "#test/support/client/aggregator.ts";
import { type FakeServer, fakeServer, type Routes } from "#test/support/client/http-fake.ts";
import type { HttpClient } from "#transport/http.ts";

export let home: FakeServer;
export let routes: Routes;
export function events(client: ReturnType<typeof aggregatorClient>) {
  const done = { reloads: 0, states: [] as unknown[], signedOut: 0, rechecked: 0 };
  const server = createServerActions({
    http: client.http,
    ...client.stores,
    storage: client.storage,
    list: client.list,
  });
  const actions = createLiveEventActions({
    ...client.stores,
    events: new Emitter(),
    who: { recheck: () => Promise.resolve(void (done.rechecked += 1)), ended: () => (done.signedOut += 1) },
    cameras: client.cameras,
    server,
    refreshStates: (id) => done.states.push(id),
    hearState: (heard) => client.cameras.hearStates([heard]),
    reload: () => (done.reloads += 1),
    changes: { mayDiffer: () => false },
  });
  const take = (message: Partial<EventMessage> & Pick<EventMessage, "type">): void =>
    actions.take({ resource: "", id: "", ...message });
  return { take, done, server };
}
export const keys = (client: ReturnType<typeof aggregatorClient>) => client.stores.cameras.get().order;

/** From now on a request to this path is read at once, and its answer is delayed until the test releases it. */
export function heldBack(http: HttpClient, path = "/service/orchids/s/cameras") {
  const waiting: (() => void)[] = [];
  const json = http.json.bind(http);
  vi.spyOn(http, "json").mockImplementation(async (call, schema) => {
    const answer = await json(call, schema);
    if (call.path === path) await new Promise<void>((resolve) => waiting.push(resolve));
    return answer;
  });
  return {
    isAsked: () => vi.waitFor(() => expect(waiting).not.toEqual([])),
    answer: () => waiting.shift()?.(),
  };
}

export function eachWithAggregator(): void {
  beforeEach(async () => {
    routes = {
      "GET /service/orchids": { json: [wireServer("s", "South"), wireServer("n", "North")] },
      "GET /service/orchids/n/cameras": { json: { cameras: [wireCamera("1", "Yard")] } },
      "GET /service/orchids/s/cameras": { json: { cameras: [wireCamera("2", "Gate")] } },
    };
    home = await fakeServer(routes);
  });
  afterEach(() => home.close());
}
