/** Whether a server takes calls with these checks: each is `ok`, `ok, but` what is worth knowing, or the problem. */
export const areWell = (checks: Readonly<Record<string, string>>): boolean =>
  Object.values(checks).every((state) => /^ok(, |$)/.test(state));
