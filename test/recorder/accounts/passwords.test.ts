import { expect, it } from "vitest";
import { hashPassword, verifyPassword } from "#recorder/accounts/passwords.ts";

it("keeps passwords as argon2id with the cost that is promised, each with a salt of its own", async () => {
  const [first, second] = await Promise.all([hashPassword("correct horse"), hashPassword("correct horse")]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(second).not.toBe(first);
  expect(await verifyPassword(first, "correct horse")).toBe(true);
  expect(await verifyPassword(first, "correct horses")).toBe(false);
  expect(await verifyPassword("no hash", "correct horse")).toBe(false);
});
