/** Streams in addresses: `/service/cameras/:id/streams/:streamId`. */
import { type Result, ok } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import * as z from "zod/mini";
import { pathId } from "#protocol/rest/list.ts";
import type { Uses } from "#recorder/http/services.ts";
import type { StreamRow } from "#recorder/store/tables/camera-rows.ts";

export const cameraParams = z.strictObject({ id: pathId });
export const streamParams = z.strictObject({ id: pathId, streamId: pathId });

/** The stream that is named, if it is the named camera's. */
export function ownStream({ cameras }: Uses, ids: z.infer<typeof streamParams>): Result<StreamRow, Failure> {
  const row = cameras.stream(ids.streamId);
  return row?.camera_id === ids.id ? ok(row) : refuse("stream/unknown", { cause: failure("stream/elsewhere") });
}
