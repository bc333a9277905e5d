import type { Admission, MountPoint, RtspAccess, RtspRequest } from "#recorder/rtp/mount-point.ts";
import { RtspListener } from "#recorder/rtp/rtsp-listener.ts";
import { DigestGate, type Login } from "./digest-gate.ts";
import type { MediaSource } from "./media-source.ts";

interface Mount {
  readonly source: MediaSource;
  readonly login: Login;
}

/** The RTSP server of the demo cameras: one mount per path, each with its own password. */
export class RtspServer {
  readonly #mounts = new Map<string, Mount>();
  readonly #listener = new RtspListener({ name: "Proscenium demo", access: () => new MountAccess(this.#mounts) });

  /** `path` starts with a slash. */
  mount(path: string, mount: Mount): void {
    this.#mounts.set(path, mount);
  }

  /** Resolves with the port on which it listens. */
  listen(port: number, host: string): Promise<number> {
    return this.#listener.listen(port, host);
  }

  /** The number of open connections. */
  get clients(): number {
    return this.#listener.clients;
  }

  close(): Promise<void> {
    return this.#listener.close();
  }
}

class MountAccess implements RtspAccess {
  readonly #mounts: ReadonlyMap<string, Mount>;
  readonly #gates = new Map<Mount, DigestGate>();

  constructor(mounts: ReadonlyMap<string, Mount>) {
    this.#mounts = mounts;
  }

  admit({ path, method, authorization }: RtspRequest): Admission {
    const mount = this.#mounts.get(path);
    if (!mount) return { ok: false, status: 404 };
    let gate = this.#gates.get(mount);
    if (!gate) this.#gates.set(mount, (gate = new DigestGate(mount.login)));
    if (!gate.admits(method, authorization))
      return { ok: false, status: 401, headers: { "WWW-Authenticate": gate.challenge } };
    return { ok: true, mountPoint: programmeOf(mount.source) };
  }

  closed(): void {}
}

function programmeOf(source: MediaSource): MountPoint {
  return {
    get video() {
      const { parameterSets, framesPerSecond } = source;
      return { codec: "h264", parameterSets, framesPerSecond } as const;
    },
    audio: source.audio,
    begun: [],
    subscribe: (listener) =>
      source.subscribe((unit) => {
        const wallMs = Date.now();
        if (unit.kind === "audio") return listener.unit({ ...unit, wallMs });
        const nals = unit.key ? [...source.parameterSets, ...unit.nals] : unit.nals;
        return listener.unit({ kind: "video", key: unit.key, nals, pts90k: unit.pts, wallMs });
      }),
  };
}
