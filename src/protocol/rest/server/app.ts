import * as z from "zod/mini";

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
        /** relative to the plugin's folder, too */
        iconSource: z.optional(relativePath),
        type: z._default(z.string(), "frame"),
      }),
    }),
  ),
});
export type App = z.infer<typeof app>;
export const appList = z.object({ href: z.optional(z.string()), apps: z.array(app) });
