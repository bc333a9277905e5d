/** German. Refusals that only programs get: for requests that no screen of ours sends. */
import type { request as rows } from "../rows/request.ts";
import type { TextsOf } from "../texts-of.ts";

export const request: TextsOf<typeof rows> = {
  "request/invalid": "{cause}",
  "request/unreadable": "Die Anfrage ist nicht gültig.",
  "request/not-utf8": "Das JSON der Anfrage ist nicht in UTF-8. Senden Sie es in UTF-8.",
  "request/not-json":
    "Der Inhalt der Anfrage ist kein gültiges JSON oder hat ein Element mit dem Namen __proto__ oder constructor. Korrigieren Sie ihn und senden Sie ihn erneut.",
  "request/content-encoding":
    "Inhalte in der Kodierung {encoding} werden nicht angenommen. Senden Sie den Inhalt unverändert, ohne Content-Encoding.",
  "request/bad-path": "Der Pfad ist nicht lesbar.",
  "request/two-hosts": "Die Anfrage nennt ihren Host mehr als einmal.",
  "request/no-host": "Die Anfrage nennt keinen Host.",
  "request/headers": "Adresse und Kopfzeilen der Anfrage sind zu lang.",
  "request/method": "Erwartet wird {allowed}.",
  "request/media-type": "{cause}",
  "request/expected": "Erwartet wird {expected}.",
  "request/no-body": "Erwartet wird kein Inhalt.",
  "request/timeout": "Die Anfrage hat zu lange gebraucht.",
  "request/413": "Die Anfrage ist zu groß",
  "route/unknown": "{method} {path} gibt es nicht.",
  "field/invalid": "{field}: {message}",
  "field/too-long": "{field}: höchstens {most} Zeichen",
  "field/one-line": "{field}: keine Steuerzeichen oder Zeilenumbrüche",
  "field/not-of-path": "{field}: nicht der Wert im Pfad",
  "field/fixed": "{field}: lässt sich nicht ändern",
  "field/by-role": "{field}: ergibt sich aus der Rolle",
  "field/at-most": "{field}: höchstens {most}",
  "field/not-known": "{field}: nicht bekannt",
  "field/after": "{field}: muss nach {other} liegen",
  "field/not-before": "{field}: darf nicht vor {other} liegen",
  "field/not-after": "{field}: darf nicht nach {other} liegen",
  "field/no-such-time": "diese Zeit oder Geschwindigkeit gibt es nicht",
  "proxy/bad-path": "Von einem Server sind nur /service/ und /ping erreichbar.",
  "app/unknown": "Diese App gibt es nicht.",
  "app/no-file": "Diese Datei gibt es nicht.",
};
