/** The calls to a recorder that has recordings for this one. */
import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { type IncomingMessage, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { goneNotes, type Note, type NoteKind, notePages, STANDBY_NOTES_PATH } from "#protocol/standby-notes.ts";
import { offer, type Offer, STANDBY_FROM_HEADER, STANDBY_PATH, STANDBY_PROOF_HEADER } from "#protocol/standby.ts";
import { callProof } from "#recorder/core/pair-proof.ts";
import type { PeerAddress } from "#recorder/ipc/standby-contract.ts";

/** A peer that sends nothing for so long is away. */
const SILENT_MS = 8000;
/** No list is longer. */
const MOST_BYTES = 1024 * 1024;

/** The peer has answered, and has refused. */
export class PeerRefused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`the other recorder refuses (${status})`);
    this.status = status;
  }
}

export class Peer {
  readonly #at: PeerAddress;
  readonly #signal: AbortSignal;

  constructor(at: PeerAddress, signal: AbortSignal) {
    this.#at = at;
    this.#signal = signal;
  }

  async offered(query: Readonly<Record<string, string | number>>): Promise<Offer> {
    const words = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) words.set(name, String(value));
    const answer = await this.#ask("GET", `${STANDBY_PATH}?${words.toString()}`);
    return offer.parse(JSON.parse((await bodyOf(answer)).toString("utf8")));
  }

  /** Writes a file; resolves with the SHA-256 and the length of what came. */
  async fetch(id: number, file: string): Promise<{ readonly sha256: string; readonly bytes: number }> {
    const answer = await this.#ask("GET", `${STANDBY_PATH}/${id}`);
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
    await bodyOf(await this.#ask("POST", `${STANDBY_PATH}/${id}/taken`, JSON.stringify({ sha256 })));
  }

  /** A page of what it has beside recordings. */
  async notes(kind: NoteKind, skip: number): Promise<readonly Note[]> {
    const answer = await this.#ask("GET", `${STANDBY_NOTES_PATH}?kind=${kind}&skip=${skip}`);
    return notePages[kind].parse(JSON.parse((await bodyOf(answer)).toString("utf8"))).rows;
  }

  /** Are safe here. Resolves with how many of them the peer has no longer. */
  async notesTaken(kind: NoteKind, keys: readonly string[]): Promise<number> {
    const answer = await this.#ask("POST", `${STANDBY_NOTES_PATH}/taken`, JSON.stringify({ kind, keys }));
    return goneNotes.parse(JSON.parse((await bodyOf(answer)).toString("utf8"))).gone;
  }

  #ask(method: "GET" | "POST", path: string, body = ""): Promise<IncomingMessage> {
    const { url, from, key } = this.#at;
    const headers = {
      [STANDBY_FROM_HEADER]: from,
      [STANDBY_PROOF_HEADER]: callProof(key, method, path),
      ...(method === "POST" ? { "content-type": "application/json", "content-length": Buffer.byteLength(body) } : {}),
    };
    const request = url.startsWith("https:") ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const sent = request(`${url}${path}`, { method, headers, signal: this.#signal, timeout: SILENT_MS });
      sent.on("timeout", () => sent.destroy(new Error("the other recorder does not answer")));
      sent.on("error", reject);
      sent.on("response", (answer) => {
        const { statusCode: status = 0 } = answer;
        if (status >= 200 && status < 300) return resolve(answer);
        answer.resume();
        reject(new PeerRefused(status));
      });
      sent.end(body);
    });
  }
}

async function bodyOf(answer: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MOST_BYTES) throw new Error("the answer of the other recorder is too long");
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

async function written(answer: IncomingMessage, target: FileHandle): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    hash.update(piece);
    await target.writeFile(piece);
    bytes += piece.length;
  }
  await target.sync();
  return { sha256: hash.digest("hex"), bytes };
}
