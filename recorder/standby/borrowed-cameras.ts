/** Cameras of other recorders, as rows of this one, with the identities that they have there. */
import { whoSees } from "#recorder/core/audience.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";
import type { Cameras } from "#recorder/cameras/cameras.ts";
import type { Store } from "#recorder/store/store.ts";
import type { CameraRow } from "#recorder/store/tables/camera-rows.ts";
import type { Vault } from "#recorder/store/vault.ts";
import type { CameraCard } from "./camera-card.ts";

interface BorrowingPorts {
  readonly store: Store;
  readonly cameras: Pick<Cameras, "all" | "get" | "rewrite" | "owners" | "streamsOf">;
  readonly vault: Pick<Vault, "seal">;
  readonly hub: Pick<EventHub, "publish">;
  readonly now: () => number;
}

export class BorrowedCameras {
  readonly #ports: BorrowingPorts;

  constructor(ports: BorrowingPorts) {
    this.#ports = ports;
  }

  /** Those of an owner that are recorded here now. */
  of(owner: string): readonly CameraRow[] {
    return this.#ports.cameras.all().filter((row) => row.stood_in_for === owner);
  }

  /** Whose cameras are recorded here now. */
  get owners(): readonly string[] {
    return [...new Set(this.#ports.cameras.all().flatMap((row) => row.stood_in_for ?? []))];
  }

  /** Whose cameras ever were. */
  async everOwners(): Promise<readonly string[]> {
    const { store } = this.#ports;
    const rows = await store
      .selectFrom("cameras")
      .select("stood_in_for")
      .distinct()
      .where("stood_in_for", "is not", null)
      .execute();
    return rows.flatMap((row) => row.stood_in_for ?? []);
  }

  /** Streams of cameras of an owner that are or were recorded here, with their cameras. */
  async streamsOf(owner: string): Promise<ReadonlyMap<string, string>> {
    const { store } = this.#ports;
    const rows = await store
      .selectFrom("streams")
      .innerJoin("cameras", "cameras.id", "streams.camera_id")
      .select(["streams.id", "streams.camera_id"])
      .where("cameras.stood_in_for", "=", owner)
      .execute();
    return new Map(rows.map((row) => [row.id, row.camera_id]));
  }

  /** Streams, with their cameras, that another recorder may have what is recorded here of: its own, or ours, which a mirror records, too. */
  async sharedWith(other: string): Promise<ReadonlyMap<string, string>> {
    const theirs = await this.streamsOf(other);
    if (theirs.size > 0) return theirs;
    const { cameras } = this.#ports;
    const own = cameras.all().filter((row) => row.stood_in_for === null && row.demo_key === null);
    return new Map(own.flatMap((row) => cameras.streamsOf(row.id).map(({ id }) => [id, row.id] as const)));
  }

  /** What an owner is called, which is said with each of its cameras. True: it was called otherwise until now, or was not known. */
  called(owner: string, name: string): boolean {
    const { cameras, hub } = this.#ports;
    if (!cameras.owners.name(owner, name)) return false;
    for (const { id } of this.of(owner)) hub.publish("camera-modified", "cameras", id, whoSees(id));
    return true;
  }

  /** Exactly these of the owner are recorded from now on. A camera of our own with the same identity stays ours. */
  async take(owner: string, cards: readonly CameraCard[]): Promise<void> {
    const { store, cameras, vault, hub, now } = this.#ports;
    const before = this.of(owner);
    const taken = cards.filter(({ camera }) => {
      const known = cameras.get(camera.id);
      return !known || known.stood_in_for === owner;
    });
    const kept = new Set(taken.map(({ camera }) => camera.id));
    await cameras.rewrite(() =>
      store.transaction().execute(async (tx) => {
        for (const row of before) if (!kept.has(row.id)) await removed(tx, row.id, now());
        for (const { camera, streams, login } of taken) {
          const row: CameraRow = {
            ...camera,
            credentials: vault.seal(JSON.stringify(login), camera.id),
            demo_key: null,
            stood_in_for: owner,
            deleted_ms: null,
          };
          const { id: _id, ...columns } = row;
          await tx
            .insertInto("cameras")
            .values(row)
            .onConflict((on) => on.column("id").doUpdateSet(columns))
            .execute();
          await tx
            .updateTable("streams")
            .set({ deleted_ms: now() })
            .where("camera_id", "=", camera.id)
            .where("deleted_ms", "is", null)
            .execute();
          for (const stream of streams) {
            const { id: _stream, ...own } = { ...stream, deleted_ms: null };
            await tx
              .insertInto("streams")
              .values({ ...stream, deleted_ms: null })
              .onConflict((on) => on.column("id").doUpdateSet(own))
              .execute();
          }
        }
      }),
    );
    const known = new Set(before.map(({ id }) => id));
    for (const id of kept) hub.publish(known.has(id) ? "camera-modified" : "camera-added", "cameras", id, whoSees(id));
    for (const id of known) if (!kept.has(id)) hub.publish("camera-removed", "cameras", id, whoSees(id));
  }

  /** They are this recorder's own from now on, also those that were stood in for before: with all that was recorded of them. */
  async adopt(owner: string): Promise<void> {
    const { store, cameras, hub } = this.#ports;
    const taken = this.of(owner);
    await cameras.rewrite(async () => {
      await store.updateTable("cameras").set({ stood_in_for: null }).where("stood_in_for", "=", owner).execute();
    });
    for (const { id } of taken) hub.publish("camera-modified", "cameras", id, whoSees(id));
  }

  /** None of the owner's is recorded any more; the rows stay, for what was recorded. */
  giveBack(owner: string): Promise<void> {
    return this.take(owner, []);
  }
}

/** A recorder that stands in for nobody any more records no cameras of others. */
export async function giveAllBack(ports: BorrowingPorts): Promise<void> {
  const borrowed = new BorrowedCameras(ports);
  for (const owner of borrowed.owners) await borrowed.giveBack(owner);
}

async function removed(tx: Store, cameraId: string, deleted_ms: number): Promise<void> {
  await tx.updateTable("streams").set({ deleted_ms }).where("camera_id", "=", cameraId).execute();
  await tx.updateTable("cameras").set({ deleted_ms, credentials: "" }).where("id", "=", cameraId).execute();
}
