/** Several aggregators on one PostgreSQL database, with one key; a NATS server brings their messages where one is named. */
import { copyFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseDoor } from "#test/recorder/store/database-door.ts";
import { newDatabase } from "#test/recorder/store/databases.ts";
import { AggregatorHouse } from "./aggregator-house.ts";

export class NodeHouses {
  /** of the database */
  readonly url: string;
  /** between the aggregators and the database */
  readonly door: DatabaseDoor;
  readonly all: AggregatorHouse[] = [];

  readonly #nats: string;

  private constructor(url: string, door: DatabaseDoor, nats: string) {
    this.url = url;
    this.door = door;
    this.#nats = nats;
  }

  static async open(count: number, nats = ""): Promise<NodeHouses> {
    const url = new URL(await newDatabase());
    const door = await DatabaseDoor.open(Number(url.port));
    url.port = String(door.port);
    const houses = new NodeHouses(url.href, door, nats);
    while (houses.all.length < count) await houses.add();
    return houses;
  }

  /** One more. */
  async add(): Promise<AggregatorHouse> {
    const [first] = this.all;
    const folder = mkdtempSync(join(tmpdir(), "proscenium-node-"));
    if (first) copyFileSync(join(first.folder, "secret.key"), join(folder, "secret.key"));
    const flags = { "database.url": this.url, "servers.allow-loopback": "true", "nats.servers": this.#nats };
    const house = await AggregatorHouse.open(flags, folder, first?.adminPassword);
    this.all.push(house);
    return house;
  }

  async close(): Promise<void> {
    for (const house of this.all.splice(0).toReversed()) await house.close();
    await this.door.close();
  }
}
