/** Lenses that other cameras of the same model were given: what was set for one of them fits its copies. */
import { parseDewarpConfig } from "#domain/dewarp/config.ts";
import type { Lens } from "#domain/dewarp/lens.ts";
import type { AdminCamera } from "./camera-admin-actions.ts";

export interface ModelLens {
  /** the camera that has it */
  readonly name: string;
  readonly lens: Lens;
}

/** More would be a list to read instead of a value to take. */
const OFFERED_MAX = 3;

/** By name; lenses with the same values are offered once. Empty where the camera does not say its model. */
export function lensesOfModel(cameras: readonly AdminCamera[], own: AdminCamera): readonly ModelLens[] {
  const model = modelOf(own);
  if (model === null) return [];
  const offered = new Map<string, ModelLens>();
  for (const camera of cameras.toSorted((a, b) => a.name.localeCompare(b.name))) {
    if (camera.id === own.id || modelOf(camera) !== model) continue;
    const lens = lensOf(camera);
    const values = JSON.stringify(lens);
    if (lens && !offered.has(values)) offered.set(values, { name: camera.name, lens });
  }
  return [...offered.values()].slice(0, OFFERED_MAX);
}

/** The lens of its primary stream, or else of another one. */
function lensOf({ primaryStream, streams }: AdminCamera): Lens | null {
  const isPrimary = (id: string): number => (id === primaryStream?.id ? 0 : 1);
  for (const { dewarpConfiguration } of streams.toSorted((a, b) => isPrimary(a.id) - isPrimary(b.id))) {
    const config = parseDewarpConfig(dewarpConfiguration ?? {});
    if (config.ok && config.value.lens) return config.value.lens;
  }
  return null;
}

/** Maker and model, as they are compared; null: not known. */
function modelOf({ configuration: { Manufacturer = "", Model = "" } }: AdminCamera): string | null {
  const model = Model.trim().toLowerCase();
  return model === "" ? null : `${Manufacturer.trim().toLowerCase()}\n${model}`;
}
