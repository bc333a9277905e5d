/** The licence of a recorder, and the service that activates it. */
import type { Cameras } from "#recorder/cameras/cameras.ts";
import { machineId } from "#recorder/core/machine-id.ts";
import type { StorageTag } from "#recorder/core/storage-tag.ts";
import type { Services } from "#recorder/http/services.ts";
import { ActivationService } from "#recorder/licensing/activation-service.ts";
import { readPublicKeys } from "#recorder/licensing/license-key.ts";
import { Licensing } from "#recorder/licensing/licensing.ts";
import type { Foundation } from "./foundation.ts";

export function makeLicensing(
  { settings, hub, journal, log, now, config, build, uuid }: Foundation,
  cameras: Cameras,
  storage: StorageTag,
): Pick<Services, "licensing" | "activation"> {
  const activation = new ActivationService(config.activation.url);
  const licensing = new Licensing({
    settings,
    cameras,
    hub,
    journal,
    log,
    storage,
    service: activation,
    keys: readPublicKeys([...build.licenseKeys, ...config.activation.keys]),
    machineId: machineId(uuid),
    version: build.version,
    now,
  });
  return { licensing, activation };
}
