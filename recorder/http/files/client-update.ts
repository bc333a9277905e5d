/**
 * The client that this recorder serves: the one it came with, or one that an administrator has uploaded. An upload is a
 * zip of a built client. It is unpacked into a new folder and checked, and only then takes over. A failure leaves the
 * client as it was.
 */
import { type Result, ok } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import { createHash } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fromBufferPromise, type ZipFile } from "yauzl";
import { Mutex } from "#base/mutex.ts";
import { ClientFiles } from "./client-files.ts";
import type { Log } from "#recorder/core/log.ts";
import type { SettingsStore } from "#recorder/core/settings-store.ts";

const KEY = "client";
const MAX_FILES = 5000;
const MAX_UNPACKED_BYTES = 200 * 1024 * 1024;
/** No file of a client compresses more than this; a zip bomb does. */
const MAX_RATIO = 100;
const NAME = /^[0-9a-f]{16}$/;
/** Marks of our own page: its scripts run by a nonce that the recorder inserts. */
const NONCE = /<meta\s+property="csp-nonce"/;
/**
 * Plain names in plain folders: no names of dots only, no spaces, ASCII only, nothing that file systems read
 * differently.
 */
const FILE_NAME = /^(?!\.{1,2}(?:\/|$))[\w@+.-]{1,120}(?:\/(?!\.{1,2}(?:\/|$))[\w@+.-]{1,120}){0,8}$/;
const PLAIN_FILE = 0o100000;
const KIND_MASK = 0o170000;

const bad = (cause: Failure) => refuse("client/bad-file", { cause });

export class ClientUpdates {
  readonly files = new ClientFiles();
  readonly #folder: string;
  readonly #ownDir: string;
  readonly #settings: SettingsStore;
  readonly #log: Log;
  /** Uploads run one after the other: each removes everything but its own files. */
  readonly #mutex = new Mutex();

  /** `folder` keeps the uploads, `ownDir` is the client that the recorder came with. */
  constructor(parts: { folder: string; ownDir: string; settings: SettingsStore; log: Log }) {
    this.#folder = parts.folder;
    this.#ownDir = parts.ownDir;
    this.#settings = parts.settings;
    this.#log = parts.log;
  }

  /** Serves the upload that was active, or the recorder's own client when the upload is gone or broken. */
  async start(): Promise<void> {
    const name = (await this.#settings.internal(KEY)) ?? "";
    if (NAME.test(name) && existsSync(join(this.#folder, name, "index.html"))) {
      this.files.load(join(this.#folder, name));
      return;
    }
    if (name !== "") this.#log.warn({ client: name }, "the uploaded client is gone: serving the recorder's own");
    this.files.load(this.#ownDir);
  }

  /** Failure: client/bad-file, with nothing changed. */
  install(zip: Buffer): Promise<Result<null, Failure>> {
    return this.#mutex.run(() => this.#install(zip));
  }

  /** Back to the client that the recorder came with. Failure: client/none when that is the one in force. */
  restore(): Promise<Result<null, Failure>> {
    return this.#mutex.run(() => this.#restore());
  }

  async #install(zip: Buffer): Promise<Result<null, Failure>> {
    const name = createHash("sha256").update(zip).digest("hex").slice(0, 16);
    const folder = join(this.#folder, name);
    const work = `${folder}.new`;
    await rm(work, { recursive: true, force: true });
    try {
      const fault = await unpack(zip, work);
      if (fault !== null) return bad(fault);
      const page = await readFile(join(work, "index.html"), "utf8").catch(() => null);
      if (page === null) return bad(failure("client/no-page"));
      if (!NONCE.test(page)) return bad(failure("client/other-page"));
      await rm(folder, { recursive: true, force: true });
      await rename(work, folder);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
    this.files.load(folder);
    await this.#settings.setInternal(KEY, name);
    await this.#forgetOthers(name);
    return ok(null);
  }

  async #restore(): Promise<Result<null, Failure>> {
    if (((await this.#settings.internal(KEY)) ?? "") === "") return refuse("client/none");
    this.files.load(this.#ownDir);
    await this.#settings.setInternal(KEY, "");
    await this.#forgetOthers("");
    return ok(null);
  }

  async #forgetOthers(kept: string): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => []))
      if (name !== kept) await rm(join(this.#folder, name), { recursive: true, force: true });
  }
}

/**
 * Unpacks into a new folder; returns what is wrong, or null. The zip reader itself refuses names that lead elsewhere
 * and damaged archives.
 */
async function unpack(zip: Buffer, folder: string): Promise<Failure | null> {
  let archive: ZipFile;
  try {
    archive = await fromBufferPromise(zip, { lazyEntries: true, strictFileNames: true });
  } catch {
    return failure("client/no-zip");
  }
  if (archive.entryCount > MAX_FILES) return failure("client/many-files", { count: MAX_FILES });
  let bytes = 0;
  const names = new Set<string>();
  try {
    for await (const entry of archive.eachEntry()) {
      if (entry.fileName.endsWith("/")) continue;
      const kind = (entry.externalFileAttributes >>> 16) & KIND_MASK;
      if (kind !== 0 && kind !== PLAIN_FILE) return failure("client/links");
      if (!FILE_NAME.test(entry.fileName)) return failure("client/file-name");
      const name = entry.fileName.toLowerCase();
      if (names.has(name)) return failure("client/file-twice");
      names.add(name);
      bytes += entry.uncompressedSize;
      if (bytes > MAX_UNPACKED_BYTES || bytes > zip.length * MAX_RATIO) return failure("client/large");
      const path = join(folder, entry.fileName);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // A damaged entry refuses to be opened: a file that was opened before would fail later, when nobody listens.
      const content = await archive.openReadStreamPromise(entry);
      // The reader fails when an entry yields more than it states; nothing is overwritten (wx).
      await pipeline(content, createWriteStream(path, { mode: 0o600, flags: "wx" }));
    }
  } catch {
    return failure("client/damaged");
  } finally {
    archive.close();
  }
  return bytes === 0 ? failure("client/empty") : null;
}
