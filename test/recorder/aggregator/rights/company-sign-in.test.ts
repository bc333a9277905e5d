/** On the aggregator the company's groups grant permission groups. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fusionAccountList } from "#protocol/rest/accounts/account.ts";
import { companyStarted } from "#protocol/rest/accounts/company.ts";
import { CompanyProvider, Surfer } from "#test/support/company/company-provider.ts";
import { companySettings, hire, pageOf, WALL } from "#test/recorder/accounts/company/company-house.ts";
import { AggregatorHouse } from "../support/aggregator-house.ts";

let house: AggregatorHouse;
let provider: CompanyProvider;
let night = "";
let bosses = "";
let byHand = "";

beforeAll(async () => {
  house = await AggregatorHouse.open({ "servers.allow-loopback": "true" });
  provider = await CompanyProvider.open(WALL);
  const made = [{ name: "Night shift" }, { name: "Bosses", admin: true }, { name: "By hand" }].map(async (ask) => {
    const group = await house.services.permissions.create(ask);
    if (!group.ok) throw new Error(group.error.code);
    return group.value.id;
  });
  [night = "", bosses = "", byHand = ""] = await Promise.all(made);
});
afterAll(async () => {
  await provider.close();
  await house.close();
});
beforeEach(async () => {
  const grants = [
    { group: "night", grants: night },
    { group: "bosses", grants: bosses },
  ];
  const body = companySettings(provider.issuer, { grants });
  expect((await house.ask("PUT", "/service/company-sign-in", { as: "admin", body })).status).toBe(200);
});

async function signIn(login: string) {
  const begun = await house.ask("POST", "/service/sessions/company", { body: {} });
  const returned = new URL(await new Surfer().surf(companyStarted.parse(begun.json).address, `${WALL}/`, login));
  const cookiesIn = (headers: Headers) =>
    headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
  const back = await house.ask("GET", returned.pathname + returned.search, {
    headers: { cookie: cookiesIn(begun.headers) },
  });
  const cookie = cookiesIn(back.headers);
  return {
    page: pageOf(back.headers.get("location") ?? ""),
    me: () => house.ask("GET", "/service/users/me", { headers: { cookie } }),
    leave: () => house.ask("POST", "/fusion/users/logout", { headers: { cookie, origin: house.aggregator.url } }),
  };
}
const account = async (name: string) =>
  fusionAccountList
    .parse((await house.ask("GET", "/service/users", { as: "admin" })).json)
    .users.find(({ username }) => username === name);

describe("a sign-in at the company", () => {
  it("makes the account a member of what its groups grant, and no longer of what they do not", async () => {
    hire(provider, "anna", ["night", "bosses"], { email: "anna@example.com" });
    const done = await signIn("anna");
    expect((await done.me()).json).toMatchObject({ username: "anna", admin: true });
    const made = await account("anna");
    expect(made).toMatchObject({ signsInBy: "company", admin: false, email: "anna@example.com" });
    expect(new Set(made?.groups)).toEqual(new Set([night, bosses]));
    // What an administrator adds stays.
    await house.services.permissions.setGroups(made?.id ?? "", [night, bosses, byHand]);
    hire(provider, "anna", ["night"]);
    const again = await signIn("anna");
    expect(new Set((await account("anna"))?.groups)).toEqual(new Set([night, byHand]));
    expect((await again.me()).json).toMatchObject({ admin: false });
  });

  it("takes the memberships of who has no group any more, and ends what is open", async () => {
    hire(provider, "bert", ["night"]);
    const first = await signIn("bert");
    hire(provider, "bert", []);
    expect((await signIn("bert")).page).toBe("/#/sign-in?refused");
    expect((await first.me()).status).toBe(401);
    expect((await account("bert"))?.groups).toEqual([]);
  });

  it("ends here and leads to the provider", async () => {
    hire(provider, "carl", ["night"]);
    const done = await signIn("carl");
    const left = await done.leave();
    expect(left.json).toMatchObject({ address: expect.stringContaining(`${provider.issuer}/session/end`) });
    expect((await done.me()).status).toBe(401);
  });

  it("cannot grant a group that does not exist, nor a role", async () => {
    for (const grants of ["nothing", "Viewer"]) {
      const body = companySettings(provider.issuer, { grants: [{ group: "night", grants }] });
      const answer = await house.ask("PUT", "/service/company-sign-in", { as: "admin", body });
      expect(answer.json).toMatchObject({ code: "company/unknown-grant" });
    }
  });
});
