import { type Failure, failure, foreignFailure } from "#domain/failures/failure.ts";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "#domain/texts/languages.ts";
import { mailSpeech } from "#recorder/aggregator/mail/mail-speech.ts";
import { alertText, digestText, type Letterhead, type Line } from "#recorder/aggregator/mail/notification-mails.ts";
import { MailListener } from "#test/support/machine/mail-listener.ts";
import { AggregatorHouse } from "#test/recorder/aggregator/support/aggregator-house.ts";
import { NotifyingHouse } from "#test/recorder/aggregator/support/notifying-house.ts";

const AT_MS = Date.parse("2026-11-22T08:00:00Z");
const head = (language: (typeof LANGUAGES)[number]): Letterhead => ({
  sender: "Wall",
  zone: "Europe/Berlin",
  speech: mailSpeech(language),
});
const line = (kind: string, told: Failure): Line => ({ kind, told, whenMs: AT_MS });
const north = { name: "North" };
const gate = { camera: "Gate", name: "North" };
const wrong = [
  line("camera-unreachable", failure("trouble/camera-away", gate)),
  line("camera-unreachable", foreignFailure("", "Gate (North): 401 Unauthorized")),
  line("server-unreachable", failure("trouble/server-away", { ...north, cause: failure("server/timeout") })),
  line("server-error", failure("trouble/storage", north)),
  line("server-error", failure("trouble/unrecorded", { ...north, cause: failure("recording/disk-full") })),
  line("of another version", failure("trouble/server-away", { ...north, cause: failure("server/broken") })),
];

test("an English mail stands word for word as ever", () => {
  expect(alertText(wrong, head("en"))).toBe(`2026-11-22 09:00:00  Camera unreachable: Gate on North sends no pictures.
2026-11-22 09:00:00  Camera unreachable: Gate (North): 401 Unauthorized
2026-11-22 09:00:00  Server unreachable: North cannot be reached: it did not answer in time.
2026-11-22 09:00:00  Server error: North: storage error detected, the storage device changed.
2026-11-22 09:00:00  Server error: North: nothing is recorded: the disk is full.
2026-11-22 09:00:00  of another version: North cannot be reached: the connection broke.

Each of these is told once. A camera or server that is back is told of when it has been well for a minute.

-- 
Wall. Times are of Europe/Berlin.
`);
  expect(
    digestText({ fromMs: AT_MS, toMs: AT_MS + 86_400_000 }, wrong.slice(1, 2), [], head("en")),
  ).toBe(`From 2026-11-22 09:00:00 to 2026-11-23 09:00:00 (Europe/Berlin).

Events:
2026-11-22 09:00:00  Camera unreachable: Gate (North): 401 Unauthorized

Nothing is wrong now.

-- 
Wall. Times are of Europe/Berlin.
`);
});

test("a German mail is German in its times and in what the watch says; a camera's own words stay", () => {
  expect(alertText(wrong, head("de")).split("\n")).toEqual([
    "22.11.2026, 09:00:00  Kamera nicht erreichbar: Gate auf North sendet keine Bilder.",
    "22.11.2026, 09:00:00  Kamera nicht erreichbar: Gate (North): 401 Unauthorized",
    "22.11.2026, 09:00:00  Server nicht erreichbar: North ist nicht erreichbar: er hat nicht rechtzeitig geantwortet.",
    "22.11.2026, 09:00:00  Fehler eines Servers: North: Speicherfehler erkannt, das Speichergerät hat gewechselt.",
    "22.11.2026, 09:00:00  Fehler eines Servers: North: es wird nichts aufgezeichnet: Der Datenträger ist voll.",
    "22.11.2026, 09:00:00  of another version: North ist nicht erreichbar: die Verbindung ist abgebrochen.",
    "",
    "Jedes davon wird einmal gemeldet. Dass eine Kamera oder ein Server wieder da ist, wird gemeldet, wenn es seit einer Minute so ist.",
    "",
    "-- ",
    "Wall. Die Zeiten sind die von Europe/Berlin.",
    "",
  ]);
});

test("a Japanese digest is Japanese", () => {
  const back = [
    line("camera-back", failure("trouble/camera-back", gate)),
    line("server-back", failure("trouble/server-back", north)),
  ];
  const text = digestText({ fromMs: AT_MS, toMs: AT_MS + 86_400_000 }, back, wrong.slice(0, 1), head("ja"));
  expect(text.split("\n")).toEqual([
    "2026/11/22 9:00:00 から 2026/11/23 9:00:00 まで (Europe/Berlin)。",
    "",
    "イベント:",
    "2026/11/22 9:00:00  カメラの復旧: North の Gate が復旧しました。",
    "2026/11/22 9:00:00  サーバーの復旧: North に再び接続できました。",
    "",
    "続いている問題:",
    "2026/11/22 9:00:00  カメラに接続できません: North の Gate から映像が届いていません。",
    "",
    "-- ",
    "Wall。時刻は Europe/Berlin のものです。",
    "",
  ]);
});

describe.each(LANGUAGES)("in %s", (language) => {
  test("says how many lines it leaves out", () => {
    const lines = Array.from({ length: 203 }, () => wrong[1] ?? line("", foreignFailure("", "")));
    const more = { en: "and 3 more", de: "und 3 weitere", ja: "ほか 3 件" }[language];
    expect(alertText(lines, head(language)).split("\n")[200]).toBe(more);
  });
});

test("mails go out in the language that was chosen", async () => {
  const house = await NotifyingHouse.open("de");
  try {
    await house.add();
    house.servers.tell("camera-unreachable", "o1", "c1", failure("trouble/camera-away", gate));
    await house.after(0);
    await house.after(30);
    await house.after(5);
    expect(house.bodyOf(0)).toContain("Kamera nicht erreichbar: Gate auf North sendet keine Bilder.");
  } finally {
    await house.close();
  }
});

test("an aggregator mails in the language of its configuration", async () => {
  const house = await AggregatorHouse.open({ "servers.allow-loopback": "true", name: "Wall", "mail.language": "de" });
  const listener = await MailListener.open();
  try {
    const server = { host: "127.0.0.1", port: listener.port, security: "none", from: "wall@example.org" };
    await house.ask("POST", "/service/smtp-servers/test", { as: "admin", body: { ...server, to: "me@example.org" } });
    expect(listener.taken.map(({ subject }) => subject)).toEqual(["Wall: Test-E-Mail"]);
  } finally {
    await listener.close();
    await house.close();
  }
});
