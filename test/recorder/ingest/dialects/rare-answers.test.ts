/** Logins, answers and requests of a kind that few cameras have, and each of them stays a camera that can be watched. */
import { createHash } from "node:crypto";
import { createSocket } from "node:dgram";
import { describe, expect, test } from "vitest";
import { writeRtp } from "#recorder/rtp/rtp-packet.ts";
import { eventually } from "#test/support/eventually.ts";
import type { Asked, CameraScript, PlayedLine } from "#test/support/scripted-camera.ts";
import { Pace } from "#recorder/ingest/pace.ts";
import { H264, nalsOf, play, refused, showing, video } from "./showing.ts";

const { camera, view, shows, showsWhole } = showing();
const withSound = [...video(H264), "m=audio 0 RTP/AVP 8", "a=control:trackID=1"];
const isSetUpOfSound = ({ method, url }: Asked): boolean => method === "SETUP" && url.endsWith("trackID=1");

describe("logins", () => {
  /** Takes only what was made with this hash. */
  const strict =
    (algorithm: string, name: string): NonNullable<CameraScript["answer"]> =>
    (asked, usual) => {
      const field = (of: string): string => new RegExp(`[ ,]${of}="([^"]*)"`).exec(given)?.[1] ?? "";
      const given = asked.headers.get("authorization") ?? "";
      const hash = (text: string): string => createHash(name).update(text).digest("hex");
      const expected = hash(`${hash("admin:cam:secret")}:n:${hash(`${asked.method}:${field("uri")}`)}`);
      return field("response") === expected
        ? usual
        : refused(asked, "401 Unauthorized", `WWW-Authenticate: Digest realm="cam", nonce="n"${algorithm}\r\n`);
    };
  test.each([
    [", algorithm=SHA256", "sha256"],
    [", algorithm=SHA-512-256", "sha512-256"],
    [', algorithm=""', "md5"],
    [', algorithm="MD5 "', "md5"],
  ])("with%s", async (algorithm, name) => {
    await showsWhole({ answer: strict(algorithm, name) }, { username: "admin", password: "secret" });
  });
});

describe("answers", () => {
  test.each<[string, (usual: string) => string]>([
    ["tabs in their status", (usual) => usual.replace("RTSP/1.0 200 OK", "RTSP/1.0\t200\tOK")],
    ["a version of more digits", (usual) => usual.replace("RTSP/1.0", "RTSP/1.00")],
    ["a version of fewer", (usual) => usual.replace("RTSP/1.0", "RTSP/1")],
    ["a length that is no number", (usual) => usual.replace(/Content-Length: \d+/, "Content-Length: unknown")],
    ["two lengths in one", (usual) => usual.replace(/Content-Length: (\d+)/, "Content-Length: $1, $1")],
    ["neither length nor type", (usual) => usual.replace(/Content-(?:Length|Type): .*\r\n/g, "")],
    ["a session of 400 letters", (usual) => usual.replaceAll("4711", "x".repeat(400))],
    ["lines that end with two CR", (usual) => usual.replace(/^[^]*?\r\n\r\n/, (h) => h.replaceAll("\r\n", "\r\r\n"))],
  ])("with %s", async (_, change) => {
    await showsWhole({ answer: (__, usual) => change(usual) });
  });
});

describe("PLAY", () => {
  const playing = (answer: (asked: Asked, usual: string) => string): CameraScript => ({
    answer: (asked, usual) => (asked.method === "PLAY" ? answer(asked, usual) : usual.replace(";timeout=60", "")),
  });
  test.each(["400 Bad Request", "412 Precondition Failed", "456 Header Field Not Valid", "501 Not Implemented"])(
    "whose range is refused with %s is asked without one",
    async (status) => {
      await showsWhole(playing((asked, usual) => (asked.headers.has("range") ? refused(asked, status) : usual)));
    },
  );

  test("of each track by itself", async () => {
    const { source } = await shows({
      ...playing((asked, usual) =>
        asked.url.includes("trackID") ? usual : refused(asked, "459 Aggregate Operation Not Allowed"),
      ),
      media: withSound,
    });
    for (const track of [0, 1]) expect(source.said).toContain(`PLAY /live/trackID=${track}`);
  });

  test("that is answered by pictures alone", async () => {
    const { viewing } = await shows(
      playing((_, usual) => usual.slice(0, 20)),
      { stallMs: 1000 },
    );
    await eventually(() => viewing.units.length > 300, "pictures");
    expect(viewing.ended).toBeNull();
  });

  test("whose answer says how long the session lasts", async () => {
    const { source } = await shows(playing((_, usual) => usual.replace("4711", '4711;timeout="2"')));
    await eventually(() => source.said.some((said) => said.startsWith("GET_PARAMETER")), "a sign of life", 4000);
  });
});

describe("a session that ends", () => {
  test.each(["TEARDOWN", "REDIRECT", "ANNOUNCE"])(
    "with the camera's own %s, and silence, is made anew long before it would count as stuck",
    async (request) => {
      const { viewing } = await shows({
        play: (line) =>
          line.every(5, (i) => {
            if (i < 40) line.write(line.picture(nalsOf(i), i * 3000));
            if (i === 40) line.write(`${request} rtsp://camera/live RTSP/1.0\r\nCSeq: 9\r\nSession: 4711\r\n\r\n`);
          }),
      });
      await eventually(() => viewing.ended !== null, "its end", 2500);
    },
  );

  /** Ends its connection when nothing was asked for so long. */
  const strict =
    (timeoutMs: number, ended: () => void): NonNullable<CameraScript["play"]> =>
    (line: PlayedLine) => {
      play(line);
      let timer: NodeJS.Timeout | undefined;
      const wait = (): void => {
        clearTimeout(timer);
        timer = setTimeout(() => (ended(), line.socket.destroy()), timeoutMs);
      };
      line.socket.on("data", (chunk: Buffer) => chunk[0] !== 0x24 && wait());
      line.socket.on("close", () => clearTimeout(timer));
      wait();
    };
  test.each([
    ["after a second", 1, true],
    ["after three, although it answers no sign of life", 3, false],
  ])("without one %s", { timeout: 20_000 }, async (_, seconds, isAnswered) => {
    let hasEnded = false;
    const { source } = await shows({
      answer: ({ method }, usual) =>
        method === "GET_PARAMETER" && !isAnswered ? null : usual.replace("timeout=60", `timeout=${seconds}`),
      play: strict(seconds * 1000, () => (hasEnded = true)),
    });
    const signs = (): number => source.asked.filter(({ method }) => method === "GET_PARAMETER").length;
    await eventually(() => hasEnded || signs() >= 3, "signs of life", 12_000);
    expect(hasEnded).toBe(false);
  });

  test("at a report on what came gets none on its next connection", { timeout: 20_000 }, async () => {
    let reports = 0;
    const source = await camera({
      play: (line) => {
        play(line);
        line.socket.on("data", (chunk: Buffer) => {
          if (chunk[0] !== 0x24) return;
          reports += 1;
          line.socket.destroy();
        });
      },
    });
    const pace = new Pace(4000);
    const first = await view(source.url, { pace });
    await eventually(() => first.ended !== null, "its end", 7000);
    const next = await view(source.url, { pace });
    await eventually(() => next.ended !== null || next.units.length > 1100, "more than a report's time", 12_000);
    expect([next.ended, reports]).toEqual([null, 1]);
  });
});

describe("SETUP", () => {
  test("of a sound that is not answered leaves the pictures", async () => {
    const { viewing } = await shows(
      { media: withSound, answer: (asked, usual) => (isSetUpOfSound(asked) ? null : usual) },
      { stallMs: 1500 },
    );
    expect(viewing.codes).toEqual(["camera/sound-refused"]);
  });

  test("of a sound at which the camera hangs up is left out on another connection", async () => {
    const { source } = await shows({
      media: withSound,
      answer: (asked, usual) => (isSetUpOfSound(asked) ? null : usual),
      hangsUp: isSetUpOfSound,
    });
    expect(source.connections).toBe(2);
  });

  /** Sends by UDP where it was asked for it, from this address, which it names. */
  const byUdp = (from: string, answer: NonNullable<CameraScript["answer"]>): CameraScript => {
    let port = 0;
    return {
      answer: (asked, usual, url) => {
        port = Number(/client_port=(\d+)/.exec(asked.headers.get("transport") ?? "")?.[1] ?? port);
        const transport = `RTP/AVP;unicast;client_port=${port}-${port + 1};server_port=0-0;source=${from}`;
        return answer(asked, port > 0 ? usual.replace(/Transport: .*/, `Transport: ${transport}`) : usual, url);
      },
      play: (line) => {
        const socket = createSocket("udp4");
        let sequence = 0;
        const picture = (i: number): void => {
          for (const [k, payload] of nalsOf(i).entries()) {
            const marker = k === nalsOf(i).length - 1;
            const packet = { payloadType: 96, marker, sequence: sequence++, timestamp: i * 3000, ssrc: 7, payload };
            socket.send(writeRtp(packet), port, "127.0.0.1");
          }
        };
        socket.bind(0, from, () => line.every(5, picture));
        line.socket.once("close", () => socket.close());
      },
    };
  };
  const isTcp = ({ headers }: Asked): boolean => headers.get("transport")?.includes("TCP") === true;
  const without =
    (isLacking: (asked: Asked) => boolean): NonNullable<CameraScript["answer"]> =>
    (asked, usual) =>
      asked.method === "SETUP" && isLacking(asked) ? refused(asked, "461 Unsupported Transport") : usual;

  test("of a camera that has UDP only, or TCP only, whichever was asked for", async () => {
    const udp = await showsWhole(byUdp("127.0.0.1", without(isTcp)));
    expect(udp.viewing.notes).toMatchObject([{ code: "camera/protocol", cause: { code: "camera/no-transport" } }]);
    await showsWhole({ answer: without((asked) => !isTcp(asked)) }, { transport: "udp" });
  });

  test("of a camera that has neither is refused", async () => {
    const source = await camera({ answer: without(() => true) });
    await expect(view(source.url)).rejects.toMatchObject({ trouble: { cause: { code: "camera/no-transport" } } });
  });

  test("by UDP from another address of the camera, which it names", async () => {
    await showsWhole(
      byUdp("127.0.0.2", (_, usual) => usual),
      { transport: "udp" },
    );
  });
});

test.each(["90", "90000000", "90kHz"])("a video's rate of %s is none, and the usual one is meant", async (rate) => {
  await showsWhole({ media: video(`a=rtpmap:96 H264/${rate}`) });
});
