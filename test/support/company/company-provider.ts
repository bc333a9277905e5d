/** A company's OpenID Connect provider (oidc-provider, a certified one) on this machine, and a browser that clicks through its pages. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider, type Configuration } from "oidc-provider";

interface Employee {
  readonly name: string;
  readonly groups?: readonly string[];
  readonly email?: string;
  readonly emailVerified?: boolean;
  readonly claims?: Readonly<Record<string, unknown>>;
}
export const CLIENT_ID = "wall";
export const CLIENT_SECRET = "a secret of the wall and its provider";

export class CompanyProvider {
  readonly issuer: string;
  /** whoever is in it can sign in, with any password */
  readonly employees = new Map<string, Employee>();
  readonly #server: Server;

  private constructor(server: Server, issuer: string) {
    this.#server = server;
    this.issuer = issuer;
  }

  /** `here`: the public address of the server whose users sign in. `told`: where it hears of sign-outs. */
  static async open(here: string, told = here, more: Configuration = {}): Promise<CompanyProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const opened = new CompanyProvider(server, issuer);
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          redirect_uris: [`${here}/service/sessions/company`],
          post_logout_redirect_uris: [`${here}/`],
          backchannel_logout_uri: `${told}/service/sessions/company/end`,
          backchannel_logout_session_required: true,
        },
      ],
      cookies: { keys: ["only", "for", "tests"] },
      // Its own refuses this machine's addresses.
      fetch: (url, options = {}) =>
        fetch(url, { method: options.method ?? "GET", headers: options.headers ?? {}, body: options.body ?? null }),
      // Its own defaults are the same and print a notice each.
      ttl: { AccessToken: 3600, Grant: 3600, IdToken: 3600, Interaction: 3600, Session: 3600 },
      claims: {
        openid: ["sub"],
        profile: ["preferred_username", "realm_access", "_claim_names"],
        email: ["email", "email_verified"],
        groups: ["groups"],
      },
      scopes: ["openid", "profile", "email", "groups"],
      features: { backchannelLogout: { enabled: true }, rpInitiatedLogout: { enabled: true } },
      findAccount: (_ctx, id) => {
        const employee = opened.employees.get(id);
        if (!employee) return undefined;
        const { name, groups = [], email, emailVerified = true, claims = {} } = employee;
        const mail = email === undefined ? {} : { email, email_verified: emailVerified };
        const all = { sub: id, preferred_username: name, groups: [...groups], ...mail, ...claims };
        return { accountId: id, claims: () => Promise.resolve(all) };
      },
      ...more,
    });
    // It prints each error that a test provokes.
    provider.on("server_error", () => undefined);
    const answer = provider.callback();
    server.on("request", (request, response) => void answer(request, response));
    return opened;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Follows redirects and fills in the provider's forms, with a jar of cookies. */
export class Surfer {
  readonly #cookies = new Map<string, string>();

  /** Signs in as `login` on the way from `address`. The answer is the first address that begins with `until`. */
  async surf(address: string, until: string, login: string): Promise<string> {
    let next = { url: address, form: null as URLSearchParams | null };
    for (let steps = 0; steps < 20; steps += 1) {
      if (next.url.startsWith(until)) return next.url;
      const answer = await fetch(next.url, {
        redirect: "manual",
        method: next.form === null ? "GET" : "POST",
        headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
        ...(next.form === null ? {} : { body: next.form }),
      });
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (value === "") this.#cookies.delete(name);
        else this.#cookies.set(name, value);
      }
      const location = answer.headers.get("location");
      if (location !== null) next = { url: new URL(location, next.url).href, form: null };
      else next = filledIn(await answer.text(), next.url, login);
    }
    throw new Error(`it did not come to ${until}`);
  }
}

function filledIn(page: string, url: string, login: string): { url: string; form: URLSearchParams } {
  const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
  if (action === undefined) throw new Error(page.replaceAll(/<style>[\s\S]*<\/style>/g, "").slice(0, 2000));
  const form = new URLSearchParams();
  for (const [input] of page.matchAll(/<input[^>]*type="hidden"[^>]*>/g))
    form.set(/name="([^"]+)"/.exec(input)?.[1] ?? "", /value="([^"]*)"/.exec(input)?.[1] ?? "");
  if (page.includes('name="login"')) {
    form.set("login", login);
    form.set("password", "whatever they typed there");
  }
  if (page.includes('name="logout"')) form.set("logout", "yes");
  return { url: new URL(action.replaceAll("&amp;", "&"), url).href, form };
}
