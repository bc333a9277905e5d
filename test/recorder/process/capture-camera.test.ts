import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { withoutSecrets } from "#recorder/ingest/capture-lines.ts";
import { runCommand } from "#recorder/process/command.ts";
import { closing, keyNals, type PlayedLine, slice } from "#test/support/scripted-camera.ts";

const opened = closing(afterEach);
/** What stands in the pictures' slices. */
const PICTURE = "55".repeat(20);
let folder: string;
let out: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "proscenium-capture-"));
  out = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => ((out += String(text)), true));
  vi.spyOn(process.stderr, "write").mockImplementation((text) => ((out += String(text)), true));
  vi.spyOn(process, "exit").mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** A camera behind a login that sends bare line ends, stray bytes, and ends the connection after some pictures. */
const play = (line: PlayedLine): void => {
  for (let i = 0; i < 12; i++) {
    line.write(line.picture(i % 6 === 0 ? keyNals() : [slice(false)], i * 9000));
    if (i === 4) line.write(Buffer.from([1, 2, 3, 4, 5, 6, 7]));
  }
  line.socket.end();
};
const camera = () =>
  opened.camera({
    answer: ({ headers }, usual) =>
      headers.has("authorization")
        ? usual
        : `RTSP/1.0 401 Unauthorized\nCSeq: ${headers.get("cseq")}\nWWW-Authenticate: Digest realm="cam", nonce="n1"\n\n`,
    play,
  });
const capture = async (words: string[] = []): Promise<string> => {
  const { url } = await camera();
  const file = join(folder, `capture-${words.length}.jsonl`);
  const address = url.replace("rtsp://", "rtsp://owner:pass%20word@");
  await runCommand(folder, ["--capture-camera", `${address}?user=owner&password=pass%20word`, file, ...words]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  return readFileSync(file, "utf8");
};

it("writes the dialogue as it was, each packet's head, stray bytes, and what became of it", async () => {
  const text = await capture();
  const lines = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const came = lines.filter((line) => "came" in line).map(({ came: said }) => said);
  expect(came[0]).toBe('RTSP/1.0 401 Unauthorized\nCSeq: 1\nWWW-Authenticate: Digest realm="cam", nonce="n1"\n\n');
  expect(came.some((said) => said.includes("a=rtpmap:96 H264/90000\r\n"))).toBe(true);
  expect(lines.filter((line) => "sent" in line).map(({ sent }) => sent.split(" ")[0])).toEqual(
    expect.arrayContaining(["OPTIONS", "DESCRIBE", "SETUP", "PLAY"]),
  );
  const packets = lines.filter((line) => "channel" in line);
  expect(packets).toHaveLength(16);
  expect(packets[0]).toMatchObject({ channel: 0, bytes: 12 + 25, payloadHead: "6742c016" });
  expect(packets[0].head).toMatch(/^8060[0-9a-f]{20}$/);
  expect(lines.find((line) => "stray" in line)).toMatchObject({ stray: 7, head: "01020304050607" });
  expect(lines.at(-1).end).toMatchObject({ video: { codec: "h264", width: 640 }, pictures: 12, keyPictures: 2 });
  expect(out).toMatch(/h264 640 x 360, 12 pictures, 2 of them key pictures, 16 packets, 0 lost/);
});

it("leaves out name, password and login, and pictures unless they are asked for", async () => {
  const text = await capture();
  expect(text).not.toMatch(/owner|pass.{0,3}word=?pass|pass word|pass%20word|response=/);
  expect(text).toMatch(/Authorization: Digest \(left out\)/);
  expect(text).not.toContain(PICTURE);
  const whole = await capture(["--capture-pictures", "--capture-seconds", "5"]);
  expect(whole).toContain(Buffer.from(PICTURE, "hex").toString("base64").slice(0, 16));
  expect(whole).not.toMatch(/owner|pass word|pass%20word|response=/);
});

it("a camera that cannot be reached is said, and the file says it too", async () => {
  const file = join(folder, "none.jsonl");
  await runCommand(folder, ["--capture-camera", "rtsp://127.0.0.1:9/x", file]);
  expect(out).toMatch(/0 pictures/);
  expect(JSON.parse(readFileSync(file, "utf8").trim().split("\n").at(-1) ?? "").end.trouble.code).toBe(
    "camera/unreachable",
  );
  await expect(runCommand(folder, ["--capture-camera", "rtsp://127.0.0.1:9/x", file])).rejects.toThrow("exit 2");
  expect(out).toMatch(/cannot write .*none\.jsonl/);
});

it.each([
  ["a file", ["rtsp://x"]],
  ["rtsp://", ["http://x", "file"]],
  ["number", ["rtsp://x", "file", "--capture-seconds", "soon"]],
  ["--port", ["rtsp://x", "file", "--port", "1"]],
])("says what is wrong: %s", async (what, words) => {
  await expect(runCommand(folder, ["--capture-camera", ...words])).rejects.toThrow("exit 2");
  expect(out).toContain(what);
});

it.each([
  ["rtsp://cam/user=admin_password=tlJwpbo6_channel=1 RTSP/1.0", "tlJwpbo6"],
  ["Authorization: Basic YWRtaW46c2VjcmV0\r\nCSeq: 1", "YWRtaW46c2VjcmV0"],
  ["Location: rtsp://admin:hidden@10.0.0.1/x", "hidden"],
  ["a=control:rtsp://10.0.0.1/x?pwd=hidden&channel=1", "hidden"],
  ["s=the hall of t%20x y", "t%20x y"],
])("a message is kept without its secret: %s", (message, secret) => {
  expect(withoutSecrets(message, ["t%20x y"])).not.toContain(secret);
});
