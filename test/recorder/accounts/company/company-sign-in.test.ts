/** Sign-in at a real OpenID Connect provider. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CompanyProvider, Surfer } from "#test/support/company/company-provider.ts";
import { PASSWORD, TestHouse } from "#test/recorder/support/test-house.ts";
import { companySettings, companySignIn, hire, pageOf, setUp, WALL } from "./company-house.ts";

let house: TestHouse;
let provider: CompanyProvider;

beforeAll(async () => {
  house = await TestHouse.open({ "servers.allow-loopback": "true" });
  await house.recorder.listen();
  provider = await CompanyProvider.open(WALL, house.recorder.url);
});
afterAll(async () => {
  await provider.close();
  await house.close();
});
beforeEach(async () => {
  expect((await setUp(house, companySettings(provider.issuer))).statusCode).toBe(200);
});

const users = async () => (await house.ask("GET", "/service/users", { as: "admin" })).json().users;
const userNamed = async (name: string) =>
  (await users()).find(({ username }: { username: string }) => username === name);
const audited = async (action: string) =>
  (await house.ask("GET", `/service/audit?action=${action}`, { as: "admin" })).json().entries;

describe("signing in", () => {
  it("makes the account with the role of its groups, and comes back to the page that was asked for", async () => {
    hire(provider, "anna.smith", ["watchers", "cooks"]);
    const done = await companySignIn(house, "anna.smith", {
      body: { cookie: "persistent", search: "?x=1", fragment: "#/stage?camera=7" },
    });
    expect([done.back.statusCode, done.page]).toEqual([303, "/?x=1#/stage?camera=7"]);
    expect((await done.me()).json()).toMatchObject({ name: "anna.smith", role: "Viewer" });
    expect(await userNamed("anna.smith")).toMatchObject({ signsInBy: "company", role: "Viewer", superUser: false });
    expect(done.back.cookies.find(({ name }) => name === "proscenium_company")?.value).toBe("");
    expect(await audited("sign-in")).toContainEqual(
      expect.objectContaining({ username: "anna.smith", detail: { by: "company" } }),
    );
    expect(await audited("user-added")).toContainEqual(expect.objectContaining({ username: "anna.smith" }));
  });

  it("asks for a code with PKCE, state and nonce, and keeps its secrets from the page", async () => {
    const begun = await house.ask("POST", "/service/sessions/company", { body: {} });
    const asked = new URL(begun.json().address).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      scope: "openid profile email groups",
      redirect_uri: `${WALL}/service/sessions/company`,
    });
    for (const name of ["state", "nonce", "code_challenge"]) expect(asked.get(name)?.length).toBeGreaterThan(30);
    const [kept] = begun.cookies;
    expect(kept).toMatchObject({ httpOnly: true, sameSite: "Lax", secure: true, maxAge: 600 });
    expect(kept?.value).not.toContain(asked.get("state"));
  });

  it("changes the role with the groups, and ends what the old one had opened", async () => {
    hire(provider, "bert", ["watchers", "bosses"]);
    const first = await companySignIn(house, "bert");
    expect((await first.me()).json().role).toBe("Administrator");
    hire(provider, "bert", ["watchers"]);
    const second = await companySignIn(house, "bert");
    expect((await second.me()).json().role).toBe("Viewer");
    // What is open goes on with the new rights.
    expect((await first.me()).json().role).toBe("Viewer");
  });

  it("asks which account is meant after a refusal, also once the page has said why, and not otherwise", async () => {
    const promptOf = async (cookie: string): Promise<string | null> => {
      const headers = { cookie };
      const begun = await house.ask("POST", "/service/sessions/company", { headers, body: {} });
      return new URL(String(begun.json().address)).searchParams.get("prompt");
    };
    expect(await promptOf("")).toBeNull();
    hire(provider, "carla", ["cooks"]);
    const { refusal, cookie } = await companySignIn(house, "carla");
    expect(refusal).toMatchObject({ code: "company/no-role" });
    expect(await promptOf(cookie)).toBe("select_account");
    const told = await house.ask("GET", "/service/sessions/company/refusal", { headers: { cookie } });
    const after = told.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    expect(await promptOf(after)).toBe("select_account");
    // Nothing is said twice.
    const again = await house.ask("GET", "/service/sessions/company/refusal", { headers: { cookie: after } });
    expect(again.statusCode).toBe(204);
    hire(provider, "gerd", ["watchers"]);
    const { back, page } = await companySignIn(house, "gerd");
    expect(page).not.toContain("refused");
    const flow = back.cookies.find(({ name }) => name === "proscenium_company");
    expect(await promptOf(`proscenium_company=${flow?.value}`)).toBeNull();
  });

  it("refuses who has no such group any more, ends what is open, and says whom to ask", async () => {
    await setUp(house, companySettings(provider.issuer, { contact: "IT, telephone 4711" }));
    hire(provider, "carl", ["watchers"]);
    const first = await companySignIn(house, "carl");
    hire(provider, "carl", ["cooks"]);
    const { refusal, me } = await companySignIn(house, "carl");
    expect(refusal).toMatchObject({
      code: "company/no-role",
      params: { name: "carl" },
      cause: { code: "company/ask", params: { contact: "IT, telephone 4711" } },
    });
    expect([(await me()).statusCode, (await first.me()).statusCode]).toEqual([401, 401]);
    expect(await audited("sign-in-refused")).toContainEqual(
      expect.objectContaining({ target: "carl", detail: { code: "company/no-role", by: "company" } }),
    );
  });

  it("gives the others their role where one is set", async () => {
    await setUp(house, companySettings(provider.issuer, { others: "Live Viewer" }));
    hire(provider, "dora", []);
    expect((await (await companySignIn(house, "dora")).me()).json().role).toBe("Live Viewer");
  });

  it("finds groups at a path through objects", async () => {
    await setUp(house, companySettings(provider.issuer, { groupsClaim: "realm_access.roles" }));
    hire(provider, "emil", [], { claims: { realm_access: { roles: ["bosses"] } } });
    expect((await (await companySignIn(house, "emil")).me()).json().role).toBe("Administrator");
  });

  it("says so where the provider leaves the groups out because there are too many", async () => {
    hire(provider, "many", [], { claims: { groups: undefined, _claim_names: { groups: "src1" } } });
    expect((await companySignIn(house, "many")).refusal).toMatchObject({ code: "company/too-many-groups" });
  });

  it("replaces what was open in this browser", async () => {
    await house.addUser("gast", "Viewer");
    const local = await house.signIn("gast");
    const { name, value } = local.cookies[0] ?? { name: "", value: "" };
    hire(provider, "fred", ["watchers"]);
    const begun = await house.ask("POST", "/service/sessions/company", {
      body: {},
      headers: { cookie: `${name}=${value}`, origin: WALL, host: "wall.example" },
    });
    const returned = new URL(await new Surfer().surf(begun.json().address, `${WALL}/`, "fred"));
    const flow = begun.cookies[0];
    await house.ask("GET", returned.pathname + returned.search, {
      headers: { cookie: `${flow?.name}=${flow?.value}` },
    });
    const before = await house.ask("GET", "/service/sessions/me", { headers: { cookie: `${name}=${value}` } });
    expect(before.statusCode).toBe(401);
  });
});

describe("accounts", () => {
  it("that wait for somebody are theirs from the first sign-in on; without one nobody is let in", async () => {
    await setUp(house, companySettings(provider.issuer, { makesAccounts: false }));
    hire(provider, "gina", ["watchers"]);
    expect((await companySignIn(house, "gina")).refusal).toMatchObject({
      code: "company/no-account",
      cause: { code: "company/ask-administrator" },
    });
    const made = { username: "gina", role: "Viewer", signsInBy: "company" };
    expect((await house.ask("POST", "/service/users", { as: "admin", body: made })).statusCode).toBe(201);
    expect((await (await companySignIn(house, "gina")).me()).json().name).toBe("gina");
    // Somebody else with her name there is not her.
    hire(provider, "gina-2", ["watchers"], { name: "gina" });
    expect((await companySignIn(house, "gina-2")).refusal).toMatchObject({ code: "company/name-taken" });
    // She stays who she is under another name there.
    hire(provider, "gina", ["watchers"], { name: "gina.new" });
    expect((await (await companySignIn(house, "gina")).me()).json().name).toBe("gina");
  });

  it("of this server are nobody's at the company", async () => {
    await house.addUser("hugo", "Manager");
    hire(provider, "hugo", ["bosses"]);
    expect((await companySignIn(house, "hugo")).refusal).toMatchObject({ code: "company/name-taken" });
    hire(provider, "root", ["bosses"], { name: "admin" });
    expect((await companySignIn(house, "root")).refusal).toMatchObject({ code: "company/name-taken" });
  });

  it("of the company have no password, and nobody gives them one", async () => {
    hire(provider, "ida", ["watchers"]);
    const done = await companySignIn(house, "ida");
    for (const password of [PASSWORD, "none"]) expect((await house.signIn("ida", password)).statusCode).toBe(401);
    const { id } = await userNamed("ida");
    const given = await house.ask("PATCH", `/service/users/${id}`, { as: "admin", body: { password: PASSWORD } });
    expect(given.json()).toMatchObject({ code: "user/password-elsewhere" });
    const own = await house.ask("PUT", "/service/users/me/password", {
      headers: { cookie: done.cookie, origin: "http://wall", host: "wall" },
      body: { oldPassword: "none", newPassword: PASSWORD },
    });
    expect(own.json()).toMatchObject({ code: "user/password-elsewhere" });
  });

  it("move between the company and this server, and lose their password and sessions", async () => {
    const id = await house.addUser("jan", "Viewer");
    const session = (await house.signIn("jan")).json().id;
    const change = (body: object) => house.ask("PATCH", `/service/users/${id}`, { as: "admin", body });
    expect((await change({ signsInBy: "company" })).json()).toMatchObject({ signsInBy: "company" });
    expect((await house.signIn("jan")).statusCode).toBe(401);
    const bearer = { headers: { authorization: `Bearer ${session}` } };
    expect((await house.ask("GET", "/service/sessions/me", bearer)).statusCode).toBe(401);
    expect((await change({ signsInBy: "password" })).json()).toMatchObject({ code: "user/password-too-short" });
    expect((await change({ signsInBy: "password", password: PASSWORD })).statusCode).toBe(200);
    expect((await house.signIn("jan")).statusCode).toBe(200);
    const [admin] = (await users()).filter(({ superUser }: { superUser: boolean }) => superUser);
    const moved = await house.ask("PATCH", `/service/users/${admin.id}`, {
      as: "admin",
      body: { signsInBy: "company" },
    });
    expect(moved.json()).toMatchObject({ code: "user/protected" });
  });

  it("are only for verified addresses of the company's domains, where there are any", async () => {
    await setUp(house, companySettings(provider.issuer, { domains: ["example.com"] }));
    const attempts = [
      { email: "kai@example.com" },
      { email: "kai@example.com", emailVerified: false },
      { email: "kai@example.com.evil.org" },
      {},
    ];
    const codes: unknown[] = [];
    for (const more of attempts) {
      hire(provider, "kai", ["watchers"], more);
      codes.push((await companySignIn(house, "kai")).refusal?.code ?? "in");
    }
    expect(codes).toEqual(["in", "company/domain", "company/domain", "company/domain"]);
  });

  it.each(["", "..", "a\u202eb", "x".repeat(65), "<b>", "line\nbreak"])("are not called %j", async (name) => {
    hire(provider, "odd", ["watchers"], { name });
    expect((await companySignIn(house, "odd")).refusal).toMatchObject({ code: "company/name-unfit" });
  });
});

describe("what comes back", () => {
  beforeEach(() => hire(provider, "lena", ["bosses"]));

  it.each([
    ["another state", (url: URL) => url.searchParams.set("state", "x".repeat(43)), "company/wrong"],
    ["another code", (url: URL) => url.searchParams.set("code", "x".repeat(43)), "company/wrong"],
    ["another issuer", (url: URL) => url.searchParams.set("iss", "https://evil.example"), "company/wrong"],
    [
      "an error",
      (url: URL) => (url.searchParams.delete("code"), url.searchParams.set("error", "access_denied")),
      "company/refused",
    ],
  ])("with %s opens nothing", async (_name, tampered, code) => {
    const { refusal, me } = await companySignIn(house, "lena", { tampered });
    expect([refusal.code, (await me()).statusCode]).toEqual([code, 401]);
  });

  it("to another browser opens nothing", async () => {
    const other = await house.ask("POST", "/service/sessions/company", { body: {} });
    const theirs = `${other.cookies[0]?.name}=${other.cookies[0]?.value}`;
    expect((await companySignIn(house, "lena", { cookie: () => theirs })).refusal.code).toBe("company/wrong");
    expect((await companySignIn(house, "lena", { cookie: () => "" })).refusal.code).toBe("company/expired");
    expect((await companySignIn(house, "lena", { cookie: (own) => own.slice(0, -4) })).refusal.code).toBe(
      "company/expired",
    );
  });

  it("twice opens nothing the second time", async () => {
    const first = await companySignIn(house, "lena");
    const cookie = `${first.begun.cookies[0]?.name}=${first.begun.cookies[0]?.value}`;
    const again = await house.ask("GET", first.returned.pathname + first.returned.search, { headers: { cookie } });
    const location = String(again.headers.location);
    expect(pageOf(location)).toBe("/#/sign-in?refused");
    // Below a path of a proxy it stays there.
    expect(pageOf(location, "https://company.example/wall")).toBe("/wall/#/sign-in?refused");
  });

  it("is for pages at the public address only", async () => {
    const elsewhere = await house.ask("POST", "/service/sessions/company", {
      body: {},
      headers: { origin: "http://10.0.0.5", host: "10.0.0.5" },
    });
    expect([elsewhere.statusCode, elsewhere.json().code]).toEqual([409, "company/other-address"]);
  });
});
