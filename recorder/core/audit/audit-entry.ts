/** From what a caller of the journal says to an entry: which cameras, which recorded time, and how it ended. */
import type { Store } from "#recorder/store/store.ts";
import type { NewEntry } from "./audit-trail.ts";

/** Beyond it no calendar has a day. */
const LAST_MS = 8.64e15;
const TARGETS_MAX = 64;

export type Detail = Readonly<Record<string, unknown>>;

const timeOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) && value > 0 && value < LAST_MS ? Math.round(value) : null;

/** `time` is where a view begins: nobody knows where it ends. */
export function rangeOf(detail: Detail): Pick<NewEntry, "from_ms" | "to_ms"> {
  return {
    from_ms: timeOf(detail.start) ?? timeOf(detail.from) ?? timeOf(detail.time),
    to_ms: timeOf(detail.stop) ?? timeOf(detail.to),
  };
}

export function resultOf(action: string, detail: Detail): "ok" | "refused" | "failed" {
  if (action === "refused" || action.endsWith("-refused")) return "refused";
  return detail.ok === false || detail.success === false ? "failed" : "ok";
}

/** Cameras of the ids (of cameras or streams) that an entry is about; those of deleted ones are still known. */
export async function camerasOf(store: Store, target: string): Promise<string> {
  const ids = target
    .split(",")
    .filter((id) => /^[\w-]{1,64}$/.test(id))
    .slice(0, TARGETS_MAX);
  if (ids.length === 0) return "";
  const streams = await store.selectFrom("streams").select("camera_id as id").where("id", "in", ids).execute();
  const cameras = await store.selectFrom("cameras").select("id").where("id", "in", ids).execute();
  const found = [...new Set([...streams, ...cameras].map(({ id }) => id))];
  return found.length === 0 ? "" : `,${found.join(",")},`;
}
