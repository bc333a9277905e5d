import { afterEach, expect, test, vi } from "vitest";
import { verificationPage } from "#recorder/export/verification-page.ts";

afterEach(() => document.querySelector("iframe")?.remove());

/** The page in a frame of its own, in a browser whose preferred languages are `languages`. */
async function opened(languages: readonly string[]): Promise<Document> {
  const set = `<script>Object.defineProperty(navigator,"languages",{value:${JSON.stringify(languages)}})</script>`;
  const frame = document.createElement("iframe");
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  frame.srcdoc = verificationPage().replace("<head>", `<head>${set}`);
  document.body.append(frame);
  await loaded;
  if (!frame.contentDocument) throw new Error("no page");
  return frame.contentDocument;
}

const base64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)));

interface Odd {
  /** the bytes differ from those in its manifest */
  readonly changed?: boolean;
  /** the file's name in the manifest */
  readonly name?: string;
  /** the file's name in the folder */
  readonly called?: string;
  /** a file that is not in the manifest */
  readonly added?: string;
  /** the bytes of the key in the manifest */
  readonly keyBytes?: number;
  /** a camera that had no video in the range */
  readonly without?: string;
  /** a camera of which a part could not be reached */
  readonly partOf?: string;
}

/** An export of one file of 18 bytes. */
async function exported({
  changed = false,
  name = "a.mkv",
  called = name,
  added,
  keyBytes,
  without,
  partOf,
}: Odd = {}) {
  const bytes = new TextEncoder().encode("eighteen bytes....");
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const startMs = Date.parse("2026-11-22T08:00:00Z");
  const file = { name, cameraName: "Hof", startMs, stopMs: startMs + 10_000, bytes: bytes.length, sha256 };
  const key = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  const publicKey = base64((await crypto.subtle.exportKey("raw", key.publicKey)).slice(0, keyBytes));
  const created = "2026-11-22T09:00:00Z";
  const withoutVideo = without === undefined ? undefined : [{ streamId: "2", cameraName: without }];
  const notReachable =
    partOf === undefined ? undefined : [{ streamId: "3", cameraName: partOf, startMs, stopMs: startMs + 5000 }];
  const range = { startMs, stopMs: startMs + 10_000 };
  const content = { recorder: "House", created, range, files: [file], withoutVideo, notReachable, publicKey };
  const manifest = new TextEncoder().encode(JSON.stringify(content));
  const signature = base64(await crypto.subtle.sign("Ed25519", key.privateKey, manifest));
  const transfer = new DataTransfer();
  transfer.items.add(new File([changed ? new Uint8Array(18) : bytes], called));
  transfer.items.add(new File(["the page itself"], "verify.html"));
  if (added !== undefined) transfer.items.add(new File(["something else"], added));
  transfer.items.add(new File([manifest], "manifest.json"));
  transfer.items.add(new File([signature], "manifest.sig"));
  return transfer.files;
}

function give(page: Document, files: FileList): void {
  const input = page.querySelector<HTMLInputElement>("#files");
  if (!input) throw new Error("no way to choose files");
  input.files = files;
  input.dispatchEvent(new Event("change"));
}
const verdict = (page: Document): string => page.querySelector("#verdict")?.textContent ?? "";
const cells = (page: Document): string[] =>
  [...page.querySelectorAll("tbody td")].map(({ textContent }) => textContent ?? "");

test("a Japanese browser verifies in Japanese", async () => {
  const page = await opened(["ja-JP", "en"]);
  expect(page.documentElement.lang).toBe("ja");
  expect(page.documentElement.dir).toBe("ltr");
  expect(page.title).toBe("エクスポートの検証");
  expect(page.querySelector("h1")?.textContent).toBe("エクスポートの検証");
  expect([...page.querySelectorAll("th")].map(({ textContent }) => textContent)).toEqual([
    "ファイル",
    "カメラ",
    "開始",
    "終了",
    "結果",
  ]);
  // Only names that users have typed remain in another script.
  expect((page.querySelector("main")?.textContent ?? "").match(/[A-Za-z]+/g)).toEqual(["zip"]);
  give(page, await exported());
  await vi.waitFor(() => expect(verdict(page)).toBe("ファイルは変更されておらず、署名は有効です。"));
  expect(cells(page).at(-1)).toBe("変更なし");
  expect(cells(page)[2]).toMatch(/^2026年11月2\d日 \d?\d:\d\d:00/);
  expect(page.querySelector("#facts")?.textContent).toContain("署名有効");
  give(page, await exported({ changed: true }));
  await vi.waitFor(() => expect(verdict(page)).toBe("1 個のファイルのうち 1 個が見つからないか、変更されています。"));
  expect(cells(page).at(-1)).toBe("変更あり");
});

test("a German browser says what is missing in German", async () => {
  const page = await opened(["de-AT"]);
  expect(page.documentElement.lang).toBe("de");
  expect(page.querySelector("h1")?.textContent).toBe("Einen Export prüfen");
  give(page, new DataTransfer().files);
  await vi.waitFor(() =>
    expect(verdict(page)).toBe("Wählen Sie manifest.json und manifest.sig zusammen mit den Videos."),
  );
});

test("a browser of another language gets the English of ever", async () => {
  const page = await opened(["fr-FR"]);
  expect(page.documentElement.lang).toBe("en");
  expect(page.title).toBe("Verify an export");
  give(page, await exported());
  await vi.waitFor(() => expect(verdict(page)).toBe("The file is unchanged, and the signature is valid."));
});

test("a file that is no part of the export is named, and the verdict is not good", async () => {
  const page = await opened(["en"]);
  give(page, await exported({ added: "b.mkv" }));
  await vi.waitFor(() => expect(verdict(page)).toContain("but not all of the chosen files are part of it"));
  expect(cells(page).slice(-5)).toEqual(["b.mkv", "", "", "", "not part of this export"]);
  expect(page.querySelector("#verdict")?.className).toBe("bad");
  give(page, await exported({ called: "other.mkv" }));
  await vi.waitFor(() => expect(verdict(page)).toBe("1 of 1 files are missing or changed."));
  expect(cells(page).filter((_, i) => i % 5 === 4)).toEqual(["missing", "not part of this export"]);
});

test("a camera that had no video there is named, and takes nothing from the verdict", async () => {
  const page = await opened(["de"]);
  give(page, await exported({ without: "Garage" }));
  await vi.waitFor(() => expect(verdict(page)).toBe("Die Datei ist unverändert, und die Signatur ist gültig."));
  expect(page.querySelectorAll("tbody tr")).toHaveLength(2);
  expect(cells(page).slice(5, 7)).toEqual(["", "Garage"]);
  expect(cells(page)[7]).toContain("2026");
  expect(cells(page)[9]).toBe("kein Video in dieser Zeit");
  expect(page.querySelectorAll("tbody .bad")).toHaveLength(0);
});

test("what could not be reached is named with its time", async () => {
  const page = await opened(["en"]);
  give(page, await exported({ partOf: "Garage" }));
  await vi.waitFor(() => expect(verdict(page)).toBe("The file is unchanged, and the signature is valid."));
  expect(cells(page)[6]).toBe("Garage");
  expect(cells(page)[9]).toBe("recorded, but not reachable when this was exported: left out");
  expect(page.querySelectorAll("tbody .bad")).toHaveLength(1);
});

test("a name whose accents the file system took apart is the same name", async () => {
  const page = await opened(["en"]);
  give(page, await exported({ name: "K\u00fcche.mkv", called: "Ku\u0308che.mkv" }));
  await vi.waitFor(() => expect(verdict(page)).toBe("The file is unchanged, and the signature is valid."));
});

test("a key that is none makes the signature invalid", async () => {
  const page = await opened(["en"]);
  give(page, await exported({ keyBytes: 12 }));
  await vi.waitFor(() => expect(verdict(page)).toMatch(/^The signature is not valid/));
});

test("what was said of the files before does not stand over the next ones, not even where one cannot be read", async () => {
  const page = await opened(["en"]);
  give(page, await exported());
  await vi.waitFor(() => expect(verdict(page)).toMatch(/^The file is unchanged/));
  let fails = (): void => undefined;
  // A disk that was removed while its file is being read.
  vi.spyOn(Blob.prototype, "stream").mockImplementation(
    () => new ReadableStream({ start: (part) => void (fails = () => part.error(new Error("gone"))) }),
  );
  give(page, await exported());
  await vi.waitFor(() => expect(cells(page).at(-1)).toBe("…"));
  expect(verdict(page)).toBe("");
  fails();
  await vi.waitFor(() => expect(cells(page).at(-1)).toBe("cannot be read"));
  await vi.waitFor(() => expect(verdict(page)).toBe("1 of 1 files are missing or changed."));
  vi.restoreAllMocks();
});
