/** The calls to a recorder that has recordings for this one. */
import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { type IncomingMessage, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import * as z from "zod/mini";
import { englishText } from "#domain/failures/english.ts";
import { type Failure, failure, inWords } from "#domain/failures/failure.ts";
import {
  goneNotes,
  type Note,
  type NoteKind,
  notePages,
  type NotesRange,
  STANDBY_NOTES_PATH,
} from "#protocol/standby-notes.ts";
import { offer, type Offer, STANDBY_FROM_HEADER, STANDBY_PATH, STANDBY_PROOF_HEADER } from "#protocol/standby.ts";
import { callProof } from "#recorder/core/pair-proof.ts";
import { socketFailure } from "#recorder/core/socket-words.ts";
import type { PeerAddress } from "#recorder/ipc/standby-contract.ts";
import { datedFiles, datedNote } from "./right-dates.ts";

/** A peer that sends nothing for so long is away. */
const SILENT_MS = 8000;
/** No list is longer. */
const MOST_BYTES = 1024 * 1024;

/** Why the peer gave nothing. */
export class PeerTrouble extends Error {
  readonly told: Failure;

  constructor(told: Failure) {
    super(englishText(told));
    this.told = told;
  }
}

export class Peer {
  readonly #at: PeerAddress;
  readonly #signal: AbortSignal;

  constructor(at: PeerAddress, signal: AbortSignal) {
    this.#at = at;
    this.#signal = signal;
  }

  /** `query`: by its own dates; what it answers has the right ones, as that of `notes`. */
  async offered(query: Readonly<Record<string, string | number>>): Promise<Offer> {
    const told = await readAs(offer, await this.#ask("GET", `${STANDBY_PATH}?${wordsOf(query)}`, "standby/refused"));
    return { ...told, files: datedFiles(told.files, this.#at.lateMs ?? 0) };
  }

  /** Writes a file; resolves with the SHA-256 and the length of what came. */
  async fetch(id: number, file: string): Promise<{ readonly sha256: string; readonly bytes: number }> {
    const answer = await this.#ask("GET", `${STANDBY_PATH}/${id}`, "standby/file-refused");
    const target = await open(file, "w", 0o600);
    try {
      return await written(answer, target);
    } finally {
      answer.destroy();
      await target.close();
    }
  }

  /** Is safe here: the peer need not keep it. */
  async taken(id: number, sha256: string): Promise<void> {
    const body = JSON.stringify({ sha256 });
    await bodyOf(await this.#ask("POST", `${STANDBY_PATH}/${id}/taken`, "standby/file-refused", body));
  }

  /** A page of what it has beside recordings. */
  async notes(kind: NoteKind, skip: number, range: NotesRange = {}): Promise<readonly Note[]> {
    const page: z.ZodMiniType<{ readonly rows: readonly Note[] }> = notePages[kind];
    const path = `${STANDBY_NOTES_PATH}?${wordsOf({ kind, skip, ...range })}`;
    const { rows } = await readAs(page, await this.#ask("GET", path, "standby/refused"));
    return rows.map((row) => datedNote(row, this.#at.lateMs ?? 0));
  }

  /** Are safe here. Resolves with how many of them the peer has no longer. */
  async notesTaken(kind: NoteKind, keys: readonly string[]): Promise<number> {
    const body = JSON.stringify({ kind, keys });
    const answer = await this.#ask("POST", `${STANDBY_NOTES_PATH}/taken`, "standby/refused", body);
    return (await readAs(goneNotes, answer)).gone;
  }

  #ask(
    method: "GET" | "POST",
    path: string,
    refusal: "standby/refused" | "standby/file-refused",
    body = "",
  ): Promise<IncomingMessage> {
    const { url, from, key } = this.#at;
    const headers = {
      [STANDBY_FROM_HEADER]: from,
      [STANDBY_PROOF_HEADER]: callProof(key, method, path),
      ...(method === "POST" ? { "content-type": "application/json", "content-length": Buffer.byteLength(body) } : {}),
    };
    const request = url.startsWith("https:") ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const sent = request(`${url}${path}`, { method, headers, signal: this.#signal, timeout: SILENT_MS });
      sent.on("timeout", () => sent.destroy(new PeerTrouble(failure("server/timeout"))));
      sent.on("error", (error) => reject(troubleOf(error)));
      sent.on("response", (answer) => {
        const { statusCode: status = 0 } = answer;
        if (status >= 200 && status < 300) return resolve(answer);
        answer.resume();
        reject(new PeerTrouble(failure(refusal, { status })));
      });
      sent.end(body);
    });
  }
}

function wordsOf(query: Readonly<Record<string, string | number | undefined>>): string {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) words.set(name, String(value));
  return words.toString();
}

/** What comes. What goes wrong then is the peer's, and what the caller does with a piece is not. */
async function* piecesOf(answer: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    for await (const piece of answer as AsyncIterable<Buffer>) yield piece;
  } catch (error) {
    throw troubleOf(error);
  }
}

function troubleOf(error: unknown): PeerTrouble {
  if (error instanceof PeerTrouble) return error;
  const why = error instanceof Error ? error : new Error(String(error));
  const isDistrust = "code" in why && /CERT|LEAF_SIGNATURE|HOSTNAME_MISMATCH/.test(String(why.code));
  if (isDistrust) return new PeerTrouble(failure("standby/certificate", { cause: inWords(why) }));
  return new PeerTrouble(socketFailure(why) ?? inWords(why));
}

async function readAs<T>(shape: z.ZodMiniType<T>, answer: IncomingMessage): Promise<T> {
  const body = (await bodyOf(answer)).toString("utf8");
  try {
    return shape.parse(JSON.parse(body));
  } catch {
    throw new PeerTrouble(failure("server/unreadable"));
  }
}

async function bodyOf(answer: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of piecesOf(answer)) {
    bytes += piece.length;
    if (bytes > MOST_BYTES) throw new PeerTrouble(failure("server/too-long"));
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

async function written(answer: IncomingMessage, target: FileHandle): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of piecesOf(answer)) {
    hash.update(piece);
    await target.writeFile(piece);
    bytes += piece.length;
  }
  await target.sync();
  return { sha256: hash.digest("hex"), bytes };
}
