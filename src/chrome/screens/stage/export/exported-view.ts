import type { NamedView } from "#state/stage/view-store.ts";

/** A view of a fisheye that can be exported: a named one, or what a tile shows. */
export type ExportedView = Pick<NamedView, "id" | "name" | "look">;
