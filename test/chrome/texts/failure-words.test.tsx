// @vitest-environment jsdom
/** Failures on a screen: in the language of the page, with the code of an answer, and with names unchanged. */
import { cleanup, render } from "@testing-library/react";
import { IntlProvider } from "react-intl";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { de } from "#chrome/texts/de/all.ts";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { loadAllTexts } from "#chrome/texts/load-texts.ts";
import { type Failure, failure, foreignFailure } from "#domain/failures/failure.ts";

beforeAll(loadAllTexts);
afterEach(cleanup);

function shown(what: Failure | string | null, locale: "de" | "en" = "de"): string {
  const { container } = render(
    <IntlProvider locale={locale} messages={locale === "de" ? de : {}}>
      <FailureWords of={what} />
    </IntlProvider>,
  );
  return container.textContent;
}
/** In the form in which a server's answer contains it. */
const answered = (what: Failure, status = 409): Failure => ({ ...what, status });

describe("in German", () => {
  test.each<[Failure, string]>([
    [failure("preset/name-required"), "Der Name der Position fehlt."],
    [failure("user/exists", { name: "a.b (c)" }), "Ein Benutzer mit dem Namen a.b (c) existiert bereits"],
    [answered(failure("user/exists", { name: "x" })), "user/exists: Ein Benutzer mit dem Namen x existiert bereits"],
    [
      failure("retention/fetch-failed", { cause: failure("network/no-response") }),
      "Die Aufbewahrungsregeln konnten nicht abgerufen werden: keine Antwort vom Server",
    ],
    [
      failure("bucket/holds-only", { files: 2, size: 1_610_612_736 }),
      "2 Aufzeichnungen (1,5 GB) liegen nur im Bucket. Ohne ihn wären sie nicht erreichbar.",
    ],
    [failure("server/no-trust"), "er nimmt die Tokens dieses Aggregators nicht an"],
    [
      answered(failure("orchid/unreachable", { cause: failure("server/status", { status: 404 }) })),
      "orchid/unreachable: Der Server ist nicht erreichbar: er hat mit dem Status 404 geantwortet.",
    ],
    [
      answered(failure("permission/too-many-cameras")),
      "permission/too-many-cameras: Ihre Berechtigungsgruppen nennen mehr als etwa 5000 einzelne Kameras dieses Servers: Er muss als Ganzes freigegeben werden.",
    ],
    [
      answered(
        failure("orchid/not-a-recorder", {
          cause: failure("orchid/no-recorder", { cause: failure("server/without-id") }),
        }),
      ),
      "orchid/not-a-recorder: Unter dieser Adresse steht kein Proscenium-Recorder: er hat keine Kennung.",
    ],
    [failure("event/recorder-started"), "Der Recorder ist gestartet."],
    [failure("event/stream-idle", { name: "Gate / Main" }), "Gate / Main ruht."],
    [
      failure("event/storage-full", { reason: "12 MB are free" }),
      "Aufzeichnungen können nicht geschrieben werden: Der Datenträger ist voll. 12 MB are free",
    ],
    [
      failure("event/storage-full", { reason: "ENOSPC: no space left on device, write" }),
      "Aufzeichnungen können nicht geschrieben werden: Der Datenträger ist voll.",
    ],
    [
      failure("event/volume-gone", { name: "a", reason: "ENOENT: no such file or directory, stat '/mnt/a'" }),
      "Das Volume a ist weg, und was darauf liegt, kann nicht abgespielt werden. Seine Kameras werden auf einem anderen aufgezeichnet, wo es eines gibt. /mnt/a",
    ],
    [
      failure("event/data-unwritable", { reason: "EACCES: permission denied, open '/data/probe'" }),
      "Einstellungen und Ereignisse können nicht geschrieben werden. Der Server hat keine Berechtigung dafür. /data/probe",
    ],
    [
      failure("event/bucket-away", { bucket: "b", reason: "connect ECONNREFUSED 10.0.0.1:9000" }),
      "Der Bucket b ist nicht benutzbar. Was dorthin soll, wartet; was nur dort liegt, kann nicht abgespielt werden. Die Verbindung wurde abgelehnt.",
    ],
    [
      failure("event/thinning-stuck", { reason: "ENOSPC: no space left on device, write" }),
      "Einige alte Aufzeichnungen konnten nicht ausgedünnt werden. Es wird wieder versucht. Es ist kein Platz mehr.",
    ],
    [
      failure("event/recording-again", { name: "\u05E9\u05E2\u05E8 (2)" }),
      "\u2068\u05E9\u05E2\u05E8 (2)\u2069 wird wieder aufgezeichnet.",
    ],
    [failure("event/input-on-of", { name: "Gate", about: "door" }), "Gate meldet, dass ein Eingang an ist: door."],
    [failure("license/covers", { cameras: 4, count: 5 }), "Die Lizenz gilt für 4 Kameras, es gibt 5."],
    [failure("event/mail-server-removed", { name: "Night watch" }), "Night watch: Der SMTP-Server dazu wurde entfernt"],
    [
      failure("event/mail-not-sent", { name: "Night watch", cause: failure("server/refused") }),
      "Night watch: die Verbindung wurde abgelehnt",
    ],
    [
      answered(
        failure("stream/unsupported", { cause: failure("stream/value-refused", { name: "FrameRate", value: "7" }) }),
      ),
      "stream/unsupported: Bildrate lässt sich nicht auf 7 setzen.",
    ],
    [
      failure("stream/value-refused", { name: "FineTuning", value: "much" }),
      "Fine Tuning lässt sich nicht auf much setzen.",
    ],
    [
      failure("stream/section-fixed", { name: "Audio" }),
      "Audio-Einstellungen dieser Kamera lassen sich von hier aus nicht ändern.",
    ],
    [
      failure("bulk/refused", {
        host: "10.0.0.1:8080",
        status: 409,
        cause: answered(failure("user/exists", { name: "x" })),
      }),
      "10.0.0.1:8080: 409 user/exists: Ein Benutzer mit dem Namen x existiert bereits",
    ],
    [
      failure("bulk/failed", { host: "10.0.0.1:8080", cause: failure("network/no-response") }),
      "10.0.0.1:8080: keine Antwort vom Server",
    ],
    [
      answered(failure("onvif/unreachable", { cause: failure("camera/refused") })),
      "onvif/unreachable: Die Kamera ist nicht erreichbar: die Kamera hat die Verbindung abgelehnt.",
    ],
    [
      answered(failure("client/bad-file", { cause: failure("client/many-files", { count: 5000 }) })),
      "client/bad-file: Die Datei ist kein Client: sie enthält mehr als 5000 Dateien.",
    ],
    [
      answered(failure("camera/bad-uri", { cause: failure("uri/scheme", { plain: "rtsp://", secure: "rtsps://" }) })),
      "camera/bad-uri: Die Verbindungsadresse muss mit rtsp:// oder rtsps:// beginnen.",
    ],
  ])("%j", (what, german) => expect(shown(what)).toBe(german));

  test("what another program says stays as it is", () => {
    expect(shown(answered(foreignFailure("camera/refuses", "401 Unauthorized")))).toBe(
      "camera/refuses: 401 Unauthorized",
    );
    expect(shown(foreignFailure("", "The camera said {no}"))).toBe("The camera said {no}");
    expect(shown(foreignFailure("", "The recorder has started."))).toBe("The recorder has started.");
  });

  test("words that are said already, and nothing at all", () => {
    expect(shown("Der Name fehlt.")).toBe("Der Name fehlt.");
    expect(shown(null)).toBe("");
  });
});

describe("what a call came to (document 2, section 8)", () => {
  test.each<[Failure, string]>([
    [failure("network/no-response"), "no response from server"],
    [failure("network/aborted"), "no response from server"],
    [answered(failure("network/unreadable"), 500), "unknown error occurred"],
    [answered(failure("network/unexpected"), 500), "unexpected error occurred"],
    [answered(foreignFailure("taken", "name is taken")), "taken: name is taken"],
    [answered(foreignFailure("", "no")), "no"],
    [
      failure("stage/camera-limit", { n: 16 }),
      "You cannot view more than 16 players at a time. Please remove a player first and try again.",
    ],
    [failure("camera/remove-failed", { name: "Yard" }), "failed to remove camera Yard"],
    [failure("stream/unknown-recording-style", { VALUE: "x" }), "unknown recording style chosen: x"],
  ])("%j", (what, english) => expect(shown(what, "en")).toBe(english));
});
