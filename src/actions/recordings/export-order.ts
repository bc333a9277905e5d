/** What is ordered of a recorder: streams, a range, a format, and what of fisheyes. */
import type { FisheyeLook } from "#domain/dewarp/config.ts";
import type { Lens } from "#domain/dewarp/lens.ts";
import type { ExportRange } from "#domain/recordings/export-rules.ts";
import type { ExportRun } from "#state/export-store.ts";

interface ExportedView {
  readonly name: string;
  readonly look: FisheyeLook;
  /** found in the picture; null = none */
  readonly lens: Lens | null;
}

export interface ExportOrder {
  /** stream id, or `ZIP_KEY` */
  readonly key: string;
  readonly streamIds: readonly string[];
  readonly range: ExportRange;
  readonly format: ExportRun["format"];
  readonly zip: boolean;
  /** without privacy masks: only who may, and it is in the audit */
  readonly isUnmasked?: boolean;
  /** only this view of a fisheye; absent: the whole picture */
  readonly view?: ExportedView;
  /** what a zip has of a fisheye, by stream id: its views, and null for the whole picture, which is all of the others */
  readonly views?: Readonly<Record<string, readonly (ExportedView | null)[]>>;
  /** the zone whose clock gives the times in file names (IANA); absent: UTC */
  readonly zone?: string;
  /** name of a zip of this many cameras; absent: the recorder's own */
  readonly title?: (count: number) => string;
}

/** The order as the recorder takes it. `title`: of a zip; absent: the recorder's own. */
export function exportBody(order: ExportOrder, title: string | undefined) {
  const { range, format, zip, zone } = order;
  const streams = order.streamIds.flatMap((stream) =>
    (order.views?.[stream] ?? [null]).map((each) => (each ? { stream, view: wireView(each) } : stream)),
  );
  const masks = order.isUnmasked ? "off" : undefined;
  const view = order.view && wireView(order.view);
  return { streams, start: range.startMs, stop: range.stopMs, format, zip, zone, title, masks, view };
}

const wireView = (view: ExportedView) => ({ ...view, lens: view.lens ?? undefined });

/** The very same order, whatever its key. */
export const isSameOrder = (one: ExportOrder, other: ExportOrder): boolean =>
  one.format === other.format &&
  one.zip === other.zip &&
  one.isUnmasked === other.isUnmasked &&
  JSON.stringify([one.view, one.views]) === JSON.stringify([other.view, other.views]) &&
  one.range.startMs === other.range.startMs &&
  one.range.stopMs === other.range.stopMs &&
  one.streamIds.join() === other.streamIds.join();
