import { splitAnnexB } from "#recorder/formats/annex-b.ts";
import { describe, expect, it } from "vitest";
import { encodeMessage, MessageReader, packUnits, type ToAnalysis, unpackUnits } from "#recorder/analysis/wire.ts";

const close = (feed: number): ToAnalysis => ({ t: "feed-close", feed });

describe("frame socket", () => {
  it("brings messages out of any cut of the bytes", () => {
    const messages = [
      encodeMessage(close(1)),
      encodeMessage(close(2), [Buffer.alloc(5000, 7)]),
      encodeMessage(close(3)),
    ];
    const bytes = Buffer.concat(messages);
    for (const step of [1, 3, 1000, 65_536, bytes.length]) {
      const seen: string[] = [];
      const reader = new MessageReader<ToAnalysis>((head, payload) =>
        seen.push(`${head.t === "feed-close" ? head.feed : "?"}:${payload.length}`),
      );
      for (let at = 0; at < bytes.length; at += step) expect(reader.push(bytes.subarray(at, at + step))).toBe(true);
      expect(seen).toEqual(["1:0", "2:5000", "3:0"]);
    }
  });

  it("refuses a stream that makes no sense", () => {
    const reader = new MessageReader<ToAnalysis>(() => {});
    expect(reader.push(Buffer.from([255, 255, 255, 255, 0, 0]))).toBe(false);
  });

  it("takes access units apart as they were put together", () => {
    const nals = [Buffer.from([0x67, 1, 2]), Buffer.from([0x65, 9, 9, 9])];
    const [unit] = unpackUnits(Buffer.concat(packUnits("h264", [nals])));
    expect(splitAnnexB(unit ?? Buffer.alloc(0))).toEqual(nals);
    expect(splitAnnexB(Buffer.alloc(0))).toEqual([]);
  });
});
