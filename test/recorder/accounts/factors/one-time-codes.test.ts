import { describe, expect, it } from "vitest";
import { base32, codeOf, keyUri, plainCode, stepOf, stepOfCode } from "#recorder/accounts/factors/one-time-codes.ts";
import { newRecoveryCodes } from "#recorder/accounts/factors/recovery-codes.ts";

const KEY = Buffer.from("12345678901234567890");

describe("one-time codes", () => {
  /** RFC 6238, appendix B, SHA-1: the last six of its eight digits. */
  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("at %i s are those of the RFC", (seconds, code) => expect(codeOf(KEY, stepOf(seconds * 1000))).toBe(code));

  it("count one step early or late, and not twice", () => {
    const nowMs = 1_234_567_890_000;
    const step = stepOf(nowMs);
    const found = (by: number, after = 0) => stepOfCode(KEY, codeOf(KEY, step + by), nowMs, after);
    expect([-2, -1, 0, 1, 2].map((by) => found(by))).toEqual([null, step - 1, step, step + 1, null]);
    expect([found(0, step), found(-1, step), found(1, step)]).toEqual([null, null, step + 1]);
  });

  it("come from a key that authenticators read", () => {
    expect(base32(Buffer.from("foobar"))).toBe("MZXW6YTBOI");
    expect(keyUri(KEY, "Lobby & Yard", "anna@example.org")).toBe(
      "otpauth://totp/Lobby%20%26%20Yard:anna%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Lobby%20%26%20Yard&algorithm=SHA1&digits=6&period=30",
    );
  });
});

it("recovery codes are ten, different, and read whatever stands between their letters", () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
  expect(plainCode(" ABCD-efgh 2345 ")).toBe("abcdefgh2345");
});
