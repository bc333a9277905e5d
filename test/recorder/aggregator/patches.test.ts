import { afterAll, beforeAll, expect, test } from "vitest";
import { expectPatchedByField, type Patchable } from "#test/support/patched-by-field.ts";
import { LinkedHouses } from "./support/linked-houses.ts";

/** An aggregator with one recorder of two cameras. */
let houses: LinkedHouses;
let north = "";
let gate: { id: string; orchidId: string };
let yard: { id: string; orchidId: string };
beforeAll(async () => {
  const opened = await LinkedHouses.open(["Gate", "Yard"]);
  houses = opened.houses;
  north = houses.orchidId;
  const [first = "", second = ""] = opened.cameras.map(({ camera }) => camera.id);
  [gate, yard] = [
    { id: first, orchidId: north },
    { id: second, orchidId: north },
  ];
});
afterAll(() => houses.close());

const ask = (method: string, path: string, body?: unknown) =>
  houses.ask(method, path, { as: "admin", ...(body === undefined ? {} : { body }) });
async function made(path: string, body: unknown): Promise<string> {
  const answer = await ask("POST", path, body);
  expect(answer.status, answer.text).toBe(201);
  return (answer.json as { id: string }).id;
}
const at = (path: string): Patchable => ({
  read: async () => (await ask("GET", path)).json as Record<string, unknown>,
  patch: (body) => ask("PATCH", path, body),
});

const mail = {
  name: "Relay",
  host: "mail.example.org",
  port: 587,
  security: "starttls",
  username: "wall",
  password: "secret",
  from: "wall@example.org",
};

test("an account", async () => {
  const group = await made("/service/permissions", { name: "Guards" });
  const account = { username: "uma", password: "correct horse battery", email: "uma@example.org", groups: [group] };
  const id = await made("/service/users", account);
  await expectPatchedByField(
    at(`/service/users/${id}`),
    { username: "ute", email: "", admin: true, groups: [], password: "another horse battery" },
    { username: 7, email: "nobody", admin: "yes", groups: ["a/b"], password: 7 },
    ["password"],
  );
  const spaced = await at(`/service/users/${id}`).patch({ username: "u ma" });
  expect(spaced).toMatchObject({ status: 400, json: { code: "user/name" } });
});

test("a mail server", async () => {
  const id = await made("/service/smtp-servers", mail);
  // Fields that lead to another server demand the password again: tested with a server that has none.
  const open = await made("/service/smtp-servers", { ...mail, password: null });
  const wrong = { name: "", host: "a b", port: 0, security: "maybe", username: 1, from: "wall", password: 1 };
  await expectPatchedByField(
    at(`/service/smtp-servers/${id}`),
    { name: "Other", from: "other@example.org", password: "other" },
    wrong,
    ["password"],
  );
  await expectPatchedByField(
    at(`/service/smtp-servers/${open}`),
    { name: "Other", host: "192.0.2.1", port: 25, security: "tls", username: "", from: "other@example.org" },
    wrong,
  );
});

test("a notification", async () => {
  const [smtpServer, other] = [await made("/service/smtp-servers", mail), await made("/service/smtp-servers", mail)];
  const id = await made("/service/notifications", {
    name: "Night watch",
    triggers: ["server-error"],
    smtpServer,
    recipients: ["a@example.org"],
    scope: "list",
    orchids: [north],
    cameras: [yard],
  });
  await expectPatchedByField(
    at(`/service/notifications/${id}`),
    {
      name: "Day watch",
      enabled: false,
      triggers: ["camera-unreachable", "server-unreachable"],
      scope: "all",
      orchids: [],
      cameras: [gate],
      smtpServer: other,
      recipients: ["b@example.org", "c@example.org"],
      action: "digest",
      digestTime: "23:59",
    },
    {
      name: "a\nb",
      enabled: 1,
      triggers: [],
      scope: "some",
      orchids: ["a/b"],
      cameras: ["gate"],
      smtpServer: "a/b",
      recipients: [],
      action: "shout",
      digestTime: "24:00",
    },
  );
});

test("a camera group", async () => {
  const parent = await made("/service/groups", { name: "Site" });
  const id = await made("/service/groups", { name: "Yard", cameras: [gate] });
  await expectPatchedByField(
    at(`/service/groups/${id}`),
    { name: "Court", parent: { id: parent }, cameras: [yard] },
    { name: "", parent: "site", cameras: [{}] },
  );
});

test("a permission group", async () => {
  const inner = await made("/service/permissions", { name: "Inner" });
  const member = await houses.aggregator.addUser("mia");
  const id = await made("/service/permissions", {
    name: "Night guards",
    description: "by night",
    members: [member],
    granted: [{ abilities: ["live"], scope: "all" }],
  });
  const set = { abilities: ["playback"], scope: "list", orchids: [north], cameras: [yard] };
  await expectPatchedByField(
    at(`/service/permissions/${id}`),
    {
      name: "Wardens",
      description: "",
      members: [],
      memberGroups: [inner],
      admin: true,
      apps: "all",
      granted: [set],
      revoked: [set],
    },
    {
      name: " ",
      description: null,
      members: ["a b"],
      memberGroups: "inner",
      admin: 1,
      apps: "some",
      granted: [{ ...set, abilities: [] }],
      revoked: [{ ...set, scope: "none" }],
    },
  );
});

test("a server", async () => {
  const path = `/service/orchids/${north}`;
  const server = at(path);
  // Fields that are refreshed at intervals are left out.
  const read = async () => {
    const { name, uri, directUri } = await server.read();
    return { name, uri, directUri };
  };
  await expectPatchedByField(
    { ...server, read },
    { name: "North", directUri: "https://north.example.org" },
    { name: "", directUri: "north", uri: "ftp://north", username: "", password: "", replace: 1 },
  );
});

test("what the page says before anybody has signed in", async () => {
  const read = async () => (await ask("GET", "/service/settings")).json as Record<string, unknown>;
  await expectPatchedByField(
    { read, patch: (body) => ask("PATCH", "/service/about/config", body) },
    {
      agreement: "Be kind.",
      greeting: "Good morning",
      googleClientId: "x.apps",
      passwordMinLength: 9,
      supportUrl: "https://example.org",
      groups: { orchids: { show: false } },
    },
    { agreement: 1, greeting: null, googleClientId: "a b", passwordMinLength: 3, supportUrl: "no", groups: {} },
  );
});

test("an account comes back by PUT as it was read, with what was changed in it", async () => {
  const id = await made("/service/users", { username: "una", password: "correct horse battery" });
  const before = await at(`/service/users/${id}`).read();
  const put = await ask("PUT", `/service/users/${id}`, { ...before, email: "una@example.org" });
  expect(put.json).toEqual({ ...before, email: "una@example.org" });
});
