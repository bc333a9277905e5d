import { englishText } from "#domain/failures/english.ts";
import { failure, refuse } from "#domain/failures/failure.ts";
import { createServer, type AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { smtpServerCreate } from "#protocol/rest/server/smtp-server.ts";
import { Mailer } from "#recorder/aggregator/mail/mailer.ts";
import { PASSWORD, here, certificate, listener, open, at, mail, send, eachWithMailServer } from "./smtp-bench.ts";

eachWithMailServer();

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

  test("has the identifier that it is given, by which a receiver knows it again", async () => {
    await open();
    await new Mailer(here).send(at(), { ...mail, id: "abc" });
    expect(listener.taken[0]?.raw).toContain("Message-ID: <abc@example.org>");
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
