import { EventEmitter } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { Channel } from "#recorder/ipc/channel.ts";
import type { MainContract } from "#recorder/ipc/main-contract.ts";
import { MediaLink } from "#recorder/cameras/media/media-link.ts";
import { Supervisor } from "#recorder/process/supervisor.ts";
import { silentListener } from "#test/recorder/cameras/media/silent-listener.ts";

const folder = mkdtempSync(join(tmpdir(), "proscenium-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const log = pino({ level: "silent" });
const script = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

interface Echo {
  calls: { echo: { ask: { text: string }; answer: { text: string; pid: number } } };
  events: Record<string, never>;
}
const ECHO = `process.on("message", (m) => {
  if (m.kind !== "ask") return;
  if (m.ask.text === "die") process.exit(1);
  process.send({ kind: "answer", id: m.id, answer: { ok: true, value: { text: m.ask.text, pid: process.pid } } });
});
process.on("disconnect", () => process.exit(0));`;

describe("a supervised process", () => {
  it("is started again alone when it dies, answers again, and open calls fail at once", async () => {
    let channel: Channel<MainContract, Echo> | null = null;
    const supervisor = new Supervisor(
      {
        name: "echo",
        script: script("echo.mjs", ECHO),
        environment: {},
        onStart: (child) => (channel = new Channel<MainContract, Echo>(child)),
        onEnd: () => (channel = null),
      },
      log,
    );
    expect(supervisor.start()).toBe(true);
    const ask = (text: string) =>
      channel?.call("echo", { text }) ?? Promise.resolve({ ok: false as const, code: "none", reason: "" });
    const first = await ask("a");
    const died = await ask("die");
    expect(died).toMatchObject({ ok: false, error: { code: "process/gone" } });
    await expect.poll(async () => (await ask("b")).ok).toBe(true);
    const second = await ask("c");
    expect(first.ok && second.ok && first.value.pid !== second.value.pid).toBe(true);
    expect(supervisor.starts).toBe(2);
    await supervisor.stop();
    expect(supervisor.running).toBe(false);
  });

  it("is not started when its script is missing", () => {
    const what = { name: "x", script: join(folder, "no.js"), environment: {}, onStart: () => {}, onEnd: () => {} };
    expect(new Supervisor(what, log).start()).toBe(false);
  });
});

describe("the link to media", () => {
  const MEDIA = `let streams = [];
process.on("message", (m) => {
  if (m.kind !== "ask") return;
  if (m.name === "streams.set") {
    streams = m.ask.streams;
    for (const { id } of streams) process.send({ kind: "event", name: "stream.status", event: { streamId: id, state: "running", retryCount: 0 } });
  }
  if (m.name === "stream.restart") process.exit(1);
  process.send({ kind: "answer", id: m.id, answer: { ok: true, value: null } });
});
process.on("disconnect", () => process.exit(0));`;

  it("tells every new life of the process what it shall do", async () => {
    const link = new MediaLink(log);
    const seen: string[] = [];
    const gone: string[] = [];
    link.listen({
      ...silentListener,
      onStatus: ({ streamId, state }) => seen.push(`${streamId} ${state}`),
      onGone: (isMeant) => gone.push(isMeant ? "stopped" : "lost"),
    });
    const supervisor = new Supervisor(
      {
        name: "media",
        script: script("media.mjs", MEDIA),
        environment: {},
        onStart: (child) => link.attach(child),
        onEnd: (isMeant) => link.detach(isMeant),
      },
      log,
    );
    expect(await link.call("flush", null)).toMatchObject({ ok: false, error: { code: "media/unavailable" } });
    await link.setStreams([
      {
        id: "s1",
        cameraId: "c1",
        url: "rtsp://192.0.2.1/",
        username: "",
        password: "",
        transport: "tcp",
        active: true,
        record: "continuous",
        motion: null,
        masks: [],
      },
    ]);
    supervisor.start();
    await expect.poll(() => seen).toEqual(["s1 running"]);
    await link.call("stream.restart", { streamId: "s1" });
    await expect.poll(() => seen).toEqual(["s1 running", "s1 running"]);
    expect(gone).toEqual(["lost"]);
    await supervisor.stop();
    expect(gone).toEqual(["lost", "stopped"]);
  });

  it("tells of the disk what a new life of the process says of it, and nothing twice", () => {
    const link = new MediaLink(log);
    const told: string[] = [];
    link.listen({
      ...silentListener,
      onDisk: ({ state }) => told.push(state),
    });
    const live = (...states: ("ok" | "full" | "unwritable")[]): void => {
      const child = Object.assign(new EventEmitter(), { send: () => true, connected: true });
      link.attach(child);
      for (const state of states)
        child.emit("message", { kind: "event", name: "disk.state", event: { state, reason: "" } });
      link.detach(false);
    };
    live("ok", "full");
    expect([told, link.disk.state]).toEqual([["full"], "full"]);
    live("full", "ok", "ok");
    expect([told, link.disk.state]).toEqual([["full", "ok"], "ok"]);
  });

  it("tells once of each volume that fails, and once that it is well again", () => {
    const link = new MediaLink(log);
    const told: string[] = [];
    link.listen({
      ...silentListener,
      onVolume: ({ name, state }) => told.push(`${name} ${state}`),
    });
    const live = (...reports: (readonly ["ok" | "gone", "ok" | "gone"])[]): void => {
      const child = Object.assign(new EventEmitter(), { send: () => true, connected: true });
      link.attach(child);
      for (const states of reports) {
        const about = { reason: "", space: null, device: null, bytesPerSecond: 0, streams: 0 };
        const volumes = states.map((state, at) => ({ name: `disk${at}`, state, ...about }));
        child.emit("message", { kind: "event", name: "volumes", event: { volumes } });
      }
      link.detach(false);
    };
    live(["ok", "ok"], ["gone", "ok"], ["gone", "ok"]);
    // The next life of the process reports it anew.
    live(["gone", "ok"], ["ok", "ok"]);
    expect(told).toEqual(["disk0 gone", "disk0 ok"]);
  });
});
