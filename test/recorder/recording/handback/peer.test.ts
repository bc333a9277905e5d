import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type Failure, failure } from "#domain/failures/failure.ts";
import { Peer, PeerTrouble } from "#recorder/recording/handback/peer.ts";
import { selfSigned } from "#test/support/machine/certificate.ts";

const WORD = "a".repeat(64);
let folder: string;
let server: Server | null = null;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "proscenium-peer-"))));
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function peer(answer: RequestListener, isSecure = false): Promise<Peer> {
  const made = isSecure ? createSecureServer(selfSigned("peer.example"), answer) : createServer(answer);
  server = made;
  await new Promise<void>((resolve) => made.listen(0, "127.0.0.1", resolve));
  const url = `${isSecure ? "https" : "http"}://127.0.0.1:${(made.address() as AddressInfo).port}`;
  return new Peer({ url, from: "owner", key: "key" }, new AbortController().signal);
}
const told = async (asked: Promise<unknown>): Promise<Failure> => {
  const error: unknown = await asked.then(() => null).catch((thrown: unknown) => thrown);
  if (error instanceof PeerTrouble) return error.told;
  throw new Error("it gave an answer", { cause: error });
};
const fetched = (from: Peer): Promise<unknown> => from.fetch(1, join(folder, "came"));

it("says that nobody listens there", async () => {
  const gone = await peer((_, answer) => answer.end());
  await new Promise((resolve) => server?.close(resolve));
  expect(await told(gone.offered({ after: 0 }))).toEqual(failure("server/refused"));
});

it("says that a certificate is one that nobody here vouches for", async () => {
  const unknown = await peer((_, answer) => answer.end(), true);
  expect(await told(unknown.offered({ after: 0 }))).toMatchObject({
    code: "standby/certificate",
    cause: { code: "other/message", params: { message: expect.stringMatching(/self-signed/) } },
  });
});

it("tells a recorder that does not know us from one that does not give a file", async () => {
  const refusing = await peer((_, answer) => answer.writeHead(404).end());
  expect(await told(refusing.offered({ after: 0 }))).toEqual(failure("standby/refused", { status: 404 }));
  expect(await told(fetched(refusing))).toEqual(failure("standby/file-refused", { status: 404 }));
  expect(await told(refusing.taken(1, WORD))).toEqual(failure("standby/file-refused", { status: 404 }));
});

it("says that an answer is none, or longer than any", async () => {
  for (const body of ["<html>", "{}", '{"files":"none","isMore":false}'])
    expect(await told((await peer((_, answer) => answer.end(body))).offered({}))).toEqual(failure("server/unreadable"));
  const long = await peer((_, answer) => answer.end("x".repeat(1024 * 1024 + 1)));
  expect(await told(long.offered({}))).toEqual(failure("server/too-long"));
});

it("says that the connection was closed in the middle of a file, or before", async () => {
  const dying = await peer((request, answer) => {
    if (request.method === "POST") return request.socket.destroy();
    answer.writeHead(200, { "content-length": 100 }).write("abc", () => request.socket.destroy());
  });
  expect(await told(fetched(dying))).toEqual(failure("server/closed"));
  expect(await told(dying.taken(1, WORD))).toEqual(failure("server/closed"));
});
