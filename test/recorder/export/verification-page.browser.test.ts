import { afterEach, expect, test, vi } from "vitest";
import { verificationPage } from "#recorder/export/verification-page.ts";

afterEach(() => document.querySelector("iframe")?.remove());

/** The page in a frame of its own, in a browser that is set to `languages`. */
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

/** An export of one file of 18 bytes; `changed`: with other bytes than its manifest says. */
async function exported(changed: boolean): Promise<FileList> {
  const bytes = new TextEncoder().encode("eighteen bytes....");
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const startMs = Date.parse("2026-11-22T08:00:00Z");
  const file = { name: "a.mkv", cameraName: "Hof", startMs, stopMs: startMs + 10_000, bytes: bytes.length, sha256 };
  const key = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  const publicKey = base64(await crypto.subtle.exportKey("raw", key.publicKey));
  const created = "2026-11-22T09:00:00Z";
  const manifest = new TextEncoder().encode(JSON.stringify({ recorder: "House", created, files: [file], publicKey }));
  const signature = base64(await crypto.subtle.sign("Ed25519", key.privateKey, manifest));
  const transfer = new DataTransfer();
  transfer.items.add(new File([changed ? new Uint8Array(18) : bytes], "a.mkv"));
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
  // Only names that people gave are left in other letters.
  expect((page.querySelector("main")?.textContent ?? "").match(/[A-Za-z]+/g)).toEqual(["zip"]);
  give(page, await exported(false));
  await vi.waitFor(() => expect(verdict(page)).toBe("ファイルは変更されておらず、署名は有効です。"));
  expect(cells(page).at(-1)).toBe("変更なし");
  expect(cells(page)[2]).toMatch(/^2026年11月2\d日 \d?\d:\d\d:00/);
  expect(page.querySelector("#facts")?.textContent).toContain("署名有効");
  give(page, await exported(true));
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
  give(page, await exported(false));
  await vi.waitFor(() => expect(verdict(page)).toBe("The file is unchanged, and the signature is valid."));
});
