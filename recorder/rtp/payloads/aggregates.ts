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
  /** the last one, which is shorter than its length says; null = all are whole, undefined = not even its head is there */
  readonly cut: Aggregated | null | undefined;
}

/** How lengths are written, the likeliest way first. */
type LengthAt = (payload: Buffer, at: number) => number;
const inOrder: LengthAt = (payload, at) => payload.readUInt16BE(at);
const swapped: LengthAt = (payload, at) => payload.readUInt16LE(at);
/** with the two bytes of the length itself */
const withItself: LengthAt = (payload, at) => Math.max(0, payload.readUInt16BE(at) - 2);

/**
 * Its units. Their order of decoding is taken for that in which they came. Some cameras write the
 * lengths in the other order of bytes, count more than the unit, or none for the last one.
 */
function unitsOfAggregate(payload: Buffer, layout: Layout): Units {
  const usual = unitsBy(payload, layout, inOrder);
  if (usual.cut === null) return usual;
  const { insideBytes } = layout;
  /** with what stands between the length and the unit */
  const withInside: LengthAt = (bytes, at) => Math.max(0, inOrder(bytes, at) - insideBytes);
  const openEnd: LengthAt = (bytes, at) => inOrder(bytes, at) || Math.max(0, bytes.length - at - 2 - insideBytes);
  for (const way of [...(insideBytes > 0 ? [withInside] : []), swapped, withItself, openEnd]) {
    const units = unitsBy(payload, layout, way);
    if (units.cut === null && units.units.every(({ unit }) => looksWhole(unit))) return units;
  }
  return usual;
}

/** The bit of errors is not set, and there is more than a header of either standard. */
const looksWhole = (unit: Buffer): boolean => unit.length > 2 && (unit[0] ?? 0) < 0x80;

function unitsBy(payload: Buffer, layout: Layout, lengthAt: LengthAt): Units {
  const { headerBytes, orderBytes, insideBytes, timeBytes } = layout;
  const units: Aggregated[] = [];
  let at = headerBytes;
  while (at + 2 <= payload.length) {
    const length = lengthAt(payload, at);
    const from = at + 2 + insideBytes;
    // Some fill their packets up with zeros, or have units of nothing between the others.
    if (length === 0 && payload.subarray(at).every((byte) => byte === 0)) break;
    if (from > payload.length) return { units, cut: undefined };
    const unit = payload.subarray(from, from + length);
    const afterTicks = timeBytes === 0 ? 0 : payload.readUIntBE(from - timeBytes, timeBytes);
    if (unit.length < length) return { units, cut: { unit, afterTicks } };
    if (length > 0) units.push({ unit, afterTicks });
    at = from + length + orderBytes;
  }
  return { units, cut: null };
}

/** So many cuts in a row are the camera's lengths. */
const CUT_BY_HABIT = 3;

/** Reads the aggregates of one track. */
export class AggregateReader {
  #cutInRow = 0;

  /** Its units; `isCut`: a packet was cut off, which is an accident. Lengths that are wrong each time are the camera's. */
  read(payload: Buffer, layout: Layout): { readonly units: readonly Aggregated[]; readonly isCut: boolean } {
    const { units, cut } = unitsOfAggregate(payload, layout);
    this.#cutInRow = cut === null ? 0 : this.#cutInRow + 1;
    const isHabit = this.#cutInRow >= CUT_BY_HABIT;
    return { units: cut && isHabit ? [...units, cut] : units, isCut: cut !== null && !isHabit };
  }
}

/** Some cameras put an aggregate into another one, or into fragments: its units, none where they are not whole. */
export function nestedUnits(unit: Buffer, codec: "h264" | "h265", type: number, isNumbered: boolean): Buffer[] {
  const layout = aggregateLayout(codec, type, isNumbered);
  const nested = layout && unitsOfAggregate(unit, layout);
  return nested?.cut === null ? nested.units.map((one) => one.unit) : [];
}
