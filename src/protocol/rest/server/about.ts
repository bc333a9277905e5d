import * as z from "zod/mini";
import { wireNumber } from "#protocol/scalars.ts";

/** GET /service/about: what the page must know before anybody has signed in. Open to everyone, holds no secret. */
export const about = z.object({
  edition: z._default(z.enum(["standalone", "aggregator"]), "standalone"),
  version: z.string(),
  name: z._default(z.string(), ""),
  /** agreement to accept before signing in; empty = none */
  agreement: z._default(z.string(), ""),
  /** shown once after signing in; empty = none */
  greeting: z._default(z.string(), ""),
  /** empty = no Google button */
  googleClientId: z._default(z.string(), ""),
  /** the page at which the browser signs in with it */
  googleAuthorization: z._default(z.string(), "https://accounts.google.com/o/oauth2/v2/auth"),
  /** what the button of the company's sign-in says; empty = there is none */
  companyLabel: z._default(z.string(), ""),
  /** user names look like user@domain */
  domainLogin: z._default(z.boolean(), false),
  /** directory login is used: the users screen is hidden */
  directoryLogin: z._default(z.boolean(), false),
  /**
   * offer the low-bandwidth box; when it is not offered and `webrtcOffered` is false, everything runs in low bandwidth
   */
  lowBandwidthOffered: z._default(z.boolean(), true),
  webrtcOffered: z._default(z.boolean(), true),
  /** smallest password of a new account */
  passwordMinLength: z._default(wireNumber, 4),
  rtspPort: z._default(wireNumber, 554),
  rtspProtocol: z._default(z.string(), "rtsp"),
  /** hosts that may embed the player and post credentials to it */
  embedOrigins: z._default(z.array(z.string()), []),
  supportUrl: z._default(z.string(), ""),
  /** the aggregator's setting groups.orchids.show; a recorder sends it with its server */
  showInPanel: z.optional(z.boolean()),
});
export type About = z.infer<typeof about>;
