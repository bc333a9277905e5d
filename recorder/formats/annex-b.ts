/** NAL units of an Annex-B stream, without start codes and trailing zeros. */
export function splitAnnexB(data: Buffer): Buffer[] {
  const nals: Buffer[] = [];
  let start = -1;
  for (let at = 0; at + 2 < data.length; at++) {
    if (data[at] !== 0 || data[at + 1] !== 0 || data[at + 2] !== 1) continue;
    if (start >= 0) nals.push(trimmed(data.subarray(start, at)));
    start = at + 3;
    at += 2;
  }
  if (start >= 0) nals.push(trimmed(data.subarray(start)));
  return nals.filter((nal) => nal.length > 0);
}

function trimmed(nal: Buffer): Buffer {
  let end = nal.length;
  while (end > 0 && nal[end - 1] === 0) end -= 1;
  return nal.subarray(0, end);
}

/** The NAL units with 4-byte lengths before each, as MP4 and Matroska hold them. */
export function lengthPrefixed(nals: readonly Buffer[]): Buffer {
  return Buffer.concat(
    nals.flatMap((nal) => {
      const length = Buffer.allocUnsafe(4);
      length.writeUInt32BE(nal.length);
      return [length, nal];
    }),
  );
}
