import type { Result } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { randomUUID } from "node:crypto";
import { chmodSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import type { Disposer } from "#base/disposer.ts";
import type { StreamConfig } from "#recorder/ingest/stream-session.ts";
import type { StreamHub } from "#recorder/ingest/stream-hub.ts";
import type { RtspAsk } from "#recorder/ipc/main-contract.ts";
import type { RtspSight } from "#recorder/ipc/viewing-shapes.ts";
import { HubMountPoint } from "./hub-mount.ts";
import { type MaskParts, MaskedMountPoint } from "./masked-mount.ts";
import type { Admission, MountListener, RtspAccess, RtspRequest } from "#recorder/rtp/mount-point.ts";
import { RtspListener } from "#recorder/rtp/rtsp-listener.ts";
import { openCertificate, type OwnCertificate } from "#recorder/net/own-certificate.ts";

export interface RtspProxyOptions {
  /** the first free one of them is used; empty = no proxy */
  readonly ports: readonly number[];
  readonly host: string;
  /** PEM files, empty = plain RTSP */
  readonly tlsCert: string;
  readonly tlsKey: string;
  /** where several processes have the streams; absent = this one has all */
  readonly handover?: RtspHandover;
}

/** One of several processes listens for players, and hands those to the others that want a stream of theirs. */
interface RtspHandover {
  /** local socket on which this process takes players; null = it is the one that listens for them */
  readonly socket: string | null;
  /** the local socket of the process that has a stream; null = this one, or nobody */
  readonly socketOf: (streamId: string) => string | null;
}

interface RtspAdmission extends RtspSight {
  /** the id under which the hub has the stream; absent = that of its address */
  readonly hubId?: string;
}

/** What the proxy asks of `main`. */
interface RtspGuard {
  admit(ask: RtspAsk): Promise<Result<RtspAdmission, Failure>>;
  closed(sessionId: string): void;
}

/** Where a stream is found; `/service/streams/{id}/live`. */
const PATH = /^\/service\/streams\/([\w-]{1,64})\/live$/;
const NAME = "Proscenium";
/** One address must not take everybody's place. */
const PER_ADDRESS = 256;
/** A stream that was only just added or restarted has its first frame by then. */
const CONFIG_WAIT_MS = 4000;
/** When nobody knows when a place is free, or the stream runs. */
const LATER_S = 5;
const STATUS: Readonly<Record<string, number>> = {
  "session/required": 401,
  "session/wrong": 401,
  "session/locked": 503,
  "access/denied": 403,
  "stream/unknown": 404,
  "live/too-many": 453,
};

/**
 * Every stream of every camera for any RTSP player: what the recorder receives once is sent on unchanged, without a
 * codec, unless parts of it are hidden from the player. `main` decides who may watch, once for each connection.
 */
export class RtspProxy {
  readonly #options: RtspProxyOptions;
  readonly #hub: StreamHub;
  readonly #guard: RtspGuard;
  readonly #parts: MaskParts;
  readonly #unlisten: Disposer;
  readonly #accesses = new Map<string, StreamAccess>();
  #certificate: OwnCertificate | null = null;
  #listener: RtspListener | null = null;
  #handed: Server | null = null;

  constructor(options: RtspProxyOptions, hub: StreamHub, parts: MaskParts, guard: RtspGuard) {
    this.#options = options;
    this.#parts = parts;
    // A player describes its stream once: it has to ask anew for another one.
    this.#unlisten = parts.masks.onChange((changed) => {
      for (const access of [...this.#accesses.values()]) access.masksChanged(changed);
    });
    this.#hub = hub;
    this.#guard = guard;
  }

  /** Port 0: it could not listen anywhere (`reason`), or is switched off. The rest of the recorder works without it. */
  async listen(): Promise<{ port: number; reason: string }> {
    let reason = "";
    const socket = this.#options.handover?.socket;
    if (typeof socket === "string") {
      if (this.#options.ports.length > 0) await this.#listenForHanded(socket);
      return { port: 0, reason };
    }
    for (const port of this.#options.ports) {
      try {
        const listener = this.#makeListener();
        const got = await listener.listen(port, this.#options.host);
        this.#listener = listener;
        return { port: got, reason: "" };
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
      }
    }
    return { port: 0, reason };
  }

  /** `main` reports that the user of this connection may no longer watch. */
  drop(sessionId: string): void {
    this.#accesses.get(sessionId)?.end();
  }

  async close(): Promise<void> {
    this.#unlisten();
    const handed = this.#handed;
    const ended = handed && new Promise((resolve) => handed.close(resolve));
    await this.#listener?.close();
    this.#certificate?.close();
    await ended;
    this.#listener = null;
  }

  async #listenForHanded(path: string): Promise<void> {
    const listener = this.#makeListener();
    const server = createServer((socket) => listener.take(socket));
    // A process that was killed has left it there.
    if (!path.startsWith("\\\\")) rmSync(path, { force: true });
    await new Promise<void>((resolve, reject) => server.once("error", reject).listen(path, resolve));
    if (!path.startsWith("\\\\")) chmodSync(path, 0o600);
    this.#listener = listener;
    this.#handed = server;
  }

  #makeListener(): RtspListener {
    const { tlsCert, tlsKey, handover } = this.#options;
    const access = (): StreamAccess => {
      const sessionId = randomUUID();
      const made = new StreamAccess(sessionId, this.#hub, this.#parts, this.#guard, () =>
        this.#accesses.delete(sessionId),
      );
      this.#accesses.set(sessionId, made);
      return made;
    };
    const socketOf = (path: string): string | null => handover?.socketOf(PATH.exec(path)?.[1] ?? "") ?? null;
    const options = {
      name: NAME,
      access,
      perAddress: PER_ADDRESS,
      ...(handover ? { elsewhere: socketOf } : {}),
    };
    // Main tells of its state: here it is only shown.
    this.#certificate ??= openCertificate({ files: { cert: tlsCert, key: tlsKey }, now: () => Date.now() });
    return new RtspListener(this.#certificate ? { ...options, tls: this.#certificate } : options);
  }
}

interface Admitted {
  readonly path: string;
  readonly streamId: string;
  readonly sight: RtspSight;
  readonly mountPoint: HubMountPoint | MaskedMountPoint;
}

/** One connection: it watches one stream, as the user that it first authenticated as. */
class StreamAccess implements RtspAccess {
  readonly #sessionId: string;
  readonly #hub: StreamHub;
  readonly #parts: MaskParts;
  readonly #guard: RtspGuard;
  readonly #gone: () => void;
  readonly #listeners = new Set<MountListener>();
  #admitted: Admitted | null = null;
  #isEnded = false;

  constructor(sessionId: string, hub: StreamHub, parts: MaskParts, guard: RtspGuard, gone: () => void) {
    this.#parts = parts;
    this.#sessionId = sessionId;
    this.#hub = hub;
    this.#guard = guard;
    this.#gone = gone;
  }

  async admit({ path, query, authorization, address }: RtspRequest): Promise<Admission> {
    if (this.#isEnded) return refused(401);
    if (this.#admitted) return this.#admitted.path === path ? admittedTo(this.#admitted) : refused(404);
    const asked = PATH.exec(path)?.[1];
    if (asked === undefined) return refused(404);
    const answer = await this.#guard.admit({
      sessionId: this.#sessionId,
      streamId: asked,
      path,
      query,
      authorization: authorization ?? null,
      address,
    });
    if (!answer.ok) return refused(STATUS[answer.error.code] ?? 503, answer.error.retryAfterS);
    const { hubId: streamId = asked, ...sight } = answer.value;
    const config = await this.#config(streamId);
    if (!config || this.#isEnded) {
      this.#guard.closed(this.#sessionId);
      return refused(503);
    }
    const mountPoint = await this.#mount(streamId, config, sight);
    if (!mountPoint || this.#isOver()) {
      if (mountPoint instanceof MaskedMountPoint) mountPoint.close();
      this.#guard.closed(this.#sessionId);
      return refused(503);
    }
    this.#admitted = { path, streamId, sight, mountPoint };
    return admittedTo(this.#admitted);
  }

  end(): void {
    this.#isEnded = true;
    for (const listener of [...this.#listeners]) listener.ended();
  }

  closed(): void {
    this.#isEnded = true;
    this.#gone();
    if (!this.#admitted) return;
    const { mountPoint } = this.#admitted;
    if (mountPoint instanceof MaskedMountPoint) mountPoint.close();
    this.#guard.closed(this.#sessionId);
  }

  /** What of the stream is hidden is not what it was, so its player has to ask again. */
  masksChanged(changed: ReadonlySet<string>): void {
    const admitted = this.#admitted;
    if (!admitted || !changed.has(admitted.streamId)) return;
    const { isUnmasked, views } = admitted.sight;
    if (!isUnmasked || views) this.end();
  }

  /** Null: the masks cannot be painted. */
  async #mount(
    streamId: string,
    config: StreamConfig,
    { isUnmasked, views }: RtspSight,
  ): Promise<HubMountPoint | MaskedMountPoint | null> {
    const { masks } = this.#parts;
    const rights = { ...(isUnmasked ? { isUnmasked } : {}), ...(views ? { views } : {}) };
    const hidden = masks.of(streamId, rights);
    if (hidden.length === 0) return new HubMountPoint(this.#hub, streamId, config, this.#listeners);
    const made = await MaskedMountPoint.open(this.#parts, streamId, hidden, config, this.#listeners);
    if (made && JSON.stringify(masks.of(streamId, rights)) === JSON.stringify(hidden)) return made;
    made?.close();
    return null;
  }

  #isOver(): boolean {
    return this.#isEnded;
  }

  /** What the stream carries, as soon as that is known; null when it does not run. */
  #config(streamId: string): Promise<StreamConfig | null> {
    const known = this.#hub.config(streamId);
    if (!this.#hub.spec(streamId)?.active) return Promise.resolve(null);
    if (known) return Promise.resolve(known);
    return new Promise((resolve) => {
      const done = (config: StreamConfig | null): void => {
        clearTimeout(timer);
        stop();
        resolve(config);
      };
      const timer = setTimeout(() => done(null), CONFIG_WAIT_MS);
      const stop = this.#hub.subscribe(streamId, { config: (config) => done(config) });
    });
  }
}

const admittedTo = ({ mountPoint, sight }: Admitted): Admission => ({
  ok: true,
  mountPoint,
  isDated: sight.isDated === true,
});

function refused(status: number, retryAfterS?: number): Admission {
  if (status === 401) return { ok: false, status, headers: { "WWW-Authenticate": `Basic realm="${NAME}"` } };
  const laterS = retryAfterS ?? (status === 503 || status === 453 ? LATER_S : undefined);
  if (laterS !== undefined) return { ok: false, status, headers: { "Retry-After": String(laterS) } };
  return { ok: false, status };
}
