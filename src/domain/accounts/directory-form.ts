/** The form in which administrators set up the company's directory: what is wrong with each field, and what is sent. [ours] */
import { type Failure, failure } from "../failures/failure.ts";
import type { Grant, GrantRules } from "./company-sign-in.ts";
import { NAME_PLACE, PERSON_PLACE } from "./directory-names.ts";

/** As the server has it; it never says the password. */
interface DirectoryFields extends GrantRules {
  readonly address: string;
  readonly startTls: boolean;
  readonly ca: string;
  readonly bindDn: string;
  readonly userDn: string;
  readonly base: string;
  readonly filter: string;
  readonly nameAttribute: string;
  readonly groupsAttribute: string;
  readonly groupsBase: string;
  readonly groupsFilter: string;
  readonly makesAccounts: boolean;
  readonly contact: string;
}
/** `bindPassword` null keeps the one before. */
export type DirectoryAsk = DirectoryFields & { readonly bindPassword: string | null };
export type DirectoryForm = Omit<DirectoryFields, "grants"> & {
  readonly grants: readonly Grant[];
  readonly bindPassword: string;
};

const NEW: DirectoryFields = {
  address: "ldaps://",
  startTls: false,
  ca: "",
  bindDn: "",
  userDn: "",
  base: "",
  filter: "(uid={name})",
  nameAttribute: "uid",
  groupsAttribute: "memberOf",
  groupsBase: "",
  groupsFilter: "(member={dn})",
  grants: [],
  others: "",
  makesAccounts: true,
  contact: "",
};

/** Only what is sent back: the server refuses what it alone says, that there is a password. */
export function directoryForm(now: (DirectoryFields & { readonly hasPassword?: boolean }) | null): DirectoryForm {
  const { hasPassword: _, ...fields } = now ?? { ...NEW, hasPassword: false };
  return { ...fields, bindPassword: "" };
}

const ADDRESS = /^ldaps?:\/\/([\w.-]+|\[[0-9a-fA-F:.]+\])(:\d{1,5})?$/;
const ATTRIBUTE = /^[A-Za-z][\w;.-]{0,100}$/;

/** What is wrong with each field, or null. */
export function directoryFaults(form: DirectoryForm): Partial<Record<keyof DirectoryForm, Failure | null>> {
  const required = (isThere: boolean) => (isThere ? null : failure("company/field-required"));
  const place = failure("directory/name-place", { place: NAME_PLACE });
  return {
    address: ADDRESS.test(form.address.trim()) ? null : failure("directory/address"),
    base: required(form.base.trim() !== ""),
    filter: /^\(.*\{name\}.*\)$/.test(form.filter.trim()) ? null : place,
    userDn: form.userDn.trim() === "" || form.userDn.includes(NAME_PLACE) ? null : place,
    nameAttribute: required(ATTRIBUTE.test(form.nameAttribute.trim())),
    groupsAttribute: required(form.groupsAttribute.trim() === "" || ATTRIBUTE.test(form.groupsAttribute.trim())),
    groupsFilter: /^\(.*\{dn\}.*\)$/.test(form.groupsFilter.trim())
      ? null
      : failure("directory/name-place", { place: PERSON_PLACE }),
    grants: form.grants.every(({ group, grants }) => group.trim() !== "" && grants !== "")
      ? null
      : failure("company/grant-incomplete"),
  };
}

/** The body to send. An empty password keeps the one before, where there is one. */
export const directoryAsk = (form: DirectoryForm): DirectoryAsk => ({
  ...form,
  address: form.address.trim(),
  ca: form.ca.trim(),
  bindDn: form.bindDn.trim(),
  userDn: form.userDn.trim(),
  base: form.base.trim(),
  filter: form.filter.trim(),
  nameAttribute: form.nameAttribute.trim(),
  groupsAttribute: form.groupsAttribute.trim(),
  groupsBase: form.groupsBase.trim(),
  groupsFilter: form.groupsFilter.trim(),
  contact: form.contact.trim(),
  grants: form.grants.map(({ group, grants }) => ({ group: group.trim(), grants })),
  bindPassword: form.bindPassword === "" ? null : form.bindPassword,
});
