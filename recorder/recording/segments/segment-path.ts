/** `<stream>/<YYYY-MM-DD>/<HH>/<start>.mp4`, UTC; ids are made safe for file systems. */
export function segmentPath(streamId: string, startMs: number, copy = 0): string {
  const iso = new Date(startMs).toISOString();
  const name = `${Math.floor(startMs)}${copy === 0 ? "" : `-${copy}`}.mp4`;
  return [encodeStreamId(streamId), iso.slice(0, 10), iso.slice(11, 13), name].join("/");
}

/** Injective: letters, digits, `-` and `_` stay, everything else becomes `%XX`. */
function encodeStreamId(streamId: string): string {
  return encodeURIComponent(streamId).replace(
    /[!'()*.~]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

export function decodeStreamId(folder: string): string | null {
  try {
    const streamId = decodeURIComponent(folder);
    return encodeStreamId(streamId) === folder ? streamId : null;
  } catch {
    return null;
  }
}
