/** JSON lines with secrets removed, in a file that rotates and is served by `GET /service/log`. */
import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type DestinationStream, type Logger, multistream, pino } from "pino";
import type { Config } from "#recorder/config/config-shape.ts";

export type Log = Logger;

const MAX_FILE_BYTES = 8 * 1024 * 1024;
const KEPT_FILES = 10;

/** Names whose values never reach a log, at the top and up to two levels down. */
const SECRET_NAMES = [
  "password",
  "passwd",
  "credential",
  "credentials",
  "authorization",
  "cookie",
  "token",
  "ticket",
  "sid",
  "jwt",
  "fsid",
  "secret",
  "set-cookie",
];
const redactPaths = SECRET_NAMES.flatMap((name) => {
  const key = /^\w+$/.test(name) ? `.${name}` : `["${name}"]`;
  return [key.replace(/^\./, ""), `*${key}`, `*.*${key}`];
});

/** Removes credentials from a text: user parts of addresses and secret query members. */
export const maskSecrets = (text: string): string =>
  text
    .replaceAll(/(\b[a-z][a-z0-9+.-]{1,12}:\/\/)[^\s"'/\\]*@/gi, "$1***@")
    .replaceAll(/([?&](?:sid|jwt|fsid|ticket|token|password)=)[^&\s"'\\]+/gi, "$1***");

/** The log of a recorder in this folder. `close` ends the file. */
export function openLog(config: Config): { log: Log; close: () => void } {
  const file = new RotatingFile(logFolder(config.data));
  const log = logTo(config, [{ level: "trace", stream: file }, ...consoleOf(config)]);
  return { log, close: () => file.close() };
}

/** The log of a server that has no folder: what it says on the console. */
export const openConsoleLog = (config: Config): Log => logTo(config, consoleOf(config));

interface LogStream {
  readonly level: "trace" | "warn";
  readonly stream: DestinationStream;
}

function consoleOf({ log }: Config): readonly LogStream[] {
  if (log.console === "none") return [];
  if (log.console === "text") return [{ level: "warn", stream: { write: writeShort } }];
  return [{ level: "trace", stream: { write: (line) => void process.stdout.write(line) } }];
}

function logTo(config: Config, streams: readonly LogStream[]): Log {
  return pino(
    {
      level: config.log.level,
      base: { name: "main" },
      redact: { paths: redactPaths, censor: "***" },
      hooks: { streamWrite: maskSecrets },
    },
    multistream([...streams]),
  );
}

export const logFolder = (data: string): string => join(data, "logs");

/** Files of a log folder, oldest first. */
export function logFiles(folder: string): string[] {
  const files: string[] = [];
  for (let age = KEPT_FILES; age >= 0; age--) {
    const path = filePath(folder, age);
    if (existsSync(path)) files.push(path);
  }
  return files;
}

const filePath = (folder: string, age: number): string =>
  join(folder, age === 0 ? "recorder.log" : `recorder.${age}.log`);

function writeShort(line: string): void {
  const { level, msg, name, reason } = JSON.parse(line) as Record<string, unknown>;
  const word = Number(level) >= 50 ? "error" : "warning";
  const text = `${word}: ${String(name)}: ${String(msg)}${typeof reason === "string" ? ` (${reason})` : ""}`;
  process.stderr.write(`${Array.from(text, (one) => (one < " " ? " " : one)).join("")}\n`);
}

class RotatingFile implements DestinationStream {
  readonly #folder: string;
  #fd: number;
  #bytes: number;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#fd = openSync(filePath(folder, 0), "a", 0o600);
    this.#bytes = fstatSync(this.#fd).size;
  }

  write(line: string): void {
    if (this.#fd < 0) return;
    try {
      this.#bytes += writeSync(this.#fd, line);
      if (this.#bytes > MAX_FILE_BYTES) this.#rotate();
    } catch {
      // A full disk must not stop the recorder: the line is lost.
    }
  }

  close(): void {
    if (this.#fd >= 0) closeSync(this.#fd);
    this.#fd = -1;
  }

  #rotate(): void {
    closeSync(this.#fd);
    rmSync(filePath(this.#folder, KEPT_FILES), { force: true });
    for (let age = KEPT_FILES - 1; age >= 0; age--) {
      const from = filePath(this.#folder, age);
      if (existsSync(from)) renameSync(from, filePath(this.#folder, age + 1));
    }
    this.#fd = openSync(filePath(this.#folder, 0), "a", 0o600);
    this.#bytes = 0;
  }
}
