/** Recovery codes stand in for a second factor, each once. They are stored as hashes. */
import { randomBytes } from "node:crypto";
import { hashSecret } from "#recorder/store/ids.ts";
import type { UserRow } from "#recorder/store/tables/account-rows.ts";
import { base32, plainCode } from "./one-time-codes.ts";

const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;

/** 80 bits each, in groups of four letters. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    (base32(randomBytes(RECOVERY_BYTES)).match(/.{4}/g) ?? []).join("-").toLowerCase(),
  );

export const storedCodes = (codes: readonly string[]): string =>
  JSON.stringify(codes.map((one) => hashSecret(plainCode(one))));

export const recoveryCodesLeft = (user: Pick<UserRow, "factor_recovery">): number =>
  (JSON.parse(user.factor_recovery) as string[]).length;

/** What is stored once this code is used; null: it is none of them. */
export function withoutCode(stored: string, code: string): Pick<UserRow, "factor_recovery"> | null {
  const known = JSON.parse(stored) as string[];
  const used = hashSecret(code);
  return known.includes(used) ? { factor_recovery: JSON.stringify(known.filter((one) => one !== used)) } : null;
}
