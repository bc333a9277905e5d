/** Sign-in by a bind at Debian's slapd. */
import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DirectorySignInWrite } from "#protocol/rest/accounts/directory.ts";
import { BASE, groupDn, hasSlapd, passwordOf, personDn, READER, Slapd } from "#test/support/company/slapd.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const URL = "/service/directory-sign-in";

describe.skipIf(!hasSlapd)("a directory", () => {
  let house: TestHouse;
  let slapd: Slapd;
  beforeAll(async () => {
    slapd = await Slapd.open();
    house = await TestHouse.open({ "servers.allow-loopback": "true" });
    await house.addUser("lara", "Viewer");
  }, 60_000);
  afterAll(async () => {
    await house.close();
    await slapd.close();
  });

  const settings = (more: Partial<DirectorySignInWrite> = {}): DirectorySignInWrite => ({
    address: slapd.address,
    startTls: false,
    ca: "",
    bindDn: READER.dn,
    bindPassword: READER.password,
    userDn: "",
    base: BASE,
    filter: "(&(objectClass=inetOrgPerson)(|(uid={name})(mail={name})))",
    nameAttribute: "uid",
    groupsAttribute: "memberOf",
    groupsBase: "",
    groupsFilter: "(member={dn})",
    grants: [
      { group: groupDn("watchers"), grants: "Viewer" },
      { group: groupDn("bosses"), grants: "Administrator" },
    ],
    others: "",
    makesAccounts: true,
    contact: "IT",
    ...more,
  });
  const set = (more?: Partial<DirectorySignInWrite>) => house.ask("PUT", URL, { as: "admin", body: settings(more) });
  const test = async (more: Partial<DirectorySignInWrite>, name = "", password = "") =>
    (
      await house.ask("POST", `${URL}/test`, { as: "admin", body: { settings: settings(more), name, password } })
    ).json();
  const enter = async (name: string, password = passwordOf(name)) => {
    const answer = await house.signIn(name, password);
    return { status: answer.statusCode, ...answer.json() };
  };
  beforeEach(async () => {
    expect((await set()).statusCode).toBe(200);
    // What one test guesses is not held against the next.
    await house.services.store.deleteFrom("lockouts").execute();
  });

  it("lets people in with the role of their groups, by name or address, and marks their accounts", async () => {
    expect(await enter("anna.smith")).toMatchObject({ status: 200, name: "anna.smith", role: "Administrator" });
    expect(await enter("ANNA.SMITH@example.com", passwordOf("anna.smith"))).toMatchObject({ name: "anna.smith" });
    const { users } = (await house.ask("GET", "/service/users", { as: "admin" })).json();
    expect(users.filter(({ username }: { username: string }) => username === "anna.smith")).toMatchObject([
      { signsInBy: "directory", role: "Administrator" },
    ]);
    const basic = { headers: { authorization: house.basic("bert", passwordOf("bert")) } };
    expect((await house.ask("GET", "/service/identity", basic)).json()).toMatchObject({ name: "bert", role: "Viewer" });
  });

  it("refuses a wrong, an empty and another's password, and who is nobody, in the same words", async () => {
    const answers = [
      await enter("bert", "wrong"),
      await enter("bert", passwordOf("carl")),
      await enter("nobody", "wrong"),
    ];
    expect(answers.map(({ status, code }) => [status, code])).toEqual(answers.map(() => [401, "session/wrong"]));
    // An empty one would be an anonymous bind, which succeeds.
    const empty = await house.ask("GET", "/service/identity", { headers: { authorization: house.basic("bert", "") } });
    expect(empty.statusCode).toBe(401);
  });

  it("refuses whose groups grant nothing and says whom to ask; a role that is gone ends sessions", async () => {
    expect(await enter("carl")).toMatchObject({
      status: 403,
      code: "company/no-role",
      cause: { params: { contact: "IT" } },
    });
    const bearer = { headers: { authorization: `Bearer ${(await enter("bert")).id}` } };
    await slapd.setMembers("watchers", ["anna.smith", "hugo"]);
    expect((await enter("bert")).code).toBe("company/no-role");
    expect((await house.ask("GET", "/service/sessions/me", bearer)).statusCode).toBe(401);
    await slapd.setMembers("watchers", ["anna.smith", "bert", "hugo"]);
  });

  it("finds groups that name their members, where no attribute of people tells of them", async () => {
    const searched = { groupsAttribute: "", groupsBase: BASE };
    expect(await test({ groupsAttribute: "" }, "bert")).toMatchObject({ person: { groups: [] } });
    expect(await test(searched, "bert")).toMatchObject({ person: { groups: [groupDn("watchers")] } });
    // Each group counts once.
    expect(await test({ groupsBase: BASE }, "bert")).toMatchObject({ person: { groups: [groupDn("watchers")] } });
    await set(searched);
    expect(await enter("bert")).toMatchObject({ status: 200, role: "Viewer" });
    await set({ ...searched, bindDn: "", bindPassword: "", userDn: "uid={name},ou=people,dc=example,dc=com" });
    expect(await enter("anna.smith")).toMatchObject({ status: 200, role: "Administrator" });
    expect(await test({ ...searched, groupsBase: "dc=nowhere" }, "bert")).toMatchObject({
      code: "directory/search-refused",
    });
    const wrong = await house.ask("PUT", URL, { as: "admin", body: settings({ groupsFilter: "(member=x)" }) });
    expect(wrong.statusCode).toBe(400);
    // What an older version has stored has no such words.
    const { groupsBase: _base, groupsFilter: _filter, ...older } = settings();
    expect((await house.ask("PUT", URL, { as: "admin", body: older })).statusCode).toBe(200);
    expect(await enter("bert")).toMatchObject({ status: 200 });
  });

  it("does not take over an account of this server", async () => {
    await house.addUser("hugo", "Manager");
    expect((await enter("hugo")).status).toBe(401);
  });

  it("binds people themselves where no reader is set up", async () => {
    await set({ bindDn: "", bindPassword: "", userDn: "uid={name},ou=people,dc=example,dc=com" });
    expect(await enter("bert")).toMatchObject({ status: 200, role: "Viewer" });
    expect((await enter("bert", "wrong")).status).toBe(401);
  });

  it("is not asked anything else by what is typed as a name", async () => {
    for (const name of ["*", "anna*", "x)(uid=*", "*)(uid=*))(|(uid=*", "bert)(|", "\\2a"]) {
      expect([name, (await test({}, name)).code]).toEqual([name, "directory/no-entry"]);
      expect((await enter(name, passwordOf("bert"))).status, name).not.toBe(200);
    }
    await set({ bindDn: "", bindPassword: "", userDn: "uid={name},ou=people,dc=example,dc=com" });
    expect((await enter("bert,ou=people,dc=example,dc=com", passwordOf("bert"))).status).not.toBe(200);
  });

  it("has the brakes of passwords, and a right one is not held back by others' wrong ones", async () => {
    const statuses: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) statuses.push((await enter("bert", `wrong ${tries}`)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it("is spoken to encrypted, with the authority that is set", async () => {
    expect(await test({ address: slapd.secureAddress, ca: slapd.ca }, "bert")).toMatchObject({
      person: { dn: personDn("bert"), name: "bert", groups: [groupDn("watchers")] },
    });
    const upgraded = slapd.address.replace("127.0.0.1", "localhost");
    expect(await test({ address: upgraded, startTls: true, ca: slapd.ca }, "bert")).toMatchObject({
      person: { name: "bert" },
    });
    expect(await test({ address: slapd.secureAddress })).toMatchObject({ code: "directory/certificate" });
    expect(await test({ address: upgraded, startTls: true })).toMatchObject({ code: "directory/certificate" });
  });

  it("is tried before it is saved: what is wrong is said", async () => {
    expect(await test({})).toEqual({ person: null });
    expect(await test({}, "bert", passwordOf("bert"))).toMatchObject({ person: { name: "bert" } });
    expect(await test({ bindPassword: "wrong" })).toMatchObject({ code: "directory/bind-refused" });
    expect(await test({ base: "dc=nowhere" }, "bert")).toMatchObject({ code: "directory/search-refused" });
    expect(await test({ filter: "(|(uid={name})(objectClass=inetOrgPerson))" }, "bert")).toMatchObject({
      code: "directory/several",
    });
    expect(await test({ address: "ldap://127.0.0.1:1" })).toMatchObject({
      code: "directory/unreachable",
      cause: { code: "server/refused" },
    });
    expect(await test({ address: "ldap://169.254.169.254" })).toMatchObject({ code: "directory/forbidden-address" });
  });

  it("never says its password, and keeps it for the address that it is of", async () => {
    const shown = await house.ask("GET", URL, { as: "admin" });
    expect(shown.json()).toMatchObject({ settings: { hasPassword: true, bindDn: READER.dn } });
    expect(shown.body).not.toContain(READER.password);
    expect((await set({ bindPassword: null })).statusCode).toBe(200);
    expect((await enter("bert")).status).toBe(200);
    expect((await set({ bindPassword: null, address: "ldap://evil.example" })).json()).toMatchObject({
      code: "directory/password-required",
    });
  });

  describe("that hangs", () => {
    let silent: Server;
    const sockets = new Set<Socket>();
    beforeAll(async () => {
      silent = createServer((socket) => void sockets.add(socket));
      await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    });
    afterAll(async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => silent.close(resolve));
    });

    it("holds up nobody with an account of this server, and costs nobody a try", async () => {
      await set({ address: `ldap://127.0.0.1:${(silent.address() as AddressInfo).port}`, bindPassword: "x" });
      const waiting = Array.from({ length: 8 }, (_one, index) => enter(`person${index}`, "whatever"));
      await expect.poll(() => sockets.size).toBeGreaterThan(0);
      expect((await house.signIn("lara")).statusCode).toBe(200);
      const answers = await Promise.all(waiting);
      expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(["directory/unreachable"]));
      await set();
      expect((await enter("bert")).status).toBe(200);
    }, 30_000);
  });
});
