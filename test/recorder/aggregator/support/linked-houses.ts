/** A real recorder behind a real aggregator, both listening; accounts and groups of the aggregator by name. */
import type { Duplex } from "node:stream";
import { createServer, type Server } from "node:http";
import type { PermissionGroupCreate } from "#protocol/rest/accounts/permission-group.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";
import { AggregatorHouse, type Answered, type Asking } from "./aggregator-house.ts";

type Sets = NonNullable<PermissionGroupCreate["granted"]>;
export type Camera = Awaited<ReturnType<TestHouse["addCamera"]>>;

export class LinkedHouses {
  readonly aggregator: AggregatorHouse;
  readonly recorder: TestHouse;
  readonly recorderUrl: string;
  /** the recorder's id at the aggregator */
  readonly orchidId: string;

  private constructor(parts: Pick<LinkedHouses, "aggregator" | "recorder" | "recorderUrl" | "orchidId">) {
    this.aggregator = parts.aggregator;
    this.recorder = parts.recorder;
    this.recorderUrl = parts.recorderUrl;
    this.orchidId = parts.orchidId;
  }

  /** `flags`: of both */
  static async open(
    cameras: readonly string[],
    flags: Record<string, string> = {},
  ): Promise<{ houses: LinkedHouses; cameras: Camera[] }> {
    const recorder = await TestHouse.open(flags);
    const made: Camera[] = [];
    for (const name of cameras) made.push(await recorder.addCamera(name));
    const recorderUrl = await recorder.recorder.app.listen({ host: "127.0.0.1", port: 0 });
    const aggregator = await AggregatorHouse.open({ "servers.allow-loopback": "true", ...flags });
    const answer = await aggregator.ask("POST", "/service/orchids", {
      as: "admin",
      body: { uri: recorderUrl, username: "admin", password: recorder.adminPassword },
    });
    if (answer.status !== 201) throw new Error(answer.text);
    const orchidId = (answer.json as { id: string }).id;
    return { houses: new LinkedHouses({ aggregator, recorder, recorderUrl, orchidId }), cameras: made };
  }

  ask(method: string, path: string, asking: Asking = {}): Promise<Answered> {
    return this.aggregator.ask(method, path, asking);
  }

  /** Sends through the proxy. */
  proxied(method: string, path: string, asking: Asking = {}): Promise<Answered> {
    return this.aggregator.ask(method, this.proxyPath(path), asking);
  }

  proxyPath(path: string): string {
    return `/fusion/orchid-proxy/${this.orchidId}${path}`;
  }

  /** An account in a group of its own that grants and revokes this; returns the group's id. */
  async member(username: string, granted: Sets, revoked: Sets = []): Promise<string> {
    const userId = await this.aggregator.addUser(username);
    const body = { name: `of ${username}`, members: [userId], granted, revoked };
    const made = await this.ask("POST", "/service/permissions", { as: "admin", body });
    if (made.status !== 201) throw new Error(made.text);
    return (made.json as { id: string }).id;
  }

  on(camera: Camera, ...abilities: Sets[number]["abilities"]): Sets {
    return [{ abilities, scope: "list", cameras: [{ orchidId: this.orchidId, id: camera.camera.id }] }];
  }

  async close(): Promise<void> {
    await this.aggregator.close();
    await this.recorder.close();
  }
}

interface EchoViewers {
  /** resolves when the next socket has closed */
  readonly nextClosed: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Replaces the recorder's media process: accepts every socket and echoes what it is sent. */
export async function echoViewers(recorder: TestHouse): Promise<EchoViewers> {
  const open = new Set<Duplex>();
  const waiting = new Set<() => void>();
  const server: Server = createServer();
  server.on("upgrade", (_request, socket) => {
    open.add(socket);
    socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n\r\n");
    socket.pipe(socket);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => {
      open.delete(socket);
      for (const tell of waiting) tell();
    });
  });
  await new Promise<void>((resolve) => server.listen(recorder.services.viewerSockets[0], resolve));
  return {
    nextClosed: () => new Promise((resolve) => waiting.add(resolve)),
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
