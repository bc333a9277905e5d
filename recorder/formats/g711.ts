/** G.711 to 16-bit linear PCM, little endian (ITU-T G.711): Matroska has no sample format of its own for it. */
export function g711ToPcm(codec: "pcmu" | "pcma", data: Uint8Array): Buffer {
  const table = codec === "pcmu" ? MU_LAW : A_LAW;
  const out = Buffer.allocUnsafe(data.length * 2);
  data.forEach((code, i) => out.writeInt16LE(table[code] ?? 0, i * 2));
  return out;
}

const MU_LAW = Int16Array.from({ length: 256 }, (_, code) => {
  const bits = ~code & 0xff;
  const magnitude = ((((bits & 15) << 3) + 0x84) << ((bits >> 4) & 7)) - 0x84;
  return bits & 0x80 ? -magnitude : magnitude;
});

const A_LAW = Int16Array.from({ length: 256 }, (_, code) => {
  const bits = code ^ 0x55;
  const exponent = (bits >> 4) & 7;
  const mantissa = (bits & 15) << 4;
  const magnitude = exponent === 0 ? mantissa + 8 : (mantissa + 0x108) << (exponent - 1);
  return bits & 0x80 ? magnitude : -magnitude;
});
