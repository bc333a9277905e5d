/** Heads and chunks of HTTP as cameras write them, and any bytes in their place. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Chunks, MAX_HEAD_BYTES, readHttpHead } from "#recorder/ingest/sources/line/http-answer.ts";
import { bytes, mutated, runs } from "../rtp/fuzz-bytes.ts";

const head = (text: string) => readHttpHead(Buffer.from(text, "latin1"));

test.each([
  ["HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody", 200, 25],
  ["http/1.1 200 ok\r\na: b\r\n\r\nbody", 200, 25],
  ["ICY 200 OK\n\nbody", 200, 12],
  ["HTTP/1.1 401\r\n\r\n", 401, 16],
  ["\r\nHTTP/1.0 200 OK\r\n\r\nx", 200, 21],
  ["HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 503 Busy\r\n\r\n", 503, 46],
  ["HTTP/1.1 OK\r\n\r\n", 0, 15],
])("%j has a status and a body", (text, status, bodyAt) => {
  expect(head(text)).toMatchObject({ status, bodyAt, headless: null });
});

test.each(["HTTP/1.1 200 OK\r\nA: b\r\n", "HT", "HTTP/1.1 100 Continue\r\n\r\n", "\r\n"])("%j is not whole", (text) => {
  expect(head(text)).toBeNull();
});

test("what begins as no head is a body", () => {
  expect(head("--frame\r\n\r\n")).toMatchObject({ status: 200, bodyAt: 0, headless: "--frame\r\n\r\n" });
});

const chunked = (...parts: string[]): string =>
  parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join("");
/** What comes of a body that arrives in pieces of this size. */
function unchunked(body: Buffer, pieceBytes: number): string {
  const out: Buffer[] = [];
  const chunks = new Chunks((part) => out.push(part));
  for (let at = 0; at < body.length; at += pieceBytes) chunks.push(body.subarray(at, at + pieceBytes));
  return Buffer.concat(out).toString("latin1");
}

test.each([1, 3, 1000])("chunks are put together, in pieces of %i bytes", (pieceBytes) => {
  const body = Buffer.from(chunked("one", "\r\n5\r\n", "three".repeat(50)));
  expect(unchunked(body, pieceBytes)).toBe(`one\r\n5\r\n${"three".repeat(50)}`);
  expect(unchunked(Buffer.from("3;x=y\r\none\r\n0\r\n\r\nmore"), pieceBytes)).toBe("one");
});

test("a body without chunks stays as it is", () => {
  expect(unchunked(Buffer.from("--frame\r\nContent-Type: image/jpeg\r\n"), 1000)).toBe(
    "--frame\r\nContent-Type: image/jpeg\r\n",
  );
});

test("no bytes are a bug: a head has its body within them, and chunks give no more than came", () => {
  const good = Buffer.from(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunked("abc", "defgh")}0\r\n\r\n`);
  fc.assert(
    fc.property(fc.oneof(bytes, mutated(good)), fc.integer({ min: 1, max: 50 }), (input, pieceBytes) => {
      const read = readHttpHead(input);
      expect(read?.bodyAt ?? 0).toBeLessThanOrEqual(input.length);
      expect(unchunked(input.subarray(read?.bodyAt ?? 0), pieceBytes).length).toBeLessThanOrEqual(input.length);
    }),
    runs,
  );
});

test("a flood of 100 Continue ends", () => {
  const flood = Buffer.from("HTTP/1.1 100 Continue\r\n\r\n".repeat(MAX_HEAD_BYTES / 32));
  expect(readHttpHead(flood)?.status).toBe(100);
});
