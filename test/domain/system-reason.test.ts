import { expect, test } from "vitest";
import { reasonWords, systemReason } from "#domain/failures/system-reason.ts";

test.each([
  ["ENOSPC: no space left on device, write", { code: "system/no-room", path: "" }],
  ["EACCES: permission denied, open '/mnt/a b/x'", { code: "system/no-permission", path: "/mnt/a b/x" }],
  ["Error: EIO: i/o error, read", { code: "system/broken", path: "" }],
  ["connect ECONNREFUSED 10.0.0.1:9000", { code: "system/refused", path: "" }],
  ["getaddrinfo EAI_AGAIN s3.example.com", { code: "system/host-unknown", path: "" }],
  ["EROFS", { code: "system/read-only", path: "" }],
  ["ECANCELED: operation canceled", null],
  ["12 MB are free", null],
  ["/data/EIO", null],
  ["EIOS are not known", null],
  ["", null],
] as const)("%j", (reason, known) => expect(systemReason(reason)).toEqual(known));

const texts: Readonly<Record<string, string>> = { "system/no-room": "No room.", "system/missing": "Not there." };
const words = (reason: string, about?: string): string => reasonWords(reason, (code) => texts[code], about);

test("a reason without words here, or in a language whose words are not loaded, stays as it is", () => {
  expect(words("12 MB are free", "event/data-full")).toBe("12 MB are free");
  expect(words("EIO: i/o error, read")).toBe("EIO: i/o error, read");
});

test("what the sentence around it says already is not said again; the path always is", () => {
  const full = "ENOSPC: no space left on device, open '/mnt/a'";
  expect(words(full)).toBe("No room. /mnt/a");
  expect(words(full, "event/volume-full")).toBe("/mnt/a");
  expect(words("ENOENT: no such file or directory, stat '/mnt/a'", "event/volume-full")).toBe("Not there. /mnt/a");
  expect(words("ENOENT: no such file or directory", "event/storage-gone")).toBe("");
});
