/** English of the failures that the page that signs in can say. */
import { general } from "./general.ts";
import { session } from "./session.ts";

export const ofSignIn = {
  ...general,
  ...session,
};
