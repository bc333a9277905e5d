/** The steps of an export at its recorder: which streams have video in the range, and how far the job is. */
import { type Failure, failure, hasCode } from "#domain/failures/failure.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { type ExportRange, precheckFailure } from "#domain/recordings/export-rules.ts";
import { exportPace, type ShareAt } from "#domain/recordings/export-pace.ts";
import { type ExportJobFacts, exportJob } from "#protocol/rest/recordings/export-job.ts";
import type { ExportRun } from "#state/export-store.ts";
import type { HttpClient } from "#transport/http.ts";
import { messageOf, reportedFailure } from "../reported-failure.ts";
import type { ExportOrder } from "./export-order.ts";

/** A short export ends in less than a second: the first polls come sooner. */
const LOOKS_MS = [100, 150, 250] as const;
const LOOK_EVERY_MS = 500;
/** this many polls in a row without an answer mean that the recorder is gone */
const UNANSWERED_MAX = 10;

export interface Fault {
  readonly failure: Failure;
  /** the server's text beside it */
  readonly detail: Failure | null;
}

export const NOTHING_RECORDED: Fault = { failure: failure("archive/none"), detail: null };

/** What this failure means for the export. */
export const faultOf = (why: Failure): Fault =>
  hasCode(why, "archive/none") ? NOTHING_RECORDED : { failure: failure("export/failed"), detail: messageOf(why) };

/** No server answered, or a proxy could not reach it or is overloaded: all of these may pass. */
const isAway = (why: Failure): boolean =>
  hasCode(why, "network/no-response") || (why.status !== undefined && why.status >= 502 && why.status <= 504);

async function precheck(
  http: HttpClient,
  streamId: string,
  range: ExportRange,
  signal: AbortSignal,
): Promise<Fault | null> {
  const answer = await http.done({
    method: "HEAD",
    path: `/service/streams/${encodeURIComponent(streamId)}/export`,
    query: { start: range.startMs, stop: range.stopMs },
    signal,
  });
  const why = precheckFailure(answer.ok ? 200 : answer.error.status);
  return why === null ? null : { failure: why, detail: null };
}

/** The streams that have video in the range; the others are marked. A fault: none is left, or the check failed. */
export async function streamsWithVideo(
  http: HttpClient,
  order: ExportOrder,
  markEmpty: (streamId: string) => void,
  signal: AbortSignal,
): Promise<Result<string[], Fault>> {
  const good: string[] = [];
  let last: Fault | null = null;
  for (const id of order.streamIds) {
    const wrong = await precheck(http, id, order.range, signal);
    if (!wrong) good.push(id);
    else if (!hasCode(wrong.failure, "archive/none")) return fail(wrong);
    else {
      last = wrong;
      if (order.key !== id) markEmpty(id);
    }
  }
  return good.length > 0 ? ok(good) : fail(last ?? NOTHING_RECORDED);
}

/** Polls until the job has ended. */
export async function watchJob(
  { server, id }: { readonly server: HttpClient; readonly id: string },
  { range, streamIds }: Pick<ExportOrder, "range" | "streamIds">,
  report: (run: Pick<ExportRun, "phase" | "share" | "pace">) => void,
  signal: AbortSignal,
): Promise<Result<ExportJobFacts, Fault>> {
  let unanswered = 0;
  let first: ShareAt | null = null;
  const videoMs = (range.stopMs - range.startMs) * streamIds.length;
  for (let looks = 0; ; looks++) {
    const look = await server.json({ path: `/service/exports/${encodeURIComponent(id)}`, signal }, exportJob);
    if (signal.aborted) return fail(faultOf(failure("network/aborted")));
    if (look.ok) {
      unanswered = 0;
      const { state, share } = look.value;
      if (state === "ready") return ok(look.value);
      if (state === "failed")
        return fail(faultOf(reportedFailure(look.value, look.value.reason ?? "") ?? failure("export/failed")));
      const at: ShareAt = { share, atMs: performance.now() };
      if (state === "running") first ??= at;
      report({ phase: state, share, pace: first && exportPace(videoMs, first, at) });
    } else if (!isAway(look.error) || ++unanswered > UNANSWERED_MAX) return fail(faultOf(look.error));
    await new Promise((resolve) => setTimeout(resolve, LOOKS_MS[looks] ?? LOOK_EVERY_MS));
  }
}
