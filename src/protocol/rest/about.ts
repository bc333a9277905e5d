import * as z from "zod/mini";
import { wireNumber } from "../scalars.ts";

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
  /** where the browser goes to sign in with it */
  googleAuthorization: z._default(z.string(), "https://accounts.google.com/o/oauth2/v2/auth"),
  /** user names look like user@domain */
  domainLogin: z._default(z.boolean(), false),
  /** directory login is used: the users screen is hidden */
  directoryLogin: z._default(z.boolean(), false),
  /** offer the low-bandwidth box; when not offered and not `webrtcOffered`, everything runs in low bandwidth */
  lowBandwidthOffered: z._default(z.boolean(), true),
  webrtcOffered: z._default(z.boolean(), true),
  /** smallest password of a new account */
  passwordMinLength: z._default(wireNumber, 4),
  rtspPort: z._default(wireNumber, 554),
  rtspProtocol: z._default(z.string(), "rtsp"),
  /** hosts that may embed the player and post credentials to it */
  embedOrigins: z._default(z.array(z.string()), []),
  supportUrl: z._default(z.string(), ""),
  /** the aggregator's setting groups.orchids.show; a recorder says it with its server */
  showInPanel: z.optional(z.boolean()),
});
export type About = z.infer<typeof about>;

/** GET and PATCH /service/settings (administrator). */
export const settings = z.object({
  agreement: z._default(z.string(), ""),
  greeting: z._default(z.string(), ""),
  googleClientId: z._default(z.string(), ""),
  lowBandwidthOffered: z._default(z.boolean(), true),
  passwordMinLength: z._default(wireNumber, 12),
  maxExportHours: z._default(z.nullable(wireNumber), null),
  maxPlayerCount: z._default(z.nullable(wireNumber), null),
  /** percent */
  cleanerThreshold: z._default(wireNumber, 85),
  supportUrl: z._default(z.string(), ""),
  groups: z._default(z.object({ orchids: z.object({ show: z.boolean() }) }), { orchids: { show: true } }),
});
export type Settings = z.infer<typeof settings>;

const httpUrl = z.string().check(z.regex(/^(https?:\/\/[^\s"'<>]{1,500})?$/));
export const settingsPatch = z.strictObject({
  agreement: z.optional(z.string().check(z.maxLength(20_000))),
  greeting: z.optional(z.string().check(z.maxLength(20_000))),
  googleClientId: z.optional(z.string().check(z.regex(/^[\w.-]{0,200}$/))),
  lowBandwidthOffered: z.optional(z.boolean()),
  /** document 2: 4 is the compatible minimum */
  passwordMinLength: z.optional(z.int().check(z.minimum(4), z.maximum(128))),
  maxExportHours: z.optional(z.nullable(z.number().check(z.positive(), z.maximum(8760)))),
  maxPlayerCount: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(256)))),
  cleanerThreshold: z.optional(z.number().check(z.minimum(10), z.maximum(99))),
  supportUrl: z.optional(httpUrl),
  groups: z.optional(z.strictObject({ orchids: z.strictObject({ show: z.boolean() }) })),
});
export type SettingsPatch = z.input<typeof settingsPatch>;

/** GET /service/apps: plugins. Url of a page: `#!/plugin/{rootpath}/{route}`; its frame shows `rootpath`/`source`. */
const relativePath = z.string().check(z.regex(/^(?![./])[\w./ -]{1,300}$/), z.regex(/^(?!.*(\/\.|\/\/))/));
const httpUrlOf = z.string().check(z.regex(/^https?:\/\/[^\s"'<>]{1,500}$/));
export const app = z.object({
  id: z.string(),
  version: z._default(z.string(), ""),
  rootpath: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)),
  name: z.string(),
  description: z._default(z.string(), ""),
  provider: z.optional(
    z.object({
      name: z.string(),
      /** data: address of an SVG or PNG picture */
      logo: z.optional(z.string().check(z.regex(/^data:image\/(svg\+xml|png)[;,]/))),
      support: z.optional(
        z.object({
          url: z.optional(httpUrlOf),
          email: z.optional(z.string().check(z.regex(/^[^\s@<>"]+@[^\s@<>"]+$/))),
          phone: z.optional(z.string().check(z.regex(/^[\d +()./-]{3,40}$/))),
        }),
      ),
    }),
  ),
  extensions: z.array(
    z.object({
      point: z.string(),
      extension: z.object({
        name: z.string(),
        route: z.string(),
        /** relative to the plugin's folder */
        source: relativePath,
        /** relative like it */
        iconSource: z.optional(relativePath),
        type: z._default(z.string(), "frame"),
      }),
    }),
  ),
});
export type App = z.infer<typeof app>;
export const appList = z.object({ href: z.optional(z.string()), apps: z.array(app) });
