import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { areCertificates } from "#recorder/accounts/company/authorities.ts";
import { selfSigned } from "#test/support/machine/certificate.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";
import { companySettings, setUp } from "./company-house.ts";

const { cert, key } = selfSigned("authority.example");
const torn = cert.replace(/\n[^\n]{40}/, "\nAAAA");

describe("the certificates of an authority", () => {
  it.each([
    ["one", cert, true],
    ["two, with words between them", `# root\n${cert}\n# other\n${cert.replaceAll("\n", "\r\n")}`, true],
    ["a key", key, false],
    ["a certificate with its key", cert + key, false],
    ["one that is torn", torn, false],
    ["one that ends early", cert.slice(0, 300), false],
    ["the path of a file", "/etc/ssl/ca.pem", false],
    ["a beginning without an end", "-----BEGIN CERTIFICATE-----\n".repeat(1000), false],
  ])("%s", (_, pem, are) => {
    expect(areCertificates(pem)).toBe(are);
  });
});

describe("what is no certificate is refused before it is kept", () => {
  let house: TestHouse;
  beforeAll(async () => {
    house = await TestHouse.open();
  });
  afterAll(() => house.close());

  it("of a company's provider", async () => {
    const answer = await setUp(house, companySettings("https://sign-in.example", { ca: torn }));
    expect([answer.statusCode, answer.json().code]).toEqual([400, "company/not-certificates"]);
    const kept = await house.ask("GET", "/service/company-sign-in", { as: "admin" });
    expect(kept.json()).toMatchObject({ settings: null });
    expect((await setUp(house, companySettings("https://sign-in.example", { ca: cert }))).statusCode).toBe(200);
  });
});
