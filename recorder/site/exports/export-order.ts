/** Turns an order into an export: checks the rights and the range, and names the file. */
import { ok, type Result } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import { type FisheyeLook, parseDewarpConfig, parseLens } from "#domain/dewarp/config.ts";
import { stateOfLook } from "#domain/dewarp/look.ts";
import { dewarpScene } from "#domain/dewarp/scene.ts";
import { tileDewarpOf } from "#domain/dewarp/tile-dewarp.ts";
import { fileNamePart } from "#domain/file-names.ts";
import { exportStamp } from "#domain/recordings/export-names.ts";
import { mayOnStreams } from "#recorder/cameras/camera-access.ts";
import type { Identity } from "#recorder/core/identity.ts";
import type { ExportStream } from "#recorder/ipc/export-contract.ts";
import type { ExportAsk } from "./export-ask.ts";
import { checkedRange, type RangeParts } from "./export-range.ts";
import { type ExportedCameras, hiddenOf, mayOrder, type ViewIds, viewsOnStream } from "./export-rights.ts";
import { extensionOf } from "./exports.ts";
import { watermarkOf } from "../watermark.ts";

export interface ExportOrder extends Pick<ExportAsk, "format" | "isUnmasked"> {
  /** a text is the id of a stream, exported with its whole picture; views of fisheyes go as mkv or mov */
  readonly streams: readonly (string | StreamView)[];
  readonly start: number;
  readonly stop: number;
  /** whose clock the file name tells (IANA); absent: UTC */
  readonly zone?: string | undefined;
  /** a zip for a single stream too; several streams always make one */
  readonly zip?: boolean | undefined;
  /** the view that the only stream shows */
  readonly view?: ViewOrder | undefined;
  /** how a file of several cameras is called */
  readonly title?: string | undefined;
}

interface StreamView {
  readonly stream: string;
  readonly view: ViewOrder;
}

interface ViewOrder {
  readonly name: string;
  readonly look: FisheyeLook;
  /** the lens that was found in the picture; it counts where the stream's configuration names none */
  readonly lens?: unknown;
}

/** Rights are checked again at each step. Failures: stream/unknown, access/denied, export/..., archive/none. */
export async function orderedExport(
  services: RangeParts & { readonly cameras: ExportedCameras },
  who: Identity,
  order: ExportOrder,
): Promise<Result<{ readonly ask: ExportAsk; readonly name: string }, Failure>> {
  const { cameras } = services;
  const parts = partsOf(order);
  if (order.view && parts.length > 1) return refuse("export/view");
  const ids = [...new Set(parts.map(({ stream }) => stream))];
  const no = mayOrder(cameras, who, parts);
  if (no) return no;
  const unmasked = order.isUnmasked ? mayOnStreams(cameras, who, ids, "unmask") : null;
  if (unmasked) return unmasked;
  const { start, format, zone = "UTC", title = `${ids.length} cameras` } = order;
  const zip = order.zip === true || parts.length > 1;
  const range = await checkedRange(services, {
    streamIds: parts.map(({ stream }) => stream),
    start,
    stop: order.stop,
    format,
    zip,
  });
  if (!range.ok) return range;
  const { stop: stopMs, needBytes } = range.value;
  const over = { ...unmaskedOf(order), ...(await watermarkOf(services, who)) };
  const streams: ExportStream[] = [];
  for (const { stream, view } of parts) {
    const views = viewsOnStream(cameras, who, stream);
    if (views && cameras.shownBy(stream, views).length === 0) return refuse("export/view-unknown");
    const whole = exportStreamOf(cameras, stream, { ...over, views });
    const made = view ? viewOf(whole, format, view) : ok(whole);
    if (!made.ok) return made;
    streams.push(made.value);
  }
  const [first] = streams;
  const only =
    streams.length === 1 ? first?.cameraName : first && exportStreamOf(cameras, first.streamId, {}).cameraName;
  const of = ids.length === 1 ? (only ?? "") : title;
  const name = `${fileNamePart(of) || "camera"} ${exportStamp(start, zone)}.${zip ? "zip" : extensionOf(format)}`;
  return ok({ ask: { streams, startMs: start, stopMs, format, zip, zone, needBytes, ...unmaskedOf(order) }, name });
}

interface OrderedPart {
  readonly stream: string;
  readonly view?: ViewOrder;
}
/** Each whole picture once, each view of it as often as it is named. */
function partsOf({ streams, view }: ExportOrder): readonly OrderedPart[] {
  const whole = new Set<string>();
  return streams.flatMap((each): OrderedPart[] => {
    if (typeof each !== "string") return [each];
    if (whole.has(each)) return [];
    whole.add(each);
    return [{ stream: each, ...(view ? { view } : {}) }];
  });
}

type Unmasked = Pick<ExportAsk, "isUnmasked">;
const unmaskedOf = ({ isUnmasked }: Unmasked): Unmasked => (isUnmasked ? { isUnmasked } : {});

/** A stream as an export wants it: with its camera's name, what is hidden of it and how it is dewarped. */
export function exportStreamOf(
  cameras: ExportedCameras,
  streamId: string,
  { isUnmasked, views, ...watermark }: Unmasked & Pick<ExportStream, "watermark"> & { readonly views?: ViewIds },
): ExportStream {
  const stream = cameras.stream(streamId);
  const camera = stream && cameras.get(stream.camera_id);
  return {
    streamId,
    cameraName: camera?.name ?? streamId,
    masks: isUnmasked ? [] : hiddenOf(cameras, streamId, views),
    ...watermark,
    dewarp: stream ? (JSON.parse(stream.dewarp) as Record<string, unknown>) : {},
  };
}

/** Failures: export/view. */
function viewOf(
  stream: ExportStream,
  format: ExportOrder["format"],
  { name, look, lens }: ViewOrder,
): Result<ExportStream, Failure> {
  const config = parseDewarpConfig(stream.dewarp ?? {});
  if (format === "dewarp" || !config.ok || !config.value.enable) return refuse("export/view");
  const found = parseLens(lens);
  const tile = tileDewarpOf(look.mode, config.value, stateOfLook(look, config.value), found.ok ? found.value : null);
  return ok({ ...stream, cameraName: `${stream.cameraName} · ${name}`, view: dewarpScene(tile) });
}
