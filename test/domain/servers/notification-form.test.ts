import { describe, expect, test } from "vitest";
import {
  emptyNotification,
  emptySmtpServer,
  type NotificationForm,
  notificationFaults,
  notificationFormOf,
  recipientsOf,
  savedNotification,
  savedSmtpServer,
  smtpFaults,
  smtpFormOf,
  testRecipientFault,
} from "#domain/servers/notification-form.ts";

describe("a notification's form", () => {
  const fine: NotificationForm = { ...emptyNotification("s1"), name: "Night watch", recipients: "a@example.org" };
  test.each([
    ["fine", {}, []],
    ["no name", { name: " " }, ["name"]],
    ["no trigger", { triggers: [] }, ["triggers"]],
    ["a list of nothing", { scope: "list" }, ["cameras"]],
    ["a list of one server", { scope: "list", orchids: ["o1"] }, []],
    ["no SMTP server", { smtpServer: "" }, ["smtpServer"]],
    ["nobody", { recipients: " ,\n" }, ["recipients"]],
    ["a recipient that is none", { recipients: "a@example.org; b" }, ["recipients"]],
    ["a recipient with more in it", { recipients: "a@example.org>\r\nbcc:" }, ["recipients"]],
    [
      "too many",
      { recipients: Array.from({ length: 101 }, (_, at) => `a${at}@example.org`).join("\n") },
      ["recipients"],
    ],
    ["a digest at no time", { action: "digest", digestTime: "24:00" }, ["digestTime"]],
    ["no time where none is needed", { action: "immediate", digestTime: "" }, []],
  ] as const)("%s", (_name, part, faulty) => {
    expect(Object.keys(notificationFaults({ ...fine, ...part }))).toEqual(faulty);
  });

  test("is read and saved without losing anything", () => {
    const { recipients: _, ...rest } = fine;
    const entry = { ...rest, id: "n1", recipients: ["a@example.org", "b@example.org"] };
    const { id: _id, ...saved } = entry;
    expect(savedNotification(notificationFormOf(entry))).toEqual(saved);
  });

  test("that watches everything lists nothing", () => {
    expect(savedNotification({ ...fine, orchids: ["o1"], cameras: [{ orchidId: "o1", id: "c1" }] })).toMatchObject({
      orchids: [],
      cameras: [],
    });
  });

  test("takes recipients as people write them, each once", () => {
    expect(recipientsOf(" a@b.example,c@d.example;\n a@b.example ")).toEqual(["a@b.example", "c@d.example"]);
  });
});

describe("an SMTP server's form", () => {
  const stored = {
    id: "s1",
    name: "Relay",
    host: "mail.example.org",
    port: 587,
    security: "starttls" as const,
    username: "wall",
    hasPassword: true,
    from: "wall@example.org",
  };
  const fine = smtpFormOf(stored);
  test.each([
    ["unchanged", {}, []],
    ["an IPv6 address", { host: "[2001:db8::1]", password: "x" }, []],
    ["no name", { name: "" }, ["name"]],
    ["an address of a page", { host: "http://mail", password: "x" }, ["host"]],
    ["the same port in full width", { port: "５８７" }, []],
    ["no port", { port: "", password: "x" }, ["port"]],
    ["port 65536", { port: "65536", password: "x" }, ["port"]],
    ["no sender", { from: "" }, ["from"]],
    ["a sender that is none", { from: "wall" }, ["from"]],
    ["elsewhere without its password", { host: "other.example.org" }, ["password"]],
    ["unencrypted without its password", { security: "none" }, ["password"]],
    ["elsewhere with a password", { host: "other.example.org", password: "x" }, []],
    ["elsewhere without an account", { host: "other.example.org", username: "" }, []],
  ] as const)("%s", (_name, part, faulty) => {
    expect(Object.keys(smtpFaults({ ...fine, ...part }, stored))).toEqual(faulty);
  });

  test("a new one needs no password", () => {
    expect(smtpFaults({ ...emptySmtpServer, name: "a", host: "b", from: "c@d.example" }, null)).toEqual({});
  });

  test.each([
    ["keeps what is stored", "wall", "", null],
    ["sends another", "wall", "x", "x"],
    ["forgets it with the account", "", "x", ""],
  ])("the password: %s", (_name, username, password, expected) => {
    expect(savedSmtpServer({ ...fine, username, password }).password).toBe(expected);
  });
});

test("a test mail goes to one address", () => {
  expect(testRecipientFault(" me@example.org ")).toBeNull();
  for (const to of ["", "me", "a@b.example, c@d.example"]) expect(testRecipientFault(to)).not.toBeNull();
});
