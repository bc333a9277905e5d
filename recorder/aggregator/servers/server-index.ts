/**
 * Which server has a camera or a stream. The index is rebuilt after it was dropped; if two servers claim the same, the
 * one registered earlier has it.
 */
import type { RegisteredServer } from "./contracts.ts";

interface Made {
  readonly cameras: ReadonlyMap<string, string>;
  readonly streams: ReadonlyMap<string, { readonly orchidId: string; readonly cameraId: string }>;
}

export class ServerIndex {
  readonly #servers: () => readonly RegisteredServer[];
  #made: Made | null = null;

  constructor(servers: () => readonly RegisteredServer[]) {
    this.#servers = servers;
  }

  cameraOwner(cameraId: string): string | null {
    return this.#read().cameras.get(cameraId) ?? null;
  }

  streamOwner(streamId: string): { readonly orchidId: string; readonly cameraId: string } | null {
    return this.#read().streams.get(streamId) ?? null;
  }

  forget(): void {
    this.#made = null;
  }

  #read(): Made {
    if (this.#made) return this.#made;
    const cameras = new Map<string, string>();
    const streams = new Map<string, { orchidId: string; cameraId: string }>();
    for (const { id: orchidId, cameras: owned } of this.#servers())
      for (const { id: cameraId, streamIds } of owned) {
        if (!cameras.has(cameraId)) cameras.set(cameraId, orchidId);
        for (const one of streamIds) if (!streams.has(one)) streams.set(one, { orchidId, cameraId });
      }
    this.#made = { cameras, streams };
    return this.#made;
  }
}
