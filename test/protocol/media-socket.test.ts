import * as fc from "fast-check";
import { expect, test } from "vitest";
import { failure } from "#domain/failures/failure.ts";
import {
  MEDIA_HEADER_BYTES,
  type MediaHeader,
  MediaKind,
  readMediaHeader,
  writeMediaHeader,
} from "#protocol/media-socket.ts";

const GOOD: MediaHeader = {
  kind: MediaKind.video,
  flags: 1,
  generation: 7,
  prefetch: 0,
  durationUs: 40_000,
  wallMs: 1_000.5,
};

/** A message without payload; `change` spoils it. */
function message(header: MediaHeader, change: (view: DataView) => void = () => undefined): ArrayBuffer {
  const buffer = new ArrayBuffer(MEDIA_HEADER_BYTES);
  const view = new DataView(buffer);
  writeMediaHeader(view, header);
  change(view);
  return buffer;
}

test("a header is read as it was written", () => {
  const u32 = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  const headers = fc.record({
    kind: fc.constantFrom(...Object.values(MediaKind)),
    flags: fc.integer({ min: 0, max: 31 }),
    generation: u32,
    prefetch: u32,
    durationUs: u32,
    wallMs: fc.double({ noNaN: true, noDefaultInfinity: true }),
  });
  fc.assert(
    fc.property(headers, (header) => {
      expect(readMediaHeader(message(header))).toEqual({ ok: true, value: header });
    }),
  );
});

test.each([
  ["shorter than its header", message(GOOD).slice(1), failure("media/header-short")],
  [
    "of a kind before the first",
    message(GOOD, (view) => view.setUint8(0, 0)),
    failure("media/header-kind", { kind: 0 }),
  ],
  ["of a kind after the last", message(GOOD, (view) => view.setUint8(0, 5)), failure("media/header-kind", { kind: 5 })],
  ["whose time is no number", message({ ...GOOD, wallMs: Number.NaN }), failure("media/header-time")],
])("a message %s is refused by its code", (_name, wrong, error) => {
  expect(readMediaHeader(wrong)).toEqual({ ok: false, error });
});
