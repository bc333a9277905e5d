/** An aggregator with real recorders, each in this process, over real HTTP. */
import type { Orchid } from "#protocol/rest/server/orchid.ts";
import type { Camera } from "#protocol/rest/cameras/camera.ts";
import type { PermissionGroupCreate } from "#protocol/rest/accounts/permission-group.ts";
import type { ServerPace } from "#recorder/aggregator/servers/watched-server.ts";
import { vi } from "vitest";
import { TestHouse } from "#test/recorder/support/test-house.ts";
import { AggregatorHouse, type Answered } from "./aggregator-house.ts";

/** All intervals are shorter. */
const QUICK: ServerPace = {
  watch: { everyMs: 200, downMs: 200, timeoutMs: 5000, restMs: 10 },
  socket: { firstRetryMs: 20, longestRetryMs: 100, handshakeMs: 5000 },
};

interface RegisterAsk {
  readonly uri: string;
  readonly name?: string;
  readonly username?: string;
  readonly password: string;
  readonly replace?: boolean;
}

export class Fleet {
  readonly house: AggregatorHouse;
  readonly #recorders: TestHouse[] = [];

  private constructor(house: AggregatorHouse) {
    this.house = house;
  }

  static async open(flags: Record<string, string> = {}, pace: ServerPace = QUICK): Promise<Fleet> {
    return new Fleet(
      await AggregatorHouse.open({ "servers.allow-loopback": "true", ...flags }, undefined, undefined, pace),
    );
  }

  /** Starts an aggregator again, on the folder of a stopped one. */
  static async reopen(folder: string, adminPassword: string, flags: Record<string, string> = {}): Promise<Fleet> {
    const all = { "servers.allow-loopback": "true", ...flags };
    return new Fleet(await AggregatorHouse.open(all, folder, adminPassword, QUICK));
  }

  /** A recorder that answers at `recorder.url`. */
  async recorder(flags: Record<string, string> = {}, folder?: string): Promise<TestHouse> {
    const house = await TestHouse.open(flags, folder);
    await house.recorder.listen();
    this.#recorders.push(house);
    return house;
  }

  register({ username = "admin", ...ask }: RegisterAsk): Promise<Answered> {
    return this.ask("POST", "/service/orchids", { username, ...ask });
  }

  /** Registers it and returns its id; registration must succeed. */
  async add(recorder: TestHouse, more: { uri?: string; name?: string } = {}): Promise<string> {
    const answer = await this.register({ uri: recorder.recorder.url, password: recorder.adminPassword, ...more });
    if (answer.status !== 201) throw new Error(answer.text);
    return (answer.json as Orchid).id;
  }

  ask(method: string, path: string, body?: unknown, as = "admin"): Promise<Answered> {
    return this.house.ask(method, path, { as, ...(body === undefined ? {} : { body }) });
  }

  async shown(id: string): Promise<Orchid> {
    return (await this.ask("GET", `/service/orchids/${id}`)).json as Orchid;
  }

  async cameras(id: string, as = "admin"): Promise<(Camera & { orchidId: string })[]> {
    const { json } = await this.ask("GET", `/service/orchids/${id}/cameras`, undefined, as);
    return (json as { cameras: (Camera & { orchidId: string })[] }).cameras;
  }

  /** Waits until the aggregator shows a server in this state. */
  until(id: string, holds: (one: Orchid) => boolean, withinMs = 8000): Promise<Orchid> {
    return vi.waitFor(
      async () => {
        const one = await this.shown(id);
        if (!holds(one)) throw new Error(`not shown so: ${JSON.stringify(one)}`);
        return one;
      },
      { timeout: withinMs, interval: 20 },
    );
  }

  /** The id of a new account with these rights, by a permission group of its own. */
  async member(username: string, granted: PermissionGroupCreate["granted"]): Promise<string> {
    const id = await this.house.addUser(username);
    const made = await this.ask("POST", "/service/permissions", { name: `of ${username}`, members: [id], granted });
    if (made.status !== 201) throw new Error(made.text);
    return id;
  }

  async close(): Promise<void> {
    await this.house.close();
    await Promise.all(this.#recorders.map((one) => one.close()));
  }
}

/** `{status, code}` of a refusal. */
export const refusal = ({ status, json }: Answered) => ({ status, code: (json as { code: string }).code });
