/** Who hears of an event. A rule is data, because other servers on the same database follow it, too. */
import * as z from "zod/mini";
import { PERMISSIONS, type Permission } from "#domain/accounts/access.ts";
import { can, canSeeCamera, type Identity, viewsOnCamera } from "./identity.ts";

export type AudienceRule =
  | { readonly to: "everyone" }
  | { readonly to: "user"; readonly id: string }
  | { readonly to: "permission"; readonly permission: Permission }
  /** who sees the camera */
  | { readonly to: "camera"; readonly id: string }
  /** who sees the camera, and of its named views not only others */
  | { readonly to: "view"; readonly camera: string; readonly id: string }
  | { readonly to: "any" | "all"; readonly of: readonly AudienceRule[] };

export const everyone: AudienceRule = { to: "everyone" };
/** Whoever administers the server. */
export const administrators: AudienceRule = { to: "permission", permission: "config" };
export const theUser = (id: string): AudienceRule => ({ to: "user", id });
export const whoSees = (cameraId: string): AudienceRule => ({ to: "camera", id: cameraId });
export const whoSeesView = (camera: string, id: string): AudienceRule => ({ to: "view", camera, id });
export const anyOf = (...of: readonly AudienceRule[]): AudienceRule => ({ to: "any", of });
export const allOf = (...of: readonly AudienceRule[]): AudienceRule => ({ to: "all", of });

export function isMeant(rule: AudienceRule, who: Identity): boolean {
  switch (rule.to) {
    case "everyone":
      return true;
    case "user":
      return who.userId === rule.id;
    case "permission":
      return can(who, rule.permission);
    case "camera":
      return canSeeCamera(who, rule.id);
    case "view":
      return canSeeCamera(who, rule.camera) && (viewsOnCamera(who, rule.camera)?.includes(rule.id) ?? true);
    case "any":
      return rule.of.some((one) => isMeant(one, who));
    case "all":
      return rule.of.every((one) => isMeant(one, who));
  }
}

export const audienceRule: z.ZodMiniType<AudienceRule> = z.union([
  z.object({ to: z.literal("everyone") }),
  z.object({ to: z.literal("user"), id: z.string() }),
  z.object({ to: z.literal("permission"), permission: z.enum(PERMISSIONS) }),
  z.object({ to: z.literal("camera"), id: z.string() }),
  z.object({ to: z.literal("view"), camera: z.string(), id: z.string() }),
  z.object({ to: z.enum(["any", "all"]), of: z.array(z.lazy(() => audienceRule)) }),
]);
