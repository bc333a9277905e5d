import { ok, type Result } from "#base/result.ts";
import { companyName, grantedTo, type GrantRules, isRuled, ruled } from "#domain/accounts/company-sign-in.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import type { UserRow } from "#recorder/store/tables/account-rows.ts";
import type { Sessions } from "../sessions.ts";
import type { Admission, Users } from "../users.ts";
import type { Granting } from "./granting.ts";

/** Somebody whom the company has verified. */
interface Person {
  readonly by: Admission["by"];
  /** who they are, as long as they exist there */
  readonly subject: string;
  /** as the company says it; it may be no name for an account */
  readonly name: unknown;
  /** null: there are too many to say */
  readonly groups: readonly string[] | null;
  readonly email: string;
}
interface AdmissionRules {
  readonly rules: GrantRules;
  readonly makesAccounts: boolean;
  /** empty = an administrator */
  readonly contact: string;
  readonly nameClaim: string;
}
interface Admitted {
  readonly user: UserRow;
  readonly isNew: boolean;
}

/** Makes the account of a verified person, or finds it, and gives it what the groups there grant now. */
export class CompanyAccounts {
  readonly #users: Users;
  readonly #sessions: Pick<Sessions, "ends">;
  readonly #granting: Granting;

  constructor(users: Users, sessions: Pick<Sessions, "ends">, granting: Granting) {
    this.#users = users;
    this.#sessions = sessions;
    this.#granting = granting;
  }

  /** The first thing that rules name and that cannot be granted here; undefined = all can. */
  unknownIn({ grants, others }: GrantRules): string | undefined {
    const named = [...grants.map((one) => one.grants), ...(others === "" ? [] : [others])];
    return named.find((one) => !this.#granting.knows(one));
  }

  /** Failures: company/no-role, company/no-account, company/name-..., company/too-many-groups; each says whom to ask. */
  async admit(person: Person, by: AdmissionRules): Promise<Result<Admitted, Failure>> {
    const cause = whomToAsk(by.contact);
    const name = companyName(person.name);
    if (name === null) return refuse("company/name-unfit", { claim: by.nameClaim, cause });
    if (person.groups === null && by.rules.grants.length > 0) return refuse("company/too-many-groups", { cause });
    const granted = grantedTo(person.groups ?? [], by.rules).filter((one) => this.#granting.knows(one));
    const isGoverned = isRuled(by.rules);
    if (isGoverned && granted.length === 0) {
      await this.#expel(person, by.rules);
      return refuse("company/no-role", { name, cause });
    }
    const role = by.makesAccounts && isGoverned ? this.#granting.newRole(granted) : null;
    const { by: kind, subject, email } = person;
    const found = await this.#users.admit({ by: kind, subject, username: name, role, email });
    if (!found.ok)
      return refuse(found.error.code === "user/exists" ? "company/name-taken" : "company/no-account", { name, cause });
    const given = isGoverned ? await this.#granting.give(found.value.user, granted, ruled(by.rules)) : ok(null);
    if (!given.ok) return given;
    const { isNew, user } = found.value;
    return ok({ isNew, user: (await this.#users.row(user.id)) ?? user });
  }

  /** Nothing grants them anything any more: what is open ends, and the memberships that the rules gave go. */
  async #expel({ by, subject }: Person, rules: GrantRules): Promise<void> {
    const user = await this.#users.admitted(by, subject);
    if (!user) return;
    await this.#sessions.ends.endAll(user.id, null);
    // The last administrator keeps the membership: the account cannot sign in anyway.
    await this.#granting.give(user, [], ruled(rules));
  }
}

export const whomToAsk = (contact: string): Failure =>
  contact === "" ? failure("company/ask-administrator") : failure("company/ask", { contact });
