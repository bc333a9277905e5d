import type { Visitor } from "#domain/accounts/access.ts";

/** A user who is signed in at a standalone server, unless told otherwise. */
export const visitor = (role: Visitor["role"], more: Partial<Visitor> = {}): Visitor => ({
  edition: "standalone",
  signedIn: true,
  role,
  admin: false,
  singlePlayer: false,
  directoryLogin: false,
  ...more,
});
