import { everyone } from "#recorder/core/audience.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServerResponse } from "node:http";
import type { ServerTrouble } from "#recorder/aggregator/servers/contracts.ts";
import { WATCH_PACE } from "#recorder/aggregator/servers/server-watcher.ts";
import { SOCKET_PACE } from "#recorder/aggregator/servers/asking/server-socket.ts";
import { eventually } from "#test/support/eventually.ts";
import { FrontDoor } from "#test/recorder/aggregator/support/front-door.ts";
import { Fleet } from "#test/recorder/aggregator/support/fleet.ts";

let fleet: Fleet;
beforeAll(async () => {
  fleet = await Fleet.open();
});
afterAll(() => fleet.close());

/** A recorder with a camera behind a front door, registered with the door's address. */
async function behindDoor() {
  const recorder = await fleet.recorder();
  const { camera, stream } = await recorder.addCamera("Gate");
  const door = await FrontDoor.open(recorder.recorder.url);
  const id = await fleet.add(recorder, { uri: door.url });
  const heard = (): boolean => fleet.house.services.servers.watchedById(id)?.isHeard === true;
  await eventually(heard, "its events are heard");
  return { recorder, camera, stream, door, id, heard };
}

describe("health", () => {
  it("is looked at often enough to see a dead server within 15 s", () => {
    expect(WATCH_PACE.everyMs + WATCH_PACE.timeoutMs).toBeLessThan(15_000);
  });

  it("a server that hangs delays no other, and is called so after its time", async () => {
    const good = await fleet.recorder();
    const goodId = await fleet.add(good);
    const { door, id } = await behindDoor();
    const hanging: ServerResponse[] = [];
    door.misbehave = (_path, response) => hanging.push(response) > 0;
    await eventually(() => hanging.length > 0, "it is looked at");
    const before = await fleet.shown(goodId);
    const looked = await fleet.until(goodId, ({ lastChecked }) => lastChecked > before.lastChecked);
    expect(looked.isAvailable).toBe(true);
    // Still within the timeout of the request that hangs.
    expect((await fleet.shown(id)).isAvailable).toBe(true);
    const down = await fleet.until(id, ({ isAvailable }) => !isAvailable, 15_000);
    expect(down.failureReason).toBe("it did not answer in time");
    door.misbehave = () => false;
    await fleet.until(id, ({ isAvailable }) => isAvailable);
    for (const response of hanging) response.destroy();
    await door.close();
  });

  it("an answer too deep to be written again is none, and the watch goes on", async () => {
    const { door, id } = await behindDoor();
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    door.misbehave = (path, response) => {
      if (path !== "/service/servers") return false;
      const text = `{"servers":[{"id":"1","discoverableOrchid":{"mid":"","recordingCapabilities":{"a":${deep}}}}]}`;
      response.writeHead(200, { "content-type": "application/json" }).end(text);
      return true;
    };
    const down = await fleet.until(id, ({ isAvailable }) => !isAvailable);
    expect(down.failureReason).toBe("its answer cannot be read");
    door.misbehave = () => false;
    await fleet.until(id, ({ isAvailable }) => isAvailable);
    await door.close();
  });

  it("a server that records nothing says why, here as well, and no longer when it records again", async () => {
    const { door, id } = await behindDoor();
    const trouble = { code: "recording/disk-full", reason: "nothing is recorded: the disk is full" };
    door.misbehave = (path, response) => {
      if (path !== "/service/servers") return false;
      const server = { id: "1", name: "North", recordingTrouble: trouble };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ servers: [server] }));
      return true;
    };
    const full = await fleet.until(id, ({ recordingTrouble }) => recordingTrouble !== undefined);
    expect(full).toMatchObject({ isAvailable: true, recordingTrouble: trouble });
    door.misbehave = () => false;
    await fleet.until(id, ({ recordingTrouble }) => recordingTrouble === undefined);
    await door.close();
  });

  it("a server that goes away is seen at once, its cameras stay, and it is back by itself", async () => {
    const { recorder, door, id, heard } = await behindDoor();
    const troubles: ServerTrouble[] = [];
    const forget = fleet.house.services.servers.onTrouble((trouble) => {
      if (trouble.orchidId === id) troubles.push(trouble);
    });
    const events = await fleet.house.events("admin");
    await door.close();
    await fleet.until(id, ({ isAvailable }) => !isAvailable);
    // A check that was in progress when the server stopped has seen its connection close; every later one is refused.
    const down = await fleet.until(id, ({ failureReason }) => failureReason === "the connection was refused");
    expect(down.isAvailable).toBe(false);
    expect(down).toMatchObject({ camerasAvailable: 1, camerasOnline: 0 });
    expect(down.lastAvailable).toBeLessThan(down.lastChecked);
    expect(await fleet.cameras(id)).toMatchObject([{ name: "Gate" }]);

    await recorder.addCamera("Yard");
    await door.open();
    const back = await fleet.until(id, ({ isAvailable }) => isAvailable);
    expect(back).toMatchObject({ failureReason: "", camerasAvailable: 2 });
    await eventually(heard, "its events are heard");
    expect(troubles.map(({ kind }) => kind)).toEqual(["server-unreachable", "server-back"]);
    const told = events.messages.filter(({ orchidId }) => orchidId === id).map(({ type }) => type);
    expect(told).toContain("server-modified");
    expect(told).toContain("camera-added");
    events.close();
    forget();
    await door.close();
  });

  it("a server that lies about its clock is given tokens from its future, which it refuses", async () => {
    const { door, id } = await behindDoor();
    door.misbehave = (path, response) => {
      if (!path.startsWith("/service/time")) return false;
      response.end(String(Date.now() + 3_600_000));
      return true;
    };
    const shown = await fleet.until(id, ({ isAvailable }) => !isAvailable);
    expect(shown.failureReason).toBe("it does not accept this aggregator's tokens");
    await door.close();
  });
});

describe("a server that lies", () => {
  it.each([
    ["a body without end", (response: ServerResponse) => drip(response), "its answer is too long"],
    ["something else than JSON", (response: ServerResponse) => response.end("<html>"), "its answer cannot be read"],
    [
      "JSON of another shape",
      (response: ServerResponse) => response.end('{"cameras":[{"id":{}}]}'),
      "its answer cannot be read",
    ],
    [
      "JSON that is too deep",
      (response: ServerResponse) => response.end("[".repeat(500_000)),
      "its answer cannot be read",
    ],
    [
      "a way to somewhere else",
      (response: ServerResponse) => response.writeHead(302, { location: "http://169.254.169.254/" }).end(),
      "it sends elsewhere",
    ],
    [
      "half an answer",
      (response: ServerResponse) =>
        response.writeHead(200, { "content-length": "900" }).write("{") && response.destroy(),
      "it closed the connection",
    ],
    ["a failure", (response: ServerResponse) => response.writeHead(500).end("x"), "it answered with status 500"],
  ])("with %s is not available, and what was known of it stays", async (_name, lie, reason) => {
    const { door, id } = await behindDoor();
    door.misbehave = (path, response) => {
      if (!path.startsWith("/service/cameras")) return false;
      lie(response);
      return true;
    };
    const shown = await fleet.until(id, ({ isAvailable }) => !isAvailable);
    expect(shown.failureReason).toBe(reason);
    expect(await fleet.cameras(id)).toMatchObject([{ name: "Gate" }]);
    await door.close();
  });

  it("about having another server's cameras is not believed", async () => {
    const { camera, door: _first, id: firstId } = await behindDoor();
    const { door, id } = await behindDoor();
    door.misbehave = (path, response) => {
      if (!path.startsWith("/service/cameras")) return false;
      response.end(JSON.stringify({ cameras: [{ id: camera.id, name: "Mine" }] }));
      return true;
    };
    await fleet.until(id, ({ camerasAvailable }) => camerasAvailable === 0);
    expect(fleet.house.services.servers.cameraOwner(camera.id)).toBe(firstId);
    await door.close();
  });
});

describe("what happens at a server", () => {
  it("whoever may see all cameras hears at once of a new server and of a new camera", async () => {
    await fleet.member("vera", [{ abilities: ["live"], scope: "all" }]);
    const events = await fleet.house.events("vera");
    const { recorder, id } = await behindDoor();
    await events.next("server-added");
    const { camera } = await recorder.addCamera("Yard");
    const isTold = () => events.messages.some((one) => one.type === "camera-added" && one.id === camera.id);
    await eventually(isTold, "the new camera is told of");
    expect(fleet.house.services.servers.cameraOwner(camera.id)).toBe(id);
    events.close();
  });

  it("is known, and told with its id, when it was told there", async () => {
    const { recorder, stream, id } = await behindDoor();
    const events = await fleet.house.events("admin");
    const { camera } = await recorder.addCamera("Yard");
    const find = () => events.messages.find((one) => one.type === "camera-added" && one.id === camera.id);
    await eventually(() => find() !== undefined, "the new camera is told of");
    expect(find()).toEqual({ type: "camera-added", resource: "cameras", id: camera.id, orchidId: id });
    // A caller who asks then gets the new state.
    expect((await fleet.cameras(id)).map(({ name }) => name).sort()).toEqual(["Gate", "Yard"]);
    expect(fleet.house.services.servers.cameraOwner(camera.id)).toBe(id);

    recorder.services.hub.publish("motion-started", "streams", stream.id, everyone);
    expect(await events.next("motion-started")).toEqual({
      type: "motion-started",
      resource: "streams",
      id: stream.id,
      orchidId: id,
    });
    await recorder.ask("DELETE", `/service/cameras/${camera.id}`, { as: "admin" });
    expect(await events.next("camera-removed")).toMatchObject({ id: camera.id, orchidId: id });
    expect((await fleet.cameras(id)).map(({ name }) => name)).toEqual(["Gate"]);
    expect(fleet.house.services.servers.cameraOwner(camera.id)).toBeNull();
    events.close();
  });

  it("a stream's state is told with the event and known by it, and its list is asked for whole only once", async () => {
    const { recorder, stream, camera, door, id } = await behindDoor();
    const events = await fleet.house.events("admin");
    const streamState = "restarting" as const;
    const status = { type: "stream-status", resource: "streams", id: stream.id } as const;
    const askedBefore = door.asked.length;
    recorder.services.hub.relay({ ...status, streamState, orchidId: "1" }, () => true);
    expect(await events.next("stream-status")).toEqual({ ...status, streamState, orchidId: id });
    expect(await fleet.cameras(id)).toMatchObject([{ id: camera.id, primaryStream: { status: { streamState } } }]);
    await eventually(() => door.asked.length > askedBefore + 10, "it is looked at some more times");
    const lists = door.asked.map(({ path }) => path).filter((path) => path.startsWith("/service/cameras"));
    expect(lists.filter((path) => path === "/service/cameras?since=")).toHaveLength(1);
    expect(events.messages.filter(({ orchidId, type }) => orchidId === id && type === "server-modified")).toEqual([]);
    events.close();
  });

  it("is heard again after its socket broke, with pauses that grow", async () => {
    const { door, id, heard } = await behindDoor();
    await door.close();
    await eventually(() => !heard(), "its events are heard no more");
    await door.open();
    await eventually(heard, "its events are heard");
    await fleet.until(id, ({ isAvailable }) => isAvailable);
    await door.close();
    expect(SOCKET_PACE.longestRetryMs).toBeGreaterThan(SOCKET_PACE.firstRetryMs);
  });
});

/** Sends as long as somebody receives. */
function drip(response: ServerResponse): void {
  const chunk = Buffer.alloc(256 * 1024, " ");
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once("drain", more);
  };
  more();
}
