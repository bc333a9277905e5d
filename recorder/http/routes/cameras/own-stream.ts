/** Streams in addresses: `/service/cameras/:id/streams/:streamId`. */
import * as z from "zod/mini";
import { errors } from "#domain/errors.ts";
import { pathId } from "#protocol/rest/list.ts";
import { type Answer, done, refuse } from "#recorder/core/answer.ts";
import type { Services } from "#recorder/http/services.ts";
import type { StreamRow } from "#recorder/store/tables.ts";

export const cameraParams = z.strictObject({ id: pathId });
export const streamParams = z.strictObject({ id: pathId, streamId: pathId });

/** The stream with this id, if it belongs to the named camera. */
export function ownStream({ cameras }: Services, ids: z.infer<typeof streamParams>): Answer<StreamRow> {
  const row = cameras.stream(ids.streamId);
  return row?.camera_id === ids.id ? done(row) : refuse("stream/unknown", errors.stream_elsewhere.text);
}
