/** What the groups add up to for each account, remembered because every call asks for it. */
import type { Scope } from "#domain/accounts/access.ts";
import {
  type PermissionGroup,
  rightsOfUser,
  rightsOnServer,
  scopeOfServer,
  seesCamera,
  type UserRights,
} from "#domain/accounts/permission-groups.ts";
import type { RegisteredServers, Rights } from "../servers/contracts.ts";
import { type SharedLooks, withLooks } from "./shared-looks.ts";

export const ADMINISTRATOR = "Administrator";
/** Limit of accounts whose added-up rights are kept. */
const MAX_REMEMBERED = 5000;

export interface AccountRole {
  readonly id: string;
  /** of the account itself: Administrator or "" */
  readonly role: string;
}

interface Facts {
  readonly groups: () => readonly PermissionGroup[];
  readonly looks: () => SharedLooks;
  readonly servers: Pick<RegisteredServers, "list" | "onChange">;
}
interface Remembered {
  readonly rights: UserRights;
  readonly scopes: Map<string, Scope>;
  shown: Rights | null;
}

export class RememberedRights {
  readonly #facts: Facts;
  readonly #byAccount = new Map<string, Remembered>();

  constructor(facts: Facts) {
    this.#facts = facts;
    // Rights name cameras, so they change when cameras change.
    facts.servers.onChange(() => this.forget());
  }

  /** Groups or shared views have changed. */
  forget(): void {
    this.#byAccount.clear();
  }

  of(user: AccountRole): UserRights {
    return this.#of(user).rights;
  }

  shown(user: AccountRole): Rights {
    const own = this.#of(user);
    own.shown ??= {
      role: own.rights.admin ? ADMINISTRATOR : "",
      scope: own.rights.admin ? scopeOfServer(rightsOnServer(own.rights, "")) : this.#camerasSeen(own.rights),
    };
    return own.shown;
  }

  scopeOn(user: AccountRole, orchidId: string): Scope {
    const own = this.#of(user);
    const scope =
      own.scopes.get(orchidId) ??
      withLooks(scopeOfServer(rightsOnServer(own.rights, orchidId)), orchidId, this.#facts.looks());
    own.scopes.set(orchidId, scope);
    return scope;
  }

  #of(user: AccountRole): Remembered {
    const key = `${user.role} ${user.id}`;
    const known = this.#byAccount.get(key);
    if (known) return known;
    if (this.#byAccount.size >= MAX_REMEMBERED) this.#byAccount.clear();
    const rights = rightsOfUser({ id: user.id, admin: user.role === ADMINISTRATOR }, this.#facts.groups());
    const made: Remembered = { rights, scopes: new Map(), shown: null };
    this.#byAccount.set(key, made);
    return made;
  }

  #camerasSeen(rights: UserRights): Scope {
    const cameraScopes = this.#facts.servers.list().flatMap(({ id: orchidId, cameras }) => {
      const on = rightsOnServer(rights, orchidId);
      return cameras.flatMap(({ id }) =>
        seesCamera(on, id) ? [{ id, ...(on.cameras.get(id) ?? { scope: on.base }) }] : [],
      );
    });
    return { baseScope: [], cameraScopes };
  }
}
