/** Packets that hold several NAL units: RFC 6184 section 5.7 (STAP-A, STAP-B, MTAP16, MTAP24) and RFC 7798 section 4.4.2 (AP). */
interface Aggregated {
  readonly unit: Buffer;
  /** behind the packet's RTP time (MTAP only) */
  readonly afterTicks: number;
}

/** Where the units of one kind of packet stand. */
interface Layout {
  /** bytes before the first unit's length */
  readonly headerBytes: number;
  /** bytes between two units, for their order */
  readonly orderBytes: number;
  /** bytes of order and of time between a unit's length and the unit */
  readonly insideBytes: number;
  readonly timeBytes: 0 | 2 | 3;
}

const H264 = new Map<number, Layout>([
  [24, { headerBytes: 1, orderBytes: 0, insideBytes: 0, timeBytes: 0 }],
  [25, { headerBytes: 3, orderBytes: 0, insideBytes: 0, timeBytes: 0 }],
  [26, { headerBytes: 3, orderBytes: 0, insideBytes: 3, timeBytes: 2 }],
  [27, { headerBytes: 3, orderBytes: 0, insideBytes: 4, timeBytes: 3 }],
]);
const H265 = 48;

/** How a packet of this type holds its units; null = it is none that holds several. `isNumbered`: H.265 with DONL. */
export function aggregateLayout(codec: "h264" | "h265", type: number, isNumbered: boolean): Layout | null {
  if (codec === "h264") return H264.get(type) ?? null;
  if (type !== H265) return null;
  return { headerBytes: isNumbered ? 4 : 2, orderBytes: isNumbered ? 1 : 0, insideBytes: 0, timeBytes: 0 };
}

interface Units {
  readonly units: Aggregated[];
  readonly isWhole: boolean;
}

/**
 * Its units as far as they are whole; `isWhole`: there is nothing else. Their order of decoding is taken for that in which they came.
 * Some cameras write the lengths in the other order of bytes.
 */
export function unitsOfAggregate(payload: Buffer, layout: Layout): Units {
  const units = unitsBy(payload, layout, (at) => payload.readUInt16BE(at));
  if (units.isWhole) return units;
  const swapped = unitsBy(payload, layout, (at) => payload.readUInt16LE(at));
  return swapped.isWhole ? swapped : units;
}

function unitsBy(payload: Buffer, layout: Layout, lengthAt: (at: number) => number): Units {
  const { headerBytes, orderBytes, insideBytes, timeBytes } = layout;
  const units: Aggregated[] = [];
  let at = headerBytes;
  while (at + 2 <= payload.length) {
    const length = lengthAt(at);
    const from = at + 2 + insideBytes;
    // Some fill their packets up with zeros, or have units of nothing between the others.
    if (length === 0 && payload.subarray(at).every((byte) => byte === 0)) break;
    if (from + length > payload.length) return { units, isWhole: false };
    const afterTicks = timeBytes === 0 ? 0 : payload.readUIntBE(from - timeBytes, timeBytes);
    if (length > 0) units.push({ unit: payload.subarray(from, from + length), afterTicks });
    at = from + length + orderBytes;
  }
  return { units, isWhole: true };
}
