/** Cameras in the network that could be registered. */
import { discover } from "#recorder/onvif/discovery.ts";
import type { Found } from "#recorder/onvif/found-device.ts";
import { isSameAddress } from "./camera-address.ts";
import type { Cameras } from "./cameras.ts";

const WAIT_MS = 2500;

interface Discovered extends Found {
  readonly registered: boolean;
}

export class CameraDiscovery {
  readonly #cameras: Cameras;
  /** ONVIF addresses on this machine that multicast does not reach */
  #local: readonly Found[] = [];
  #running: Promise<Found[]> | null = null;

  constructor(cameras: Cameras) {
    this.#cameras = cameras;
  }

  setLocal(found: readonly Found[]): void {
    this.#local = found;
  }

  /**
   * By IP, from a new search. One search at a time, shared by all who ask meanwhile, so that nobody can flood the
   * network.
   */
  async find(): Promise<Discovered[]> {
    this.#running ??= discover(WAIT_MS).finally(() => {
      this.#running = null;
    });
    const found = [...(await this.#running), ...this.#local];
    const registered = this.#cameras.all().map((row) => row.uri);
    // Devices spell their addresses in various ways, many with the default port.
    return found
      .map((one) => ({ ...one, registered: registered.some((uri) => isSameAddress(uri, one.url)) }))
      .sort((a, b) => order(a.ip) - order(b.ip) || a.url.localeCompare(b.url));
  }
}

const order = (ip: string): number => ip.split(".").reduce((sum, part) => sum * 256 + (Number(part) || 0), 0);
