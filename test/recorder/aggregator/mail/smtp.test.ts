import { englishText } from "#domain/failures/english.ts";
import { failure, refuse } from "#domain/failures/failure.ts";
import { createServer, type AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { smtpServerCreate, smtpServerPatch, smtpTest } from "#protocol/rest/server/smtp-server.ts";
import { mailSpeech } from "#recorder/aggregator/mail/mail-speech.ts";
import { Mailer, type MailServer } from "#recorder/aggregator/mail/mailer.ts";
import { SmtpServers } from "#recorder/aggregator/mail/smtp-servers.ts";
import { EventHub } from "#recorder/core/event-hub.ts";
import { openStore, type Store } from "#recorder/store/store.ts";
import { Vault } from "#recorder/store/vault.ts";
import { selfSigned } from "#test/support/machine/certificate.ts";
import { MailListener, type MailListenerOptions } from "#test/support/machine/mail-listener.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PASSWORD = "canary of a mail server";
const here = { allowed: [], allowLoopback: true };
const certificate = selfSigned("localhost");
let listener: MailListener;
let store: Store;
let servers: SmtpServers;
let told: string[];
const folder = mkdtempSync(join(tmpdir(), "proscenium-smtp-"));

async function open(options: MailListenerOptions = {}): Promise<MailListener> {
  listener = await MailListener.open(options);
  return listener;
}
beforeEach(async () => {
  store = await openStore({ file: ":memory:", url: "" });
  const hub = new EventHub();
  told = [];
  const administrator = {
    userId: "1",
    username: "admin",
    role: "Administrator",
    superUser: true,
    scope: { baseScope: ["config"] as const, cameraScopes: [] },
    via: "cookie" as const,
    session: null,
  };
  hub.add({ identity: () => administrator, send: ({ type, id }) => told.push(`${type} ${id}`), end: () => undefined });
  hub.add({
    identity: () => ({ ...administrator, role: "", scope: { baseScope: [], cameraScopes: [] } }),
    send: () => told.push("somebody else was told"),
    end: () => undefined,
  });
  servers = new SmtpServers({
    store,
    hub,
    vault: Vault.open(join(folder, "secret.key")),
    mailer: new Mailer(here, [certificate.cert]),
    now: () => 1000,
    name: "North",
    speech: mailSpeech("en"),
  });
});
afterEach(async () => {
  await store.destroy();
  await listener?.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (part: Partial<MailServer> = {}): MailServer => ({
  host: "127.0.0.1",
  port: listener.port,
  security: "none",
  username: "",
  password: "",
  from: "wall@example.org",
  ...part,
});
const mail = { to: ["a@example.org"], subject: "Night watch", text: "Gate is away.\n.\nend" };
const send = (server: MailServer, policy = here) => new Mailer(policy, [certificate.cert]).send(server, mail);

describe("a mail", () => {
  test("arrives as it was written, and the server's words come back", async () => {
    await open();
    expect(await send(at())).toEqual({ ok: true, value: { words: "250 taken, thank you", refused: [] } });
    const [taken] = listener.taken;
    expect(taken).toMatchObject({
      from: "wall@example.org",
      to: ["a@example.org"],
      subject: "Night watch",
      user: null,
    });
    expect(taken?.raw).toContain("Gate is away.\r\n.\r\nend");
    expect(taken?.raw).toContain("Auto-Submitted: auto-generated");
  });

  test.each(["tls", "starttls"] as const)("goes encrypted by %s, signed in", async (mode) => {
    await open({ tls: { mode, ...certificate }, account: { username: "wall", password: PASSWORD } });
    const sent = await send(at({ host: "localhost", security: mode, username: "wall", password: PASSWORD }));
    expect(sent.ok).toBe(true);
    expect(listener.taken[0]).toMatchObject({ encrypted: true, user: "wall" });
  });

  test.each([
    ["a certificate that nobody has signed", "127.0.0.1", "tls" as const, {}, /certificate|altnames|IP/i],
    [
      "a server without encryption, where STARTTLS is asked",
      "127.0.0.1",
      "starttls" as const,
      {},
      /STARTTLS.*500 Error: command not recognized/,
    ],
  ])("is not sent to %s", async (_name, host, security, _more, words) => {
    await open(security === "tls" ? { tls: { mode: "tls", ...certificate } } : {});
    const sent = await send(at({ host, security, username: "wall", password: PASSWORD }));
    expect(sent).toMatchObject({ ok: false, error: { code: "smtp/failed" } });
    expect(sent.ok ? "" : englishText(sent.error)).toMatch(words);
    expect(listener.taken).toEqual([]);
  });

  test("tells which recipients were not taken", async () => {
    await open({ refuse: ["full@example.org"] });
    const sent = await new Mailer(here).send(at(), { ...mail, to: ["a@example.org", "full@example.org"] });
    expect(sent).toMatchObject({ ok: true, value: { refused: ["full@example.org"] } });
  });

  test("cannot get further lines into its head", async () => {
    await open();
    const subject = "x\r\nBcc: thief@example.org\r\n\r\nbody";
    await new Mailer(here).send(at(), { ...mail, subject });
    const [head = ""] = (listener.taken[0]?.raw ?? "").split("\r\n\r\n");
    expect(head).not.toMatch(/^bcc:/im);
    expect(listener.taken[0]?.to).toEqual(["a@example.org"]);
  });

  test.each([
    ["127.0.0.1", "127.0.0.1"],
    ["localhost", "(127.0.0.1|::1)"],
    ["[::1]", "::1"],
    ["169.254.169.254", "169.254.169.254"],
    ["0.0.0.0", "0.0.0.0"],
  ])("is not sent to %s where that is not allowed", async (host, address) => {
    await open();
    const sent = await send(at({ host }), { allowed: [], allowLoopback: false });
    expect(sent.ok ? "" : englishText(sent.error)).toMatch(new RegExp(`^SMTP servers may not be at ${address}$`));
  });

  test("to a server that is not there says so in the catalogue's words, which pages say in their language", async () => {
    await open();
    const gone = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => gone.once("listening", resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    expect(await send(at({ port }))).toEqual(refuse("smtp/failed", { cause: failure("server/refused") }));
  });

  test("to a server that says nothing, or nothing of SMTP, fails and ends when it is stopped", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    const http = createServer((socket) => {
      socket.on("error", () => undefined).end("HTTP/1.1 400 Bad Request\r\n\r\n\0\x1b[31m");
    }).listen(0, "127.0.0.1");
    await Promise.all([silent, http].map((one) => new Promise((resolve) => one.once("listening", resolve))));
    await open();
    const stop = new AbortController();
    const waiting = new Mailer(here).send(at({ port: (silent.address() as AddressInfo).port }), mail, stop.signal);
    silent.once("connection", (socket) => {
      socket.on("error", () => undefined);
      stop.abort();
    });
    expect(await waiting).toMatchObject({ ok: false, error: { code: "smtp/failed" } });
    const sent = await send(at({ port: (http.address() as AddressInfo).port }));
    // eslint-disable-next-line no-control-regex
    expect(sent.ok ? "" : englishText(sent.error)).toMatch(/^[^\x00-\x1f]+$/);
    await Promise.all([silent, http].map((one) => new Promise((resolve) => one.close(resolve))));
  });
});

describe("SMTP servers", () => {
  const ask = (more: object = {}) =>
    smtpServerCreate.parse({
      name: "Relay",
      host: "127.0.0.1",
      port: listener.port,
      security: "none",
      from: "wall@example.org",
      ...more,
    });
  const account = { username: "wall", password: PASSWORD };
  const made = async (more: object = {}) => {
    const answer = await servers.create(ask(more));
    if (!answer.ok) throw new Error(answer.error.code);
    return answer.value;
  };

  test("are kept without ever giving out their password, which is sealed", async () => {
    await open();
    const { id, ...shown } = await made(account);
    expect(shown).toEqual({
      href: `/service/smtp-servers/${id}`,
      name: "Relay",
      host: "127.0.0.1",
      port: listener.port,
      security: "none",
      username: "wall",
      hasPassword: true,
      from: "wall@example.org",
    });
    const rows = await store.selectFrom("smtp_servers").selectAll().execute();
    expect(JSON.stringify([rows, await servers.list(), await servers.get(id), told])).not.toContain(PASSWORD);
    expect((await servers.connection(id))?.password).toBe(PASSWORD);
    expect(told).toEqual([`smtp-server-added ${id}`]);
  });

  test("a sealed password that is moved to another server does not open there", async () => {
    await open();
    const [one, other] = [await made(account), await made({ name: "Thief" })];
    const { password } = await store
      .selectFrom("smtp_servers")
      .select("password")
      .where("id", "=", one.id)
      .executeTakeFirstOrThrow();
    await store.updateTable("smtp_servers").set({ password }).where("id", "=", other.id).execute();
    expect((await servers.connection(other.id))?.password).toBe("");
  });

  test("keep their password when they are changed, unless it would go elsewhere", async () => {
    await open();
    const { id } = await made(account);
    const patch = (change: object) => servers.patch(id, smtpServerPatch.parse(change));
    expect(await patch({ name: "Other", from: "b@example.org" })).toMatchObject({
      ok: true,
      value: { hasPassword: true },
    });
    for (const change of [{ host: "192.0.2.9" }, { port: 2525 }, { security: "tls" }, { username: "other" }])
      expect(await patch(change)).toMatchObject({ ok: false, error: { code: "smtp-server/password-required" } });
    expect(await patch({ host: "192.0.2.9", password: "new" })).toMatchObject({ ok: true });
    expect((await servers.connection(id))?.password).toBe("new");
    expect(await patch({ password: "" })).toMatchObject({ ok: true, value: { hasPassword: false } });
    expect(await patch({ host: "192.0.2.10" })).toMatchObject({ ok: true });
    expect(told.filter((one) => one.startsWith("smtp-server-modified"))).toHaveLength(4);
  });

  test("are unknown after they were removed", async () => {
    await open();
    const { id } = await made();
    expect(await servers.remove(id)).toEqual({ ok: true, value: null });
    for (const answer of [await servers.get(id), await servers.remove(id), await servers.patch(id, {})])
      expect(answer).toMatchObject({ ok: false, error: { code: "smtp-server/unknown" } });
    expect(told.at(-1)).toBe(`smtp-server-removed ${id}`);
  });

  describe("a test mail", () => {
    const test_ = (more: object) =>
      servers.test(
        smtpTest.parse({
          host: "127.0.0.1",
          port: listener.port,
          security: "none",
          from: "wall@example.org",
          to: "me@example.org",
          ...more,
        }),
      );

    test("arrives, before anything is saved", async () => {
      await open({ account });
      expect(await test_(account)).toEqual({ ok: true, value: { success: true, message: "250 taken, thank you" } });
      expect(listener.taken[0]).toMatchObject({ to: ["me@example.org"], subject: "North: test e-mail", user: "wall" });
    });

    test("says in the server's words why not", async () => {
      await open({ account });
      expect(await test_({ ...account, password: "wrong" })).toEqual({
        ok: true,
        value: { success: false, message: "535 5.7.8 no such account here" },
      });
      listener.outOfOrder = "come back later";
      expect(await test_(account)).toMatchObject({ value: { success: false, message: "451 come back later" } });
    });

    test("takes the stored password of a saved server, and sends it nowhere else", async () => {
      await open({ account });
      const { id } = await made(account);
      expect(await test_({ id, username: "wall" })).toMatchObject({ value: { success: true } });
      for (const change of [{ host: "localhost" }, { port: 1 }, { security: "tls" }, { username: "x" }])
        expect(await test_({ id, username: "wall", ...change })).toMatchObject({
          ok: false,
          error: { code: "smtp-server/password-required" },
        });
      expect(await test_({ id: "nobody" })).toMatchObject({ ok: false, error: { code: "smtp-server/unknown" } });
    });
  });
});

test.each([
  ["from", "a@b\r\nBcc: x@y"],
  ["from", "a@b, c@d"],
  ["from", '"x@evil.example x"@example.org'],
  ["host", "mail.example.org\r\nRSET"],
  ["host", "http://mail"],
  ["port", 0],
  ["security", "maybe"],
])("a server with %s %j is refused", (field, value) => {
  const fine = { name: "a", host: "mail.example.org", port: 25, security: "none", from: "a@b.example" };
  expect(smtpServerCreate.safeParse(fine).success).toBe(true);
  expect(smtpServerCreate.safeParse({ ...fine, [field]: value }).success).toBe(false);
});
