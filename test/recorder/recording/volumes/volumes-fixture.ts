import type { VolumeSpec } from "#domain/recordings/volume.ts";

export const volume = (name: string, path: string, more: Partial<VolumeSpec> = {}): VolumeSpec => ({
  name,
  path,
  role: "record",
  reserveBytes: 0,
  weight: 1,
  ...more,
});
