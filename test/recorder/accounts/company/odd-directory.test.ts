/** What a directory may answer by mistake or in bad faith: nobody gets in by it, and nothing fails but the sign-in. */
import { createServer, type AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  anna,
  ASKS,
  type Ask,
  ber,
  bound,
  done,
  entry,
  extended,
  message,
  OddDirectory,
  PERSON,
  result,
} from "#test/support/company/odd-directory.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
let directory: OddDirectory;

beforeAll(async () => {
  house = await TestHouse.open({ "servers.allow-loopback": "true" });
  directory = await OddDirectory.open();
});
afterAll(async () => {
  await house.close();
  await directory.close();
});

const settings = (more: object = {}) => ({
  address: directory.address,
  startTls: false,
  ca: "",
  bindDn: "cn=reader",
  bindPassword: "reads",
  userDn: "",
  base: "dc=example,dc=com",
  filter: "(uid={name})",
  nameAttribute: "uid",
  groupsAttribute: "memberOf",
  groupsBase: "",
  groupsFilter: "(member={dn})",
  grants: [
    { group: "cn=watchers", grants: "Viewer" },
    { group: "cn=bosses", grants: "Administrator" },
  ],
  others: "",
  makesAccounts: true,
  contact: "",
  ...more,
});
async function set(more: object = {}): Promise<void> {
  const answer = await house.ask("PUT", "/service/directory-sign-in", { as: "admin", body: settings(more) });
  expect(answer.statusCode, answer.body).toBe(200);
}
const enter = async (name = "anna", password = "what only Anna knows"): Promise<string> => {
  const answer = await house.signIn(name, password);
  return answer.statusCode === 200 ? "in" : answer.json<{ code: string }>().code;
};
const binds = (): number => directory.asked.filter(({ kind }) => kind === ASKS.bind).length;
const isPerson = ({ kind, bytes }: Ask): boolean => kind === ASKS.bind && bytes.includes(PERSON);

beforeEach(async () => {
  directory.usual();
  await house.services.store.deleteFrom("lockouts").execute();
  await set();
});

it("lets in whom a right answer names", async () => {
  expect(await enter()).toBe("in");
});

const NOT_IN =
  /^(session\/wrong|company\/(no-role|name-unfit|name-taken)|directory\/(unreachable|search-refused|bind-refused|several))$/;

describe("a password", () => {
  const referral = ber(0xa3, ber(0x04, Buffer.from("ldap://127.0.0.1:1/dc=elsewhere")));
  it.each<[string, (id: number) => Buffer]>([
    ["wrong", (id) => bound(id, 49)],
    ["of somebody who is at another directory", (id) => message(id, result(0x61, 10, "", referral))],
    ["still to be talked about (SASL)", (id) => bound(id, 14)],
    ["a matter for later", (id) => bound(id, 51)],
    ["nothing that has a name", (id) => bound(id, 123)],
    ["right, in an answer to another question", (id) => Buffer.concat([bound(id + 1), bound(id - 1), bound(id, 49)])],
  ])("that the directory calls %s opens nothing", async (_name, answer) => {
    const usual = directory.answer;
    directory.answer = (ask, socket) => (isPerson(ask) ? answer(ask.id) : usual(ask, socket));
    expect(await enter()).toBe("session/wrong");
  });

  it("is never asked without a name of the entry: that would be an anonymous bind, which is let pass", async () => {
    const usual = directory.answer;
    directory.answer = (ask, socket) =>
      ask.kind === ASKS.search ? Buffer.concat([entry(ask.id, "", anna), done(ask.id)]) : usual(ask, socket);
    expect(await enter()).toBe("session/wrong");
    expect(binds()).toBe(1);
  });
});

describe("an answer to the search", () => {
  const people = (id: number, count: number): Buffer =>
    Buffer.concat(Array.from({ length: count }, (_one, index) => entry(id, `uid=anna,ou=${index}`, anna)));
  it.each<[string, (id: number) => Buffer, RegExp | string]>([
    ["two people", (id) => Buffer.concat([people(id, 2), done(id)]), "directory/several"],
    ["more people than were asked for", (id) => Buffer.concat([people(id, 500), done(id)]), "directory/several"],
    ["that there are more", (id) => Buffer.concat([people(id, 2), done(id, 4)]), "directory/several"],
    [
      "another directory",
      (id) => Buffer.concat([message(id, ber(0x73, ber(0x04, Buffer.from("ldap://127.0.0.1:1/")))), done(id)]),
      "session/wrong",
    ],
    ["nobody", (id) => done(id), "session/wrong"],
    [
      "a person without a name",
      (id) => Buffer.concat([entry(id, PERSON, { entryUUID: ["1"] }), done(id)]),
      "company/name-unfit",
    ],
    [
      "a name that is none",
      (id) => Buffer.concat([entry(id, PERSON, { ...anna, uid: ["a\u0000<b>"] }), done(id)]),
      "company/name-unfit",
    ],
    [
      "a name of bytes",
      (id) => Buffer.concat([entry(id, PERSON, { ...anna, uid: [Buffer.from([0xff, 0xfe, 0])] }), done(id)]),
      "company/name-unfit",
    ],
    [
      "the name of this server's administrator",
      (id) => Buffer.concat([entry(id, PERSON, { ...anna, uid: ["admin"], entryUUID: ["2"] }), done(id)]),
      "company/name-taken",
    ],
    [
      "groups of nearly the right name",
      (id) =>
        Buffer.concat([
          entry(id, PERSON, { ...anna, memberOf: ["CN=watchers", "cn=watchers,", "cn=watchers\\,x"] }),
          done(id),
        ]),
      "company/no-role",
    ],
    [
      "attributes of JavaScript's own",
      (id) =>
        Buffer.concat([entry(id, PERSON, { ...anna, memberOf: [], __proto__: ["x"], constructor: ["y"] }), done(id)]),
      "company/no-role",
    ],
    ["an answer to a bind", (id) => bound(id), "directory/unreachable"],
    ["an end without a code", (id) => message(id, ber(0x65)), "session/wrong"],
    ["a kind of answer that does not exist", (id) => message(id, ber(0x6f, ber(0x0a, 0))), "directory/unreachable"],
  ])("that is %s opens nothing", async (_name, answer, expected) => {
    const usual = directory.answer;
    directory.answer = (ask, socket) => (ask.kind === ASKS.search ? answer(ask.id) : usual(ask, socket));
    expect(await enter()).toMatch(expected);
    expect(directory.asked.some(isPerson)).toBe(/company/.test(String(expected)));
  });

  it.each([
    ["refuses one person's search", (id: number) => done(id, 50)],
    ["does not let one person read their own entry", (id: number) => done(id)],
  ])("that %s keeps nobody else waiting", async (_name, answer) => {
    await set({ bindDn: "", bindPassword: "", userDn: "uid={name},ou=people,dc=example,dc=com" });
    const usual = directory.answer;
    directory.answer = (ask, socket) =>
      ask.kind === ASKS.search && ask.bytes.includes("carl") ? answer(ask.id) : usual(ask, socket);
    expect(await enter("carl")).toBe("directory/search-refused");
    expect(await enter()).toBe("in");
  });

  it("with thousands of groups is read", async () => {
    const groups = Array.from({ length: 5000 }, (_one, index) => `cn=group ${index},ou=groups,dc=example,dc=com`);
    const usual = directory.answer;
    directory.answer = (ask, socket) =>
      ask.kind === ASKS.search
        ? Buffer.concat([entry(ask.id, PERSON, { ...anna, memberOf: [...groups, "cn=watchers"] }), done(ask.id)])
        : usual(ask, socket);
    expect(await enter()).toBe("in");
  });
});

describe("bytes", () => {
  const noise = Buffer.from(Array.from({ length: 500 }, (_one, index) => (index * 7919) % 256));
  it.each<[string, (id: number) => Buffer]>([
    ["of another protocol", () => Buffer.from("HTTP/1.1 200 OK\r\n\r\n")],
    ["without sense", () => noise],
    [
      "of a message that says it has four gigabytes",
      () => Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff, 0x02, 0x01]),
    ],
    ["of a length of 127 bytes", () => Buffer.from([0x30, 0xff, 1, 2, 3])],
    [
      "of many small messages at once",
      (id) => Buffer.concat([...Array.from({ length: 200_000 }, () => message(99, ber(0x73))), bound(id, 49)]),
    ],
    [
      "of many small messages at once that answer the question",
      (id) => Buffer.concat(Array.from({ length: 200_000 }, () => message(id, ber(0x73)))),
    ],
    [
      "nested ten thousand times",
      (id) =>
        message(
          id,
          Array.from({ length: 10_000 }).reduce<Buffer>(
            (inner) => Buffer.concat([Buffer.from([0x30, 0x84, 0, 0, inner.length >> 8, inner.length & 255]), inner]),
            Buffer.alloc(0),
          ),
        ),
    ],
  ])("%s end the sign-in and nothing else", async (_name, answer) => {
    directory.answer = ({ id }, socket) => (socket.end(answer(id)), null);
    expect(await enter()).toMatch(NOT_IN);
    directory.usual();
    await set();
    expect(await enter()).toBe("in");
  });

  it("without an end are not collected", async () => {
    let sent = 0;
    const usual = directory.answer;
    directory.answer = (ask, socket) => {
      if (ask.kind !== ASKS.search) return usual(ask, socket);
      const many = Buffer.concat(
        Array.from({ length: 100 }, () => entry(ask.id, PERSON, { uid: ["x".repeat(10_000)] })),
      );
      const more = (): void => {
        sent += many.length;
        if (!socket.destroyed && sent < 400_000_000) socket.write(many, () => setImmediate(more));
      };
      more();
      return null;
    };
    expect(await enter()).toBe("directory/unreachable");
    expect(sent).toBeLessThan(32_000_000);
  });
});

describe("StartTLS", () => {
  it.each<[string, (id: number) => Buffer]>([
    ["is refused", (id) => extended(id, 52)],
    ["is not known", (id) => extended(id, 2)],
    ["leads elsewhere", (id) => extended(id, 10)],
    [
      "is granted, with answers in the clear behind it",
      (id) => Buffer.concat([extended(id), bound(id + 1), entry(id + 2, PERSON, anna), done(id + 2), bound(id + 3)]),
    ],
  ])("that %s: no password is sent", async (_name, answer) => {
    await set({ startTls: true });
    directory.answer = ({ id, kind }, socket) =>
      kind === ASKS.extended ? (socket.write(answer(id)), setImmediate(() => socket.end()), null) : bound(id);
    expect(await enter()).toMatch(/^directory\/(unreachable|certificate)$/);
    expect([binds(), directory.connections]).toEqual([0, 1]);
  });
});

it("a connection that is lost is not made again: what was agreed on it would not hold", async () => {
  const usual = directory.answer;
  directory.answer = (ask, socket) =>
    ask.kind === ASKS.search ? (socket.end(usual(ask, socket) ?? ""), socket.destroySoon(), null) : usual(ask, socket);
  expect(await enter()).toBe("directory/unreachable");
  expect([directory.connections, directory.asked.some(isPerson)]).toEqual([1, false]);
});

it("no other host is asked, whatever an answer says", async () => {
  let dialled = 0;
  const other = createServer(() => void (dialled += 1));
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const uri = Buffer.from(`ldap://127.0.0.1:${(other.address() as AddressInfo).port}/dc=example,dc=com`);
  const referral = ber(0xa3, ber(0x04, uri));
  const usual = directory.answer;
  const referred = [
    (id: number) => message(id, result(0x65, 10, "", referral)),
    (id: number) => Buffer.concat([message(id, ber(0x73, ber(0x04, uri))), entry(id, PERSON, anna), done(id)]),
  ];
  const answers: string[] = [];
  for (const answer of referred) {
    directory.answer = (ask, socket) => (ask.kind === ASKS.search ? answer(ask.id) : usual(ask, socket));
    answers.push(await enter());
  }
  expect([answers, dialled]).toEqual([["directory/search-refused", "in"], 0]);
  await new Promise((resolve) => other.close(resolve));
});
