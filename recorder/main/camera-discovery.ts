/** Cameras in the network that could be registered. */
import { discover, type Found } from "#recorder/onvif/discovery.ts";
import { isSameAddress } from "./camera-address.ts";
import type { Cameras } from "./cameras.ts";

const WAIT_MS = 2500;
const KEEP_MS = 10_000;

export interface Discovered extends Found {
  readonly registered: boolean;
}

export class CameraDiscovery {
  readonly #cameras: Cameras;
  readonly #now: () => number;
  /** ONVIF addresses on this machine that multicast does not reach */
  #local: readonly Found[] = [];
  #known: { atMs: number; found: Promise<Found[]> } | null = null;

  /** `now`: ms of a clock that nobody sets */
  constructor(cameras: Cameras, now: () => number) {
    this.#cameras = cameras;
    this.#now = now;
  }

  setLocal(found: readonly Found[]): void {
    this.#local = found;
  }

  /** By IP. One search at a time; its answer is good for 10 s. */
  async find(): Promise<Discovered[]> {
    const now = this.#now();
    if (!this.#known || now - this.#known.atMs > KEEP_MS) this.#known = { atMs: now, found: discover(WAIT_MS) };
    const found = [...(await this.#known.found), ...this.#local];
    const registered = this.#cameras.all().map((row) => row.uri);
    // Devices spell their addresses as they like, many with the port that goes without saying.
    return found
      .map((one) => ({ ...one, registered: registered.some((uri) => isSameAddress(uri, one.url)) }))
      .sort((a, b) => order(a.ip) - order(b.ip) || a.url.localeCompare(b.url));
  }
}

const order = (ip: string): number => ip.split(".").reduce((sum, part) => sum * 256 + (Number(part) || 0), 0);
