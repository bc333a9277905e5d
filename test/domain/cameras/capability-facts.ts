import type { CapabilityGroup } from "#domain/cameras/capabilities.ts";

/** A capability that is a whole number. */
export const int = (min: number, max: number, standard = min) => ({
  type: "int" as const,
  min,
  max,
  default: standard,
});
/** A capability that is a choice; the settings that an option adds are under its name. */
export const choice = (options: string[], standard: string, capabilities: Record<string, CapabilityGroup> = {}) => ({
  type: "enum" as const,
  options,
  default: standard,
  capabilities,
});
