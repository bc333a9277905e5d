/** Cameras that hang up, say nothing, or answer in ways of their own. */
import { describe, expect, test } from "vitest";
import { Pace } from "#recorder/ingest/pace.ts";
import { eventually } from "#test/support/eventually.ts";
import { play, refused, showing } from "./showing.ts";

const { camera, view, shows, showsWhole } = showing();

describe("requests", () => {
  test("a camera that does not answer OPTIONS is asked for its description", async () => {
    const { source } = await shows(
      { answer: (asked, usual) => (asked.method === "OPTIONS" ? null : usual) },
      { stallMs: 800 },
    );
    expect(source.connections).toBe(1);
  });

  describe.each([
    ["alone", false],
    ["as OPTIONS is then", true],
  ])("a sign of life that is refused, %s", (_, isOptionsToo) => {
    test.each([
      "405 Method Not Allowed",
      "454 Session Not Found",
      "501 Not Implemented",
      "551 Option not supported",
      "400 Bad Request",
    ])("with %s is no end", async (status) => {
      const { source, viewing } = await shows({
        answer: (asked, usual) =>
          asked.method === "GET_PARAMETER" || (isOptionsToo && asked.method === "OPTIONS" && asked.before > 0)
            ? refused(asked, status)
            : usual.replace("timeout=60", "timeout=1"),
      });
      await eventually(() => source.said.some((said) => said.startsWith("GET_PARAMETER")), "a sign of life", 6000);
      const before = viewing.units.length;
      await eventually(() => viewing.units.length > before + 50, "pictures after it", 8000);
      expect(viewing.ended).toBeNull();
    });
  });

  test("a camera that hangs up when it is asked what it knows is called again", async () => {
    await showsWhole({
      answer: (asked, usual) => (asked.method === "OPTIONS" ? null : usual),
      hangsUp: ({ method }) => method === "OPTIONS",
    });
  });

  test("a camera that lets nobody ask what it knows is described", async () => {
    await showsWhole(
      {
        answer: (asked, usual) =>
          asked.method === "OPTIONS"
            ? refused(asked, "401 Unauthorized", 'WWW-Authenticate: Basic realm="x"\r\n')
            : usual,
      },
      { username: "a", password: "b" },
    );
  });

  test("a nonce of one use", async () => {
    let n = 0;
    await showsWhole(
      {
        answer: (asked, usual) => {
          const given = asked.headers.get("authorization") ?? "";
          const ok = given.includes(`nonce="n${n}"`);
          n += ok ? 1 : 0;
          return ok
            ? usual
            : refused(asked, "401 Unauthorized", `WWW-Authenticate: Digest realm="c", nonce="n${n}"\r\n`);
        },
      },
      { username: "a", password: "b" },
    );
  });

  test("a nonce of one use, announced before", async () => {
    let n = 0;
    await showsWhole(
      {
        answer: (asked, usual) => {
          const given = asked.headers.get("authorization") ?? "";
          if (!given.includes(`nonce="n${n}"`))
            return refused(
              asked,
              "401 Unauthorized",
              `WWW-Authenticate: Digest realm="c", nonce="n${n}", qop="auth"\r\n`,
            );
          n += 1;
          return usual.replace("\r\n", `\r\nAuthentication-Info: nextnonce="n${n}"\r\n`);
        },
      },
      { username: "a", password: "b" },
    );
  });

  test("a keep-alive at which the camera hangs up is not sent again", async () => {
    const pace = new Pace(1000);
    const source = await camera({
      answer: (asked, usual) => (asked.method === "GET_PARAMETER" ? null : usual.replace("timeout=60", "timeout=1")),
      hangsUp: ({ method }) => method === "GET_PARAMETER",
      play,
    });
    const first = await view(source.url, { pace });
    await eventually(() => first.ended !== null, "its end");
    const second = await view(source.url, { pace });
    await eventually(() => second.units.length > 250, "pictures", 8000);
    expect(second.ended).toBeNull();
    expect(source.said.filter((said) => said.startsWith("GET_PARAMETER"))).toHaveLength(1);
  });

  test("PLAY is answered with another session", async () => {
    await showsWhole({ answer: (asked, usual) => (asked.method === "PLAY" ? usual.replace("4711", "999") : usual) });
  });
});

describe("answers", () => {
  test.each<[string, (usual: string) => string]>([
    ["a CSeq with zeros before it", (usual) => usual.replace(/CSeq: (\d+)/, "CSeq: 000$1")],
    ["a CSeq twice", (usual) => usual.replace(/(CSeq: \d+)/, "$1\r\n$1")],
    ["a CSeq with words", (usual) => usual.replace(/(CSeq: \d+)/, "$1 OPTIONS")],
    [
      "a CSeq in small letters behind other headers",
      (usual) => usual.replace(/CSeq: (\d+)\r\n([^]*?)\r\n\r\n/, "$2\r\ncseq:$1\r\n\r\n"),
    ],
    ["a line that is none", (usual) => usual.replace("\r\n", "\r\nthis camera is fine\r\n")],
    ["a folded header", (usual) => usual.replace(/Transport: ([^;\r]*);/, "Transport: $1;\r\n ")],
    [
      "a date and a server before",
      (usual) => usual.replace("\r\n", "\r\nServer: x\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\n"),
    ],
    ["a session that is quoted", (usual) => usual.replace(/Session: 4711/, 'Session: "4711"')],
    [
      "two transports in one header",
      (usual) => usual.replace(/Transport: (.*)\r\n/, "Transport: $1,RTP/AVP;unicast\r\n"),
    ],
    [
      "a transport with mode and source",
      (usual) => usual.replace(/(interleaved=\d-\d)/, 'destination=10.0.0.1;source=10.0.0.2;$1;mode="PLAY"'),
    ],
  ])("with %s", async (_, rewrite) => {
    await showsWhole({ answer: (__, usual) => rewrite(usual) });
  });
});
