import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { relative, sep } from "node:path";
import { expect } from "@playwright/test";

/** The recorder's processes of a kind: demo (the cameras), media (their recording and sending), analysis (their stills). */
export function processesOf(pid: number | undefined, kind: "demo" | "media" | "analysis"): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  return children.filter((child) => readFileSync(`/proc/${child}/cmdline`, "utf8").includes(`/${kind}.js`)).map(Number);
}

/** The streams whose recordings a process writes, once it writes of any: it has their files open. */
export async function streamsWrittenBy(pid: number, recordingsDir: string): Promise<string[]> {
  const streams = (): string[] => {
    const files = readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`);
      } catch {
        // It was closed meanwhile.
        return [];
      }
    });
    const recordings = files.filter((file) => file.startsWith(recordingsDir + sep) && file.endsWith(".mp4"));
    return [...new Set(recordings.map((file) => relative(recordingsDir, file).split(sep)[0] ?? ""))];
  };
  await expect.poll(streams).not.toEqual([]);
  return streams();
}
