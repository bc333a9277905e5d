import * as z from "zod/mini";
import { wireId } from "#protocol/scalars.ts";

export const roleName = z.enum(["Live Viewer", "Viewer", "Manager", "Administrator"]);
export type RoleName = z.infer<typeof roleName>;

const permission = z.enum(["live", "playback", "export", "ptz", "stats", "config", "talk", "unmask", "share"]);
type Permission = z.infer<typeof permission>;

/** Permissions of newer servers that we do not know are dropped. */
const permissions = z.pipe(
  z.array(z.string()),
  z.transform((all) => all.filter((one): one is Permission => permission.safeParse(one).success)),
);

/** What a session may do: everywhere (`baseScope`), and on single cameras, where `cameraScopes` replaces it. */
export const sessionScope = z.object({
  baseScope: permissions,
  cameraScopes: z._default(
    z.array(z.object({ id: wireId, scope: permissions, views: z.optional(z.array(wireId)) })),
    [],
  ),
});

export const session = z.object({
  type: z._default(z.enum(["user", "remote"]), "user"),
  /** the secret: only the answer to a sign-in carries it in full; in lists it is a handle that grants no access */
  id: z.string(),
  href: z.optional(z.string()),
  name: z.string(),
  role: z.string(),
  scope: sessionScope,
  owner: z.optional(z.object({ id: wireId, href: z.optional(z.string()) })),
  /** seconds left */
  expiresIn: z.number(),
  userId: wireId,
  /** only in the answer to the sign-in that has set up the second factor: its recovery codes */
  recoveryCodes: z.optional(z.array(z.string())),
});
export type Session = z.infer<typeof session>;

export const sessionList = z.object({ href: z.string(), sessions: z.array(session) });
