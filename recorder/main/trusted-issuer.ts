/**
 * The one issuer whose tokens are believed: a parent product, or the page that embeds players. Tokens are HS256 by its
 * key, with `iat` and `exp`; a `role` claim names what they may do, without it they are a manager's.
 */
import { jwtVerify } from "jose";
import { isRole, type Role, ROLES, rolePermissions } from "#domain/access.ts";
import { type TrustedIssuer, trustedIssuer, type TrustedIssuerWrite } from "#protocol/rest/issuer.ts";
import { hashSecret } from "#recorder/store/ids.ts";
import type { Vault } from "#recorder/store/vault.ts";
import type { EventHub } from "./event-hub.ts";
import type { Identity } from "./identity.ts";
import type { SettingsStore } from "./settings-store.ts";

const SETTING = "trusted-issuer";
const OWNER = "trusted-issuer";
/** What is posted into a browser must not be an administrator's by oversight. */
const DEFAULT_ROLE: Role = "Manager";
const MAX_TOKEN_LIFE_S = 30 * 86_400;
const CLOCK_TOLERANCE_S = 5;
const PREFIX = "issuer:";

/** Whether a user id stands for the issuer in one of the roles; such users have no account. */
export const isIssuerUser = (userId: string): boolean => userId.startsWith(PREFIX);

export class TrustedIssuers {
  readonly #settings: SettingsStore;
  readonly #vault: Vault;
  readonly #hub: EventHub;
  readonly #now: () => number;
  #known: { shown: TrustedIssuer; key: Uint8Array } | null | undefined;

  constructor(settings: SettingsStore, vault: Vault, hub: EventHub, now: () => number) {
    this.#settings = settings;
    this.#vault = vault;
    this.#hub = hub;
    this.#now = now;
  }

  async get(): Promise<TrustedIssuer | null> {
    return (await this.#read())?.shown ?? null;
  }

  /** Replaces the one before; its tokens end. */
  async set(issuer: TrustedIssuerWrite): Promise<TrustedIssuer> {
    const { id, description, uri, key } = issuer;
    const shown = { id, description, uri };
    await this.#settings.setInternal(SETTING, this.#vault.seal(JSON.stringify({ ...shown, k: key.k }), OWNER));
    this.#changed();
    return shown;
  }

  /** False when there was none. */
  async remove(): Promise<boolean> {
    if (!(await this.#read())) return false;
    await this.#settings.setInternal(SETTING, "");
    this.#changed();
    return true;
  }

  /** Who a token stands for, null when it is not valid (any more). */
  async verify(token: string, via: Identity["via"]): Promise<Identity | null> {
    const issuer = await this.#read();
    if (!issuer || token.length > 4096) return null;
    try {
      const { payload } = await jwtVerify(token, issuer.key, {
        algorithms: ["HS256"],
        requiredClaims: ["iat", "exp"],
        maxTokenAge: MAX_TOKEN_LIFE_S,
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: new Date(this.#now()),
      });
      const { role = DEFAULT_ROLE, exp = 0 } = payload;
      // A role that is named but not known may do nothing.
      if (!isRole(role)) return null;
      return identityAs(role, issuer.shown, via, {
        hash: hashSecret(token),
        handle: "jwt",
        expiresMs: exp * 1000,
      });
    } catch {
      return null;
    }
  }

  /** The identity of an issuer's user id (for tickets and open sockets), null when the issuer is gone. */
  async byUserId(userId: string): Promise<Identity | null> {
    const role = userId.slice(PREFIX.length);
    const issuer = await this.#read();
    return issuer && isRole(role) ? identityAs(role, issuer.shown, "ticket", null) : null;
  }

  #changed(): void {
    this.#known = undefined;
    for (const role of ROLES) this.#hub.end({ userId: PREFIX + role }, "user-logged-out", "sessions", "jwt");
  }

  async #read(): Promise<{ shown: TrustedIssuer; key: Uint8Array } | null> {
    if (this.#known !== undefined) return this.#known;
    const sealed = await this.#settings.internal(SETTING);
    const text = sealed === null || sealed === "" ? null : this.#vault.open(sealed, OWNER);
    this.#known = text === null ? null : readStored(text);
    return this.#known;
  }
}

function readStored(text: string): { shown: TrustedIssuer; key: Uint8Array } | null {
  const stored: unknown = JSON.parse(text);
  const shown = trustedIssuer.safeParse(stored);
  if (!shown.success || typeof stored !== "object" || stored === null || !("k" in stored)) return null;
  return { shown: shown.data, key: Buffer.from(String(stored.k), "base64url") };
}

const identityAs = (
  role: Role,
  issuer: TrustedIssuer,
  via: Identity["via"],
  session: Identity["session"],
): Identity => ({
  userId: PREFIX + role,
  username: issuer.description === "" ? issuer.id : issuer.description,
  role,
  superUser: false,
  scope: { baseScope: [...rolePermissions[role]], cameraScopes: [] },
  via,
  session,
});
