/**
 * What a server refuses is shown to whoever has asked for it, in the language of the page: so its sentences come from the
 * error catalogue, which has them in all languages. Only what no screen of ours can bring about is said in English alone.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const recorder = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), "recorder");

/** Sentences that only programs read. A screen that can be refused one of them needs it in the catalogue. */
const FOR_PROGRAMS: readonly string[] = [
  // bodies and queries that no form sends
  "The path cannot be read.",
  'There is no ${request.method} ${request.url.split("?")[0]}.',
  "id: not the path's",
  "superUser: cannot be changed",
  "admin: is said by the role",
  "count: at most ${MAX_EVENTS}",
  "take: at most ${MAX_TAKE}",
  "offset: at most ${MOST_RUNS - take}",
  "zone: not known",
  "stop: must be after start",
  "stop: must not be before start",
  "start: must not be after stop",
  "from: must not be after to",
  "The mask is not a PNG.",
  "The stream has no mask.",
  // tickets, and addresses that the client does not ask for
  "The ticket is not valid.",
  "The ticket is for another camera.",
  "A ticket buys no ticket.",
  "There is no such app.",
  "There is no such file.",
  "Only /service/ and /ping of a server can be reached.",
  // video: the player takes another way, or asks again
  "The answer carries every candidate; none are taken later.",
  "the offer has no H.264 with packetization-mode=1",
  "the connection ended at once",
  "no such session",
  "the session is over",
  "not a session of pictures",
  "nothing follows",
  // nobody is there to read it: a camera's events, an RTSP player, whoever has left, one process of ours to another
  "The camera gave no address for its events.",
  "The camera's subscription cannot be called: its parameters are too much.",
  "The camera's events cannot be read.",
  "The recorder is being started.",
  "The caller went away.",
  "one export per process",
];

/** `refuse("area/what", <sentence>)`, and `reason: <sentence>` of an answer that is written down by itself. */
const WRITTEN =
  /(?:\brefused?\(\s*(?:"[^"]*"|`[^`]*`|[\w.]+(?: \? "[^"]*" : "[^"]*")?),\s*|\breason: )(?:"([^"\n]+)"|`((?:[^`]|`[^`]*`)*?)`)/g;

/** Written sentences of every file; words of a protocol ("storage") and the stand-in cameras' answers are none. */
function writtenSentences(): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of readdirSync(recorder, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".ts") || file.startsWith("demo/")) continue;
    for (const [, plain, template] of readFileSync(join(recorder, file), "utf8").matchAll(WRITTEN)) {
      const sentence = plain ?? template ?? "";
      if (/[a-z]+ [a-z]+/i.test(sentence.replaceAll(/\$\{[^}]*\}/g, "?"))) found.set(sentence, file);
    }
  }
  return found;
}

describe("what a server refuses", () => {
  const written = writtenSentences();

  test("is read by this test", () => {
    // A pattern that finds nothing would let everything through, and a name too many hides the next one.
    expect(FOR_PROGRAMS.filter((sentence) => !written.has(sentence))).toEqual([]);
    expect(written.get("The ticket is not valid.")).toBe("http/authenticate.ts");
    expect(written.get("take: at most ${MAX_TAKE}")).toBe("http/routes/recordings/archives.ts");
    expect(written.get("nothing follows")).toBe("viewing/socket/jpeg-mailbox.ts");
  });

  test("is a sentence of the catalogue, except what only programs can be refused", () => {
    const own = [...written].filter(([sentence]) => !FOR_PROGRAMS.includes(sentence));
    expect(own.map(([sentence, file]) => `${file}: ${sentence}`)).toEqual([]);
  });
});
