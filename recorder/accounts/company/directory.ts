/** One LDAP directory: who somebody is, by a bind with their password. Referrals are not followed. */
import { type Client, type Entry, ResultCodeError } from "ldapts";
import { ok, type Result } from "#base/result.ts";
import { bindNameFor, filterFor, groupFilterFor } from "#domain/accounts/directory-names.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import type { DirectorySignInWrite } from "#protocol/rest/accounts/directory.ts";
import type { AddressPolicy } from "#recorder/net/address-policy.ts";
import { connected, TIMEOUT_MS, wordsOf } from "./directory-connection.ts";

/** More groups of one person are not read: administrators map a few of them to roles. */
const GROUPS_MAX = 1000;
/** What names an entry for as long as it exists: OpenLDAP and others, Active Directory, 389. */
const IDS = ["entryUUID", "objectGUID", "nsUniqueId", "ipaUniqueID"];

export type StoredDirectory = Omit<DirectorySignInWrite, "bindPassword"> & { readonly bindPassword: string };

interface Found {
  readonly dn: string;
  /** of the entry as long as it exists there */
  readonly id: string;
  readonly name: string;
  readonly groups: readonly string[];
  readonly email: string;
}

/**
 * Who has this name and password. Failures: session/wrong, directory/unreachable, directory/certificate,
 * directory/forbidden-address, directory/bind-refused, directory/search-refused, directory/several.
 */
export function verifyPerson(
  of: StoredDirectory,
  name: string,
  password: string,
  policy: AddressPolicy,
): Promise<Result<Found, Failure>> {
  // A bind with an empty password is an anonymous one, and directories let it pass.
  if (password === "") return Promise.resolve(refuse("session/wrong"));
  return connected(of, policy, async (client) => {
    if (of.userDn !== "") {
      if (!(await isRight(client, bindNameFor(of.userDn, name), password))) return refuse("session/wrong");
      const own = await look(client, of, name);
      return own.ok && own.value === null ? refuse("directory/search-refused", { message: of.base }) : whoIs(own);
    }
    const ready = await bindSelf(client, of);
    if (!ready.ok) return ready;
    const entry = await look(client, of, name);
    if (!entry.ok || entry.value === null) return whoIs(entry);
    return (await isRight(client, entry.value.dn, password)) ? ok(entry.value) : refuse("session/wrong");
  });
}

/** What administrators see when they try it: whether somebody of this name is found, and in which groups. */
export function findPerson(
  of: StoredDirectory,
  name: string,
  policy: AddressPolicy,
): Promise<Result<Found | null, Failure>> {
  return connected(of, policy, async (client) => {
    const ready = await bindSelf(client, of);
    if (!ready.ok) return ready;
    return name === "" ? ok(null) : look(client, of, name);
  });
}

const whoIs = (entry: Result<Found | null, Failure>): Result<Found, Failure> =>
  !entry.ok ? entry : entry.value === null ? refuse("session/wrong") : ok(entry.value);

async function bindSelf(client: Client, { bindDn, bindPassword }: StoredDirectory): Promise<Result<null, Failure>> {
  if (bindDn === "") return ok(null);
  try {
    await client.bind(bindDn, bindPassword);
    return ok(null);
  } catch (error) {
    if (!(error instanceof ResultCodeError)) throw error;
    return refuse("directory/bind-refused", { message: wordsOf(error) });
  }
}

/** Any refusal by the directory is a wrong password: it may say that the account is locked, and that is not for everybody. */
async function isRight(client: Client, dn: string, password: string): Promise<boolean> {
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    if (error instanceof ResultCodeError) return false;
    throw error;
  }
}

/** The one entry of this name; null = there is none. */
async function look(client: Client, of: StoredDirectory, name: string): Promise<Result<Found | null, Failure>> {
  const { base, filter, nameAttribute, groupsAttribute } = of;
  const more = groupsAttribute === "" ? [] : [groupsAttribute];
  let entries: readonly Entry[];
  try {
    const answer = await client.search(base, {
      scope: "sub",
      derefAliases: "never",
      filter: filterFor(filter, name),
      // Two entries are enough to see that the name is not the name of one person.
      sizeLimit: 2,
      timeLimit: TIMEOUT_MS / 1000,
      attributes: [nameAttribute, "mail", ...more, ...IDS],
      explicitBufferAttributes: ["objectGUID"],
    });
    entries = answer.searchEntries;
  } catch (error) {
    if (!(error instanceof ResultCodeError)) throw error;
    return refuse("directory/search-refused", { message: wordsOf(error) });
  }
  if (entries.length > 1) return refuse("directory/several", { name });
  const [entry] = entries;
  // A bind without a name is an anonymous one, whatever the password is.
  if (!entry || entry.dn === "") return ok(null);
  const found = foundOf(entry, of);
  const named = await groupsNaming(client, of, found.dn);
  return named.ok ? ok({ ...found, groups: [...new Set([...found.groups, ...named.value])] }) : named;
}

/** Groups that name this person as a member, by their whole names. */
async function groupsNaming(client: Client, of: StoredDirectory, dn: string): Promise<Result<string[], Failure>> {
  if (of.groupsBase === "") return ok([]);
  try {
    const { searchEntries } = await client.search(of.groupsBase, {
      scope: "sub",
      derefAliases: "never",
      filter: groupFilterFor(of.groupsFilter, dn),
      sizeLimit: GROUPS_MAX,
      timeLimit: TIMEOUT_MS / 1000,
      // "1.1" asks for no attributes (RFC 4511): the name of the entry is enough.
      attributes: ["1.1"],
    });
    return ok(searchEntries.map((group) => group.dn));
  } catch (error) {
    if (!(error instanceof ResultCodeError)) throw error;
    return refuse("directory/search-refused", { message: wordsOf(error) });
  }
}

function foundOf(entry: Entry, { nameAttribute, groupsAttribute }: StoredDirectory): Found {
  const id = IDS.flatMap((attribute) => {
    const value = [entry[attribute] ?? []].flat()[0];
    return value === undefined ? [] : [`${attribute} ${Buffer.isBuffer(value) ? value.toString("hex") : value}`];
  })[0];
  return {
    dn: entry.dn,
    id: id ?? `dn ${entry.dn.toLowerCase()}`,
    name: textsOf(entry[nameAttribute])[0] ?? "",
    groups: groupsAttribute === "" ? [] : textsOf(entry[groupsAttribute]),
    email: textsOf(entry["mail"])[0]?.slice(0, 320) ?? "",
  };
}

const textsOf = (value: Entry[string] | undefined): string[] => [value ?? []].flat().map(String);
