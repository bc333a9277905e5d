import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { failure, foreignFailure } from "#domain/failures/failure.ts";
import { mailSpeech } from "#recorder/aggregator/mail/mail-speech.ts";
import { Mailer } from "#recorder/aggregator/mail/mailer.ts";
import { alertText, digestText, type Line } from "#recorder/aggregator/mail/notification-mails.ts";
import { MailListener } from "#test/support/machine/mail-listener.ts";

/** Names of cameras and servers that would be further headers, further mails or further lines. */
const HOSTILE_NAMES = [
  ...(JSON.parse(
    readFileSync(new URL("../../../fixtures/hostile-names.json", import.meta.url), "utf8"),
  ) as readonly string[]),
  "Gate\r\n.\r\nMAIL FROM:<thief@example.org>",
  "Gate\n\nNothing is wrong now.",
  "Gate\u2028\u2029\u0085next",
];
const AT_MS = Date.parse("2026-11-22T08:00:00Z");
const head = { sender: "Wall", zone: "Europe/Berlin", speech: mailSpeech("en") };

let listener: MailListener;
beforeAll(async () => {
  listener = await MailListener.open();
});
afterAll(() => listener.close());

test("each thing that happened is one line, whatever the camera and the server are called", () => {
  for (const name of HOSTILE_NAMES) {
    const lines: Line[] = [
      { kind: "camera-unreachable", told: failure("trouble/camera-away", { camera: name, name }), whenMs: AT_MS },
      { kind: "camera-unreachable", told: foreignFailure("", `${name}: 401`), whenMs: AT_MS },
    ];
    const plain = lines.map((line) => ({ ...line, told: failure("trouble/camera-away", { camera: "x", name: "x" }) }));
    const period = { fromMs: AT_MS, toMs: AT_MS + 86_400_000 };
    for (const write of [
      (list: readonly Line[]) => alertText(list, head),
      (list: readonly Line[]) => digestText(period, list, list, head),
    ]) {
      const text = write(lines);
      const count = (written: string): number => written.split(/\r\n|[\n\r\u0085\u2028\u2029]/).length;
      expect(count(text), JSON.stringify(name)).toBe(count(write(plain)));
      expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
    }
  }
});

test("no name becomes a header, a recipient or another mail", async () => {
  const allowed = new Set(
    "from to subject message-id date mime-version auto-submitted content-type content-transfer-encoding".split(" "),
  );
  const mailer = new Mailer({ allowed: [], allowLoopback: true });
  const server = {
    host: "127.0.0.1",
    port: listener.port,
    security: "none",
    username: "",
    password: "",
    from: "wall@example.org",
  } as const;
  for (const [at, name] of HOSTILE_NAMES.entries()) {
    const sent = await mailer.send(server, { to: ["a@example.org"], subject: name, text: name });
    expect(sent.ok, JSON.stringify(name)).toBe(true);
    expect(listener.taken).toHaveLength(at + 1);
    const { raw = "", to } = listener.taken[at] ?? {};
    expect(to).toEqual(["a@example.org"]);
    const [headers = ""] = raw.split("\r\n\r\n");
    const named = [...headers.matchAll(/^([^\s:]+):/gm)].map(([, header = ""]) => header.toLowerCase());
    expect(
      named.filter((header) => !allowed.has(header)),
      JSON.stringify(name),
    ).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  }
}, 60_000);
