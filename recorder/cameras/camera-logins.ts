/** With which login a camera is asked, and where it may be dialled. */
import type { AddressPolicy } from "#recorder/net/address-policy.ts";
import type { CameraRow } from "#recorder/store/tables/camera-rows.ts";
import type { Vault } from "#recorder/store/vault.ts";
import { isSameServer } from "./camera-address.ts";
import type { Credentials } from "./stream-specs.ts";

const NOBODY: Credentials = { username: "", password: "" };

export class CameraLogins {
  readonly #vault: Vault;
  readonly #policy: AddressPolicy;

  constructor(vault: Vault, policy: AddressPolicy) {
    this.#vault = vault;
    this.#policy = policy;
  }

  /** As the row of this camera keeps it. */
  seal(credentials: Credentials, cameraId: string): string {
    return this.#vault.seal(JSON.stringify(credentials), cameraId);
  }

  /** Where this camera may be dialled; null = anywhere: the demo cameras are our own and live on this machine. */
  network(row: CameraRow): AddressPolicy | null {
    return row.demo_key === null ? this.#policy : null;
  }

  of(row: CameraRow): Credentials {
    const opened = this.#vault.open(row.credentials, row.id);
    return opened === null ? NOBODY : (JSON.parse(opened) as Credentials);
  }

  /**
   * What a stream's address is asked with. An address that somebody typed gets the camera's login only where that goes anyway:
   * else whoever may name addresses could have the password sent to one of their own. ONVIF cameras name theirs themselves.
   */
  at(row: CameraRow, uri: string): Credentials {
    return row.driver === "ONVIF" || isSameServer(row.uri, uri) ? this.of(row) : NOBODY;
  }
}
