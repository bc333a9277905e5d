/**
 * The same account on every server (document 2, sections 2, 6 and 8): the effect of creating, replicating and deleting
 * it on each of them. This file only plans; the action of the confirmation dialog carries the rows out.
 */
import { type Failure, failure } from "../failures/failure.ts";
import { bulkDeleteAction, isProtected } from "./users.ts";

export interface ServerAccount {
  readonly id: string;
  readonly username: string;
  readonly role: string;
  readonly superUser: boolean;
}
export interface SurveyedServer {
  readonly orchidId: string;
  readonly name: string;
  /** host and port, as failures name it */
  readonly host: string;
  /** null: the server did not answer */
  readonly users: readonly ServerAccount[] | null;
}
/** `password` null keeps the old one. */
export interface AccountChange {
  readonly username: string;
  readonly role: string;
  readonly password: string | null;
}
type BulkStep =
  | { readonly kind: "none" }
  | { readonly kind: "create"; readonly account: AccountChange }
  | { readonly kind: "update"; readonly userId: string; readonly account: AccountChange }
  | { readonly kind: "remove"; readonly userId: string };

/** One row of a confirmation. */
export interface BulkPlanRow {
  readonly orchidId: string;
  readonly server: string;
  readonly host: string;
  /** false: the server could not be asked for its accounts */
  readonly answered: boolean;
  readonly existing: ServerAccount | null;
  readonly step: BulkStep;
  /** what will happen, or why nothing will */
  readonly effect: Failure;
  /** its apply box can be used */
  readonly applicable: boolean;
}
export type BulkPlan = (servers: readonly SurveyedServer[]) => readonly BulkPlanRow[];

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

type Decision = readonly [BulkStep, Failure];
const nothing = (effect: Failure): Decision => [{ kind: "none" }, effect];

/** A row for each server; `decide` is called for servers that answered. */
const planned =
  (username: string, decide: (existing: ServerAccount | null, users: readonly ServerAccount[]) => Decision): BulkPlan =>
  (servers) =>
    servers.map(({ orchidId, name, host, users }) => {
      const existing = users?.find((user) => sameName(user.username, username)) ?? null;
      const [step, effect] = users === null ? nothing(failure("bulk/no-query")) : decide(existing, users);
      return {
        orchidId,
        server: name,
        host,
        answered: users !== null,
        existing,
        step,
        effect,
        applicable: step.kind !== "none",
      };
    });

/** Create on all servers: a server that has an account of this name already is left alone. */
export const planCreate = (account: AccountChange): BulkPlan =>
  planned(account.username, (existing) =>
    existing ? nothing(failure("bulk/exists")) : [{ kind: "create", account }, failure("bulk/created")],
  );

/** Delete on all servers; each server's protected accounts stay. */
export const planDelete = (username: string): BulkPlan =>
  planned(username, (existing) => {
    if (existing && isProtected(existing, "server")) return nothing(failure("bulk/protected"));
    const { effect } = bulkDeleteAction({ server: "", user: existing ?? undefined });
    return existing ? [{ kind: "remove", userId: existing.id }, effect] : nothing(effect);
  });

/**
 * Replicate a change: the account with the name `before` becomes `account` on each server that has it. `alsoCreate`: it
 * is made on the others, which needs a password.
 */
export const planReplicate = (before: string, account: AccountChange, alsoCreate: boolean): BulkPlan =>
  planned(before, (existing, users) => {
    const renames = !sameName(before, account.username);
    if (renames && users.some((user) => sameName(user.username, account.username)))
      return nothing(failure("bulk/name-taken"));
    if (!existing)
      return alsoCreate && account.password !== null
        ? [{ kind: "create", account }, failure("bulk/created")]
        : nothing(failure("bulk/no-user"));
    const locked = isProtected(existing, "server");
    // Name and role of such an account cannot change; its password can.
    const change = locked ? { ...account, username: existing.username, role: existing.role } : account;
    const differs = change.password !== null || change.username !== existing.username || change.role !== existing.role;
    if (!differs) return nothing(failure(locked ? "bulk/protected" : "bulk/same"));
    return [{ kind: "update", userId: existing.id, account: change }, failure("bulk/updated")];
  });
