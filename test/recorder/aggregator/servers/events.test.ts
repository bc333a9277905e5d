import { theUser } from "#recorder/core/audience.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EventMessage } from "#protocol/rest/event-message.ts";
import type { PermissionGroups } from "#recorder/aggregator/servers/contracts.ts";
import { relayEvent } from "#recorder/aggregator/servers/server-events.ts";
import { AggregatorHouse } from "#test/recorder/aggregator/support/aggregator-house.ts";
import { know, knownServer } from "#test/recorder/aggregator/support/known-parts.ts";

let house: AggregatorHouse;
beforeAll(async () => {
  house = await AggregatorHouse.open();
  const uma = await house.addUser("uma");
  know(house, [knownServer("north", ["gate", "vault"]), knownServer("south", ["door"])], new Map([[uma, ["gate"]]]));
});
afterAll(() => house.close());

const message = (type: EventMessage["type"], resource: string, id: string): EventMessage => ({
  type,
  resource,
  id,
  orchidId: "1",
});
const relay = (orchidId: string, told: EventMessage) =>
  relayEvent(house.services.hub, house.services.servers, orchidId, told);

describe("the event socket of an aggregator", () => {
  it("greets with an id of this start, as no server", async () => {
    const events = await house.events("uma");
    const { bootId, hub } = house.services;
    const changes = `${bootId}.${hub.changes}`;
    expect(events.messages).toEqual([{ type: "server-session-id", resource: "servers", id: bootId, changes }]);
    events.close();
  });

  it("passes on what servers tell, with their id, to those who may see the camera", async () => {
    const [uma, admin] = [await house.events("uma"), await house.events("admin")];
    for (const cameraId of ["vault", "gate"]) {
      relay("north", message("camera-modified", "cameras", cameraId));
      relay("north", message("stream-status", "streams", `${cameraId}-main`));
    }
    relay("south", message("motion-started", "streams", "door-main"));
    relay("north", message("recordings-modified", "streams", "gate-main"));
    relay("north", message("license-modified", "license-session", "1"));
    for (const server of ["north", "south"]) relay(server, message("relay-removed", "relays", `of-${server}`));
    // Events of one server about another server's cameras, and about its own accounts and settings, are sent to nobody.
    relay("south", message("camera-modified", "cameras", "gate"));
    relay("south", message("stream-status", "streams", "gate-main"));
    relay("north", message("user-modified", "users", "x"));
    relay("north", message("config-modified", "settings", "1"));
    relay("north", message("camera-removed", "cameras", "gate"));
    for (const events of [uma, admin]) await events.next("camera-removed");
    const toldOf = ({ messages }: { messages: EventMessage[] }) =>
      messages.slice(1).map(({ type, id, orchidId }) => `${orchidId} ${type} ${id}`);
    expect(toldOf(uma)).toEqual([
      "north camera-modified gate",
      "north stream-status gate-main",
      "north recordings-modified gate-main",
      "north relay-removed of-north",
      "north camera-removed gate",
    ]);
    expect(toldOf(admin)).toEqual([
      "north camera-modified vault",
      "north stream-status vault-main",
      "north camera-modified gate",
      "north stream-status gate-main",
      "south motion-started door-main",
      "north recordings-modified gate-main",
      "north license-modified 1",
      "north relay-removed of-north",
      "south relay-removed of-south",
      "north camera-removed gate",
    ]);
    uma.close();
    admin.close();
  });

  it("goes by new rights as soon as they have changed", async () => {
    const id = await house.addUser("late");
    const events = await house.events("late");
    const know: PermissionGroups = house.services.permissions;
    const sees = { role: "", scope: { baseScope: [], cameraScopes: [{ id: "vault", scope: ["live"] }] } };
    Object.assign(house.services, {
      permissions: {
        ...know,
        rightsOf: (user: { id: string; role: string }) => (user.id === id ? sees : know.rightsOf(user)),
      },
    });
    house.services.hub.publish("permissions-changed", "users", id, theUser(id));
    await events.next("permissions-changed");
    await expect
      .poll(() => {
        relay("north", message("camera-modified", "cameras", "vault"));
        return events.messages.map(({ type }) => type);
      })
      .toContain("camera-modified");
    events.close();
  });

  it("tells of accounts, stages and groups, and closes when the account is gone", async () => {
    const id = await house.addUser("gone");
    const [gone, admin] = [await house.events("gone"), await house.events("admin")];
    await house.ask("POST", "/service/stages", { as: "gone", body: { name: "Mine" } });
    await gone.next("layout-added");
    await house.ask("POST", "/service/groups", { as: "admin", body: { name: "Yard" } });
    await gone.next("camera-groups-modified");
    await house.ask("DELETE", `/service/users/${id}`, { as: "admin" });
    expect(await admin.next("user-modified")).toEqual({ type: "user-modified", resource: "users", id });
    expect(admin.messages.map(({ type }) => type)).not.toContain("layout-added");
    admin.close();
    // The socket was opened with Basic credentials: its rights are checked every few seconds.
    expect(await gone.closed).toBe(4401);
  }, 15_000);
});
