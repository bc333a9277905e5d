export type Codec = "h264" | "h265";
let known: Promise<Codec[]> | null = null;

/** What this browser decodes. It is asked once; the recorder transcodes everything else. */
export function decodableCodecs(): Promise<Codec[]> {
  known ??= (async () => {
    if (typeof VideoDecoder === "undefined") return [];
    const has = async (codec: string): Promise<boolean> =>
      (await VideoDecoder.isConfigSupported({ codec, codedWidth: 640, codedHeight: 360 })).supported === true;
    const [h264, h265] = await Promise.all([has("avc1.42e01e"), has("hvc1.1.6.L93.B0")]);
    return [...(h264 ? (["h264"] as const) : []), ...(h265 ? (["h265"] as const) : [])];
  })();
  return known;
}
