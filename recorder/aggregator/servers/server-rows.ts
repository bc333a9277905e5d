/**
 * The registered servers in the store. The keys that open a recorder are encrypted; its certificate is stored with
 * them. Their cameras have rows of their own.
 */
import * as z from "zod/mini";
import type { Store } from "#recorder/store/store.ts";
import type { OrchidRow } from "#recorder/store/tables/aggregator-rows.ts";
import type { Vault } from "#recorder/store/vault.ts";
import type { FleetRows } from "../fleet/fleet-rows.ts";
import { NOTHING_KNOWN, type ServerState, readState, storedState } from "./server-state.ts";
import type { ServerRecord } from "./watched-server.ts";

const secrets = z.object({ k: z.string(), certificate: z.nullable(z.string()) });
const ownerOf = (id: string): string => `orchid:${id}`;

export class ServerRows {
  readonly #store: Store;
  readonly #vault: Vault;
  readonly #fleet: FleetRows;

  constructor(store: Store, vault: Vault, fleet: FleetRows) {
    this.#store = store;
    this.#vault = vault;
    this.#fleet = fleet;
  }

  /** The oldest registration first. */
  async all(): Promise<{ record: ServerRecord; state: ServerState }[]> {
    const rows = await this.#store.selectFrom("orchids").selectAll().orderBy("created_ms").orderBy("id").execute();
    const cameras = await this.#fleet.all();
    return rows.map((row) => {
      const state = readState(row.state);
      // What an older release kept of the cameras with the state is taken until they have rows.
      const known = cameras.get(row.id) ?? { cameras: state.cameras, isWhole: true };
      const camerasVersion = known.isWhole ? state.camerasVersion : "";
      return { record: this.#open(row), state: { ...state, cameras: [...known.cameras], camerasVersion } };
    });
  }

  async insert(record: ServerRecord): Promise<void> {
    const row = { id: record.id, ...this.#columns(record), state: storedState(NOTHING_KNOWN) };
    await this.#store
      .insertInto("orchids")
      .values({ ...row, created_ms: record.createdMs })
      .execute();
  }

  async update(record: ServerRecord): Promise<void> {
    await this.#store.updateTable("orchids").set(this.#columns(record)).where("id", "=", record.id).execute();
  }

  /**
   * The cameras first: the state says which version of their list they are, and no row may be older. For the same
   * reason the node that writes their rows writes the state, too. False: another node does.
   */
  async remember(id: string, state: ServerState): Promise<boolean> {
    if (!(await this.#fleet.keep([{ id, cameras: state.cameras }]))) return false;
    await this.#store
      .updateTable("orchids")
      .set({ state: storedState({ ...state, cameras: [] }) })
      .where("id", "=", id)
      .execute();
    return true;
  }

  async remove(id: string): Promise<void> {
    await this.#fleet.forget(id, (store) => store.deleteFrom("orchids").where("id", "=", id).execute());
  }

  #columns({ id, name, uri, directUri, key, certificate }: ServerRecord) {
    const k = Buffer.from(key).toString("base64url");
    const sealed = this.#vault.seal(JSON.stringify({ k, certificate }), ownerOf(id));
    return { name, uri, direct_uri: directUri, key: sealed };
  }

  /** A key that cannot be decrypted (another secret.key) leaves a server that must be registered anew. */
  #open(row: OrchidRow): ServerRecord {
    const text = this.#vault.open(row.key, ownerOf(row.id));
    const { k, certificate } = text === null ? { k: "", certificate: null } : secrets.parse(JSON.parse(text));
    return {
      id: row.id,
      name: row.name,
      uri: row.uri,
      directUri: row.direct_uri,
      key: Buffer.from(k, "base64url"),
      certificate,
      createdMs: row.created_ms,
    };
  }
}
