import * as fc from "fast-check";
import { expect, test } from "vitest";
import { headerSegments, jpegHeader, jpegSize, quantizers } from "#recorder/formats/jpeg-header.ts";
import { JpegScanner } from "#recorder/formats/jpeg-scanner.ts";
import { JpegDepacketizer } from "#recorder/rtp/payloads/jpeg-depacketizer.ts";
import { bytes, mutated, runs } from "./fuzz-bytes.ts";

test("Motion JPEG by RTP with header extensions becomes pictures or is dropped", () => {
  const own = headerSegments(
    jpegHeader({ width: 640, height: 480, subsampled: true, tables: quantizers(50), restartInterval: 8 }),
  );
  const extension = Buffer.concat(
    [own.quantizers, own.frame, own.huffman].map((segment) => segment ?? Buffer.alloc(0)),
  );
  const whole = Buffer.concat([
    Buffer.from([0, 0, 0, 0, 1, 255, 80, 60, 0, 0, 0, 128]),
    quantizers(50),
    Buffer.alloc(60, 3),
  ]);
  fc.assert(
    fc.property(fc.array(fc.tuple(mutated(whole), mutated(extension), fc.boolean(), fc.nat(3))), (packets) => {
      const depacketizer = new JpegDepacketizer((frame) => jpegSize(frame.jpeg), { width: 2592, height: 1944 });
      for (const [payload, data, marker, time] of packets)
        depacketizer.push(
          {
            payloadType: 26,
            marker,
            sequence: 0,
            timestamp: time,
            ssrc: 1,
            payload,
            extension: { profile: 0xffd8, data },
          },
          false,
        );
    }),
    runs,
  );
});

test("Motion JPEG by HTTP uses bounded memory, and whole pictures behind nonsense are found", () => {
  const file = Buffer.concat([
    jpegHeader({ width: 64, height: 48, subsampled: true, tables: quantizers(50), restartInterval: 0 }),
    Buffer.alloc(300, 7),
    Buffer.from([0xff, 0xd9]),
  ]);
  fc.assert(
    fc.property(
      fc.array(fc.oneof(mutated(file), bytes), { maxLength: 8 }),
      fc.integer({ min: 1, max: 900 }),
      (parts, size) => {
        const found: Buffer[] = [];
        const scanner = new JpegScanner(2000, (jpeg) => found.push(jpeg));
        const input = Buffer.concat([...parts, Buffer.alloc(3000), file, file]);
        for (let at = 0; at < input.length; at += size) scanner.push(input.subarray(at, at + size));
        expect(found.at(-1)?.equals(file)).toBe(true);
        for (const jpeg of found) expect(jpeg.length).toBeLessThanOrEqual(2000 + 1002);
      },
    ),
    runs,
  );
});
