import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A small file system of a few MB: needs root. null where that is not possible. */
export function smallDisk(megabytes: number): { dir: string; remove: () => void } | null {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return null;
  const dir = mkdtempSync(join(tmpdir(), "small-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", dir], { stdio: "ignore" });
  } catch {
    rmSync(dir, { recursive: true });
    return null;
  }
  const remove = (): void => {
    execFileSync("umount", ["-l", dir]);
    rmSync(dir, { recursive: true });
  };
  return { dir, remove };
}
