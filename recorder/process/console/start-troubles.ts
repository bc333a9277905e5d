/** What keeps a server from starting, in a line with the way out: the system says only a code. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "#recorder/config/config-shape.ts";
import { StartRefused } from "#recorder/store/start-refused.ts";

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : "");
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function cannotListen({ host, port }: Pick<Config, "host" | "port">, error: unknown): string {
  const begin = `Cannot listen on ${host}:${port}: `;
  switch (codeOf(error)) {
    case "EADDRINUSE":
      return `${begin}another program uses this port. Stop it, or choose another port with --port.`;
    case "EACCES":
      return `${begin}this user may not open the port. Choose one from 1024 on with --port, or give the right (CAP_NET_BIND_SERVICE).`;
    case "EADDRNOTAVAIL":
      return `${begin}this machine has no such address. Name one of its own with --host, or 0.0.0.0 for all.`;
    default:
      return `${begin}${reasonOf(error)}`;
  }
}

export function cannotWriteFolder(setting: string, error: unknown): string {
  return `cannot write the folder of "${setting}": ${reasonOf(error)}. Give it to the user who runs this, or name another one with --${setting}.`;
}

export function cannotReadConfig(error: Error): string {
  const isForOthers = codeOf(error) === "EACCES";
  return `cannot read the config file: ${error.message}${isForOthers ? ". Run this as the user whom the folder belongs to." : ""}`;
}

/** Where the processes find one another. */
export function socketFolder(prefix: string): string {
  try {
    return mkdtempSync(join(tmpdir(), prefix));
  } catch (error) {
    throw new StartRefused(
      `${tmpdir()} takes no folder for the sockets of the processes (${reasonOf(error)}). Make it writable, or name another folder in the variable TMPDIR.`,
    );
  }
}
