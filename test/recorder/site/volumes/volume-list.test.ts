import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { volumeList } from "#protocol/rest/server/volumes.ts";
import { lockFolder } from "#recorder/store/server-lock.ts";
import { Channel } from "#recorder/ipc/channel.ts";
import type { MainContract } from "#recorder/ipc/main-contract.ts";
import type { MediaContract } from "#recorder/ipc/media-contract.ts";
import { FORGOTTEN } from "#recorder/store/tables/server-rows.ts";
import { portPair } from "#test/support/machine/port-pair.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";
import { smallDisk } from "#test/support/machine/small-disk.ts";

const URL = "/service/server/volumes";
let above: string;
let house: TestHouse;
const at = (name: string): string => join(above, name);
const list = (...names: string[]): string => JSON.stringify(names.map((name) => ({ name, path: at(name) })));
const flags = (recordings: string) => ({ recordings, data: at("data") });
const open = async (recordings = list("a", "b")): Promise<void> => {
  house = await TestHouse.open(flags(recordings), at("data"));
};
const again = async (recordings?: string): Promise<void> => {
  await house.recorder.close();
  await open(recordings);
};
let password = "";
const ask = async (method: "GET" | "POST" | "PATCH" | "DELETE", url: string, body?: unknown) => {
  const answer = await house.ask(method, url, { headers, ...(body === undefined ? {} : { body }) });
  return { status: answer.statusCode, ...(answer.body === "" ? {} : answer.json<Record<string, unknown>>()) };
};
let headers: Record<string, string> = {};
const signIn = (): void => {
  password ||= house.adminPassword;
  headers = { authorization: house.basic("admin", password) };
};
const add = (name: string, more: object = {}) =>
  ask("POST", URL, { name, path: at(name), accept: ["same-disk"], ...more });
const names = async (): Promise<unknown> => volumeList.parse(await ask("GET", URL)).volumes.map((one) => one.name);
beforeEach(async () => {
  above = mkdtempSync(join(tmpdir(), "volume-list-"));
  password = "";
  for (const name of ["a", "b"]) mkdirSync(at(name));
  await open();
  signIn();
});
afterEach(async () => {
  await house.recorder.close();
  rmSync(above, { recursive: true, force: true });
});

describe("the list of volumes", () => {
  it("is changed while the recorder runs, and is the same after a restart", async () => {
    expect(await add("c", { weight: 2, reserve: 5 })).toMatchObject({ status: 201, name: "c", role: "record" });
    expect(await ask("PATCH", `${URL}/a`, { role: "keep", reserve: 7 })).toMatchObject({ status: 200, weight: 1 });
    expect(await ask("DELETE", `${URL}/b`)).toMatchObject({ status: 204 });
    expect(house.services.volumes.specs).toMatchObject([
      { name: "a", role: "keep", reserveBytes: 7 },
      { name: "c", weight: 2, reserveBytes: 5 },
    ]);
    await again();
    signIn();
    expect(await names()).toEqual(["a", "c"]);
    expect(house.services.config.volumes).toMatchObject([
      { name: "a", role: "keep" },
      { name: "c", weight: 2 },
    ]);
    const audit = await house.ask("GET", "/service/audit", { headers });
    for (const action of ["volume-added", "volume-modified", "volume-removed"]) expect(audit.body).toContain(action);
  });

  it("knows after how many days recordings go on, and forgets it when that is taken back", async () => {
    expect(await ask("PATCH", `${URL}/a`, { moveAfterDays: 7 })).toMatchObject({ status: 200, moveAfterDays: 7 });
    expect(await ask("PATCH", `${URL}/a`, { weight: 2 })).toMatchObject({ moveAfterDays: 7 });
    await again();
    signIn();
    expect(house.services.config.volumes[0]).toMatchObject({ name: "a", moveAfterDays: 7 });
    expect(await ask("PATCH", `${URL}/a`, { moveAfterDays: 0 })).toMatchObject({ status: 400 });
    expect(await ask("PATCH", `${URL}/a`, { moveAfterDays: null })).not.toHaveProperty("moveAfterDays");
    expect(house.services.volumes.specs[0]).not.toHaveProperty("moveAfterDays");
  });

  it("knows what of it goes on, and forgets it when all of it is to", async () => {
    const moveOnly = { what: "motion", cameras: ["1", "2"] };
    expect(await ask("PATCH", `${URL}/a`, { moveAfterDays: 7, moveOnly })).toMatchObject({ status: 200, moveOnly });
    expect(await ask("PATCH", `${URL}/a`, { weight: 2 })).toMatchObject({ moveOnly });
    await again();
    signIn();
    expect(house.services.config.volumes[0]).toMatchObject({ name: "a", moveOnly });
    const audit = await house.ask("GET", "/service/audit", { headers });
    expect(audit.body).toContain("1 2");
    for (const wrong of [{ what: "nothing", cameras: null }, { what: "all" }, { what: "all", cameras: [7] }])
      expect(await ask("PATCH", `${URL}/a`, { moveOnly: wrong })).toMatchObject({ status: 400 });
    expect(await ask("PATCH", `${URL}/a`, { moveOnly: null })).not.toHaveProperty("moveOnly");
    expect(house.services.volumes.specs[0]).not.toHaveProperty("moveOnly");
  });

  it("of the settings counts again when somebody changes it there", async () => {
    await add("c");
    await again(list("b"));
    expect(house.services.config.volumes.map(({ name }) => name)).toEqual(["b"]);
  });

  it("keeps one that records", async () => {
    expect(await ask("PATCH", `${URL}/a`, { role: "drain" })).toMatchObject({ status: 200 });
    expect(await ask("DELETE", `${URL}/b`)).toMatchObject({ status: 409, code: "volume/last" });
    expect(await ask("PATCH", `${URL}/b`, { role: "keep" })).toMatchObject({ status: 409, code: "volume/last" });
    expect(await ask("PATCH", `${URL}/b`, { weight: 0 })).toMatchObject({ status: 400 });
    expect(await ask("DELETE", `${URL}/nobody`)).toMatchObject({ status: 404, code: "volume/unknown" });
  });

  it("loses a volume that is drained when it holds nothing more, and says so", async () => {
    await ask("PATCH", `${URL}/a`, { role: "drain" });
    const row = { streamId: "s", startMs: 5, endMs: 6, file: "s/5.mp4", volume: "a", bytes: 1, frames: 1 };
    const id = await house.services.index.insertClosed(row, new Uint8Array());
    await house.services.volumes.drained("a");
    expect(await names()).toEqual(["a", "b"]);
    await house.services.index.moveSegment(id, "a", "b");
    await house.services.volumes.drained("b");
    await house.services.volumes.drained("a");
    expect(await names()).toEqual(["b"]);
    // Another server may have the folder now.
    lockFolder(at("a"), 1)();
    await again();
    expect(house.services.config.volumes.map(({ name }) => name)).toEqual(["b"]);
  });

  it("of one folder begins with the next start, and then has all that was recorded", async () => {
    await again(at("a"));
    signIn();
    expect(await ask("GET", URL)).toMatchObject({ volumes: [], isPending: false });
    const row = { streamId: "s", startMs: 5, endMs: 6, file: "s/5.mp4", bytes: 1, frames: 1 };
    await house.services.index.insertClosed(row, new Uint8Array());
    expect(await add("c")).toMatchObject({ status: 201 });
    expect(house.services.volumes.specs).toEqual([]);
    expect(await ask("GET", URL)).toMatchObject({
      volumes: [{ name: "main", path: at("a") }, { name: "c" }],
      isPending: true,
    });
    expect(await ask("DELETE", `${URL}/main`)).toMatchObject({ code: "volume/last" });
    await again(at("a"));
    expect(house.services.config.volumes.map(({ name }) => name)).toEqual(["main", "c"]);
    expect((await house.services.index.allSegments(0, 9)).map(({ file }) => file)).toEqual(["s/5.mp4"]);
    await again(at("b"));
    expect(house.services.config.volumes).toEqual([]);
  });
});

describe("what lay on a volume that is lost", () => {
  /** As the process of the recordings answers: it has the same index. */
  const media = async (isThere = false): Promise<void> => {
    const [main, child] = portPair();
    const channel = new Channel<MediaContract, MainContract>(child);
    for (const name of ["streams.set", "volumes.set"] as const) channel.serve(name, () => ({ ok: true, value: null }));
    channel.serve("volumes.forget", async ({ name, take }) => {
      const rows = isThere ? [] : await house.services.index.filesOn(name, Math.min(2, take));
      await house.services.index.removeSegments(rows.map(({ id }) => id));
      return { ok: true, value: { removed: rows.length, isThere } };
    });
    house.services.media.attach(main);
    channel.tell("volumes", { volumes: [lost("gone")] });
    await expect.poll(() => house.services.media.volumes.length).toBe(1);
  };
  const lost = (state: "gone" | "ok") => {
    const well = { reason: "", space: null, device: null, bytesPerSecond: 0, streams: 0, drain: null, onward: null };
    return { name: "b", state, ...well };
  };
  const put = async (volume: string): Promise<void> => {
    const { stream } = await house.addCamera("Gate");
    for (const minute of [0, 1, 2, 3, 4])
      await house.services.index.insertClosed(
        {
          volume,
          streamId: stream.id,
          startMs: minute * 60_000,
          endMs: (minute + 1) * 60_000,
          file: `${volume}/${minute}.mp4`,
          bytes: 100,
          frames: 1,
        },
        new Uint8Array(),
      );
  };
  const events = async (): Promise<string> => {
    const told = await house.services.journal.events({ startMs: 0, stopMs: Date.now() + 1, count: 99 });
    return JSON.stringify(told);
  };

  it("is forgotten when an administrator asks for it, after it was said how much that is", async () => {
    await put("b");
    await media();
    await house.services.index.setVolumeTag("b", "its-tag");
    const held = { name: "b", bytes: 500, seconds: 300, cameras: [{ name: "Gate", bytes: 500, newest: 300_000 }] };
    expect(await ask("GET", `${URL}/b/recordings`)).toMatchObject({ status: 200, ...held });
    expect(await ask("DELETE", `${URL}/b/recordings`)).toMatchObject({ status: 202, ...held });
    await expect.poll(() => house.services.forgotten.names).toEqual([]);
    expect(await ask("GET", `${URL}/b/recordings`)).toMatchObject({ status: 200, bytes: 0, cameras: [] });
    await expect.poll(events).toContain("event/volume-forgotten");
    expect((await house.ask("GET", "/service/audit", { headers })).body).toContain("volume-forgotten");
    // It is in the list still: another disk in its place is not that volume.
    expect(await house.services.index.volumeTag("b")).toBe("its-tag");
  });

  it("of one that is no longer named goes as well, and then its name is free", async () => {
    await put("old");
    await media();
    await house.services.index.setVolumeTag("old", "its-tag");
    expect(await ask("DELETE", `${URL}/old/recordings`)).toMatchObject({ status: 202, bytes: 500 });
    await expect.poll(() => house.services.index.volumeTag("old")).toBeNull();
    expect(await ask("GET", `${URL}/old/recordings`)).toMatchObject({ status: 404, code: "volume/unknown" });
  });

  it("goes on being forgotten after a restart", async () => {
    await put("b");
    await house.services.settings.setInternal(FORGOTTEN, JSON.stringify([{ name: "b", cameras: 1, bytes: 500 }]));
    await again();
    await house.services.forgotten.load();
    expect(house.services.forgotten.names).toEqual(["b"]);
    await media();
    await expect.poll(() => house.services.index.usageOf("b"), { timeout: 5000 }).toEqual([]);
    await expect.poll(() => house.services.settings.internal(FORGOTTEN)).toBe("[]");
  });

  it("stays when the volume can be read, or is there after all", async () => {
    await put("b");
    expect(await ask("DELETE", `${URL}/b/recordings`)).toMatchObject({ status: 409, code: "volume/reachable" });
    expect(await ask("DELETE", `${URL}/nobody/recordings`)).toMatchObject({ status: 404, code: "volume/unknown" });
    await media(true);
    expect(await ask("DELETE", `${URL}/b/recordings`)).toMatchObject({ status: 202 });
    await expect.poll(events).toContain("event/volume-found-again");
    expect(await house.services.index.usageOf("b")).toMatchObject([{ segments: 5 }]);
  });
});

describe("a folder that cannot be a volume is refused, with the reason", () => {
  it("whose name or folder is taken", async () => {
    expect(await add("A")).toMatchObject({ status: 409, code: "volume/name-taken" });
    for (const path of [at("a"), join(at("a"), "inside"), above])
      expect(await add("c", { path })).toMatchObject({ status: 409, code: "volume/path-taken" });
    for (const body of [{ path: "here" }, { name: "" }, { weight: 0 }, { role: "all" }])
      expect(await add("c", body)).toMatchObject({ status: 400 });
  });

  it("that is not there, or no folder", async () => {
    expect(await add("c", { path: join(at("c"), "d") })).toMatchObject({ status: 400, code: "volume/no-folder" });
    writeFileSync(at("c"), "");
    expect(await add("c")).toMatchObject({ status: 400, code: "volume/not-folder" });
  });

  it("on the disk of another one, unless that is meant; nothing is left of it", async () => {
    const body = { name: "c", path: at("c") };
    expect(await ask("POST", URL, body)).toMatchObject({ status: 409, code: "volume/same-disk" });
    expect(existsSync(at("c"))).toBe(false);
    expect(await ask("POST", URL, { ...body, accept: ["same-disk"] })).toMatchObject({ status: 201 });
  });

  it("that belongs to somebody else", async () => {
    for (const name of ["c", "d"]) mkdirSync(at(name));
    writeFileSync(join(at("c"), "storage.tag"), "of-another\n");
    expect(await add("c")).toMatchObject({ status: 409, code: "volume/foreign" });
    expect(await add("c", { accept: ["same-disk", "foreign"] })).toMatchObject({ status: 201 });
    const release = lockFolder(at("d"), 1);
    expect(await add("d")).toMatchObject({ status: 409, code: "volume/in-use" });
    release();
    await house.services.index.setVolumeTag("a", "own");
    mkdirSync(at("e"));
    writeFileSync(join(at("e"), "storage.tag"), "own\n");
    expect(await add("e")).toMatchObject({ status: 409, code: "volume/is-volume" });
  });

  it("under the name of an earlier one whose recordings are known", async () => {
    const row = { streamId: "s", startMs: 5, endMs: 6, file: "s/5.mp4", volume: "old", bytes: 1, frames: 1 };
    await house.services.index.insertClosed(row, new Uint8Array());
    await house.services.index.setVolumeTag("old", "its-tag");
    expect(await add("old")).toMatchObject({ status: 409, code: "volume/former-name" });
    mkdirSync(at("old"));
    writeFileSync(join(at("old"), "storage.tag"), "its-tag\n");
    expect(await add("old")).toMatchObject({ status: 201 });
  });

  it("without room beyond its reserve", async () => {
    expect(await add("c", { reserve: 1e18 })).toMatchObject({ status: 409, code: "volume/full" });
  });

  const disk = smallDisk(1);
  it.skipIf(!disk)("on a disk that cannot be written", async () => {
    const dir = disk?.dir ?? "";
    try {
      execFileSync("mount", ["-o", "remount,ro", dir]);
      expect(await add("c", { path: dir })).toMatchObject({
        status: 400,
        code: "volume/not-writable",
        cause: { code: "disk/read-only" },
      });
    } finally {
      disk?.remove();
    }
  });
});
