/** What a server says of its cameras, as far as others may be told of it: recorders are not trusted. */
import type { Camera } from "#protocol/rest/cameras/camera.ts";
import { pathId } from "#protocol/rest/list.ts";
import { asOneLine } from "#protocol/rest/name.ts";

/** What was read of a camera before; null = nobody may be told of it. A list of thousands is mostly the list of before. */
const read = new WeakMap<Camera, Camera | null>();

/** Each camera once, with ids that can stand in an address and with names of one line; the others are left out. */
export function readableCameras(said: readonly Camera[]): readonly Camera[] {
  const byId = new Map<string, Camera>();
  for (const one of said) {
    const known = read.get(one);
    const own = known === undefined ? readable(one) : known;
    read.set(one, own);
    if (own === null) continue;
    read.set(own, own);
    if (!byId.has(own.id)) byId.set(own.id, own);
  }
  return [...byId.values()];
}

function readable(one: Camera): Camera | null {
  const { id, streams, primaryStream } = one;
  const ids = [id, ...streams.map((stream) => stream.id), ...(primaryStream ? [primaryStream.id] : [])];
  if (!ids.every((text) => pathId.safeParse(text).success)) return null;
  return {
    ...named(one),
    ...(one.displayModel === undefined ? {} : { displayModel: asOneLine(one.displayModel) }),
    configuration: oneLines(one.configuration),
    streams: streams.map(named),
    ...(primaryStream ? { primaryStream: named(primaryStream) } : {}),
    ...(one.recordedFor ? { recordedFor: named(one.recordedFor) } : {}),
  };
}

const named = <T extends { readonly name?: string | undefined }>(one: T): T =>
  one.name === undefined ? one : { ...one, name: asOneLine(one.name) };

const oneLines = <T extends Readonly<Record<string, string | undefined>>>(texts: T): T =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, text === undefined ? text : asOneLine(text)]),
  ) as T;
