/**
 * The actions of the export dialog (document 1, sections 2 and 5; document 2, section 8): pre-check, a job at the
 * recorder with its progress, and the download by a ticket, so that no address ever contains a session.
 */
import { hasCode } from "#domain/failures/failure.ts";
import { EXPORT_ERROR_ALERT_MS } from "#domain/limits/timeline.ts";
import { IMAGE_REQUESTS_MAX } from "#domain/limits/requests.ts";
import { type ExportJobFacts, exportJob } from "#protocol/rest/recordings/export-job.ts";
import { ticket } from "#protocol/rest/accounts/ticket.ts";
import { besideKey, type ExportRun, type ExportStore, isZipKey, zipKey, ZIP_KEY } from "#state/export-store.ts";
import type { HttpClient } from "#transport/http.ts";
import { Throttle } from "#transport/throttle.ts";
import { keyFingerprints } from "./export-keys.ts";
import { exportBody, type ExportOrder, isSameOrder } from "./export-order.ts";
import { type Fault, faultOf, NOTHING_RECORDED, streamsWithVideo, watchJob } from "./export-steps.ts";
import { ticketCall } from "../ticket-call.ts";

export interface ExportActions {
  readonly store: ExportStore;
  /**
   * Runs up to the download. Failures go into the store. What is on its way under the same key goes on beside it, unless
   * it is the very same order, which is ignored. Streams of several servers become one zip for each server, under a key
   * of its own.
   */
  readonly begin: (order: ExportOrder) => Promise<void>;
  /** `ZIP_KEY`: the zips of all servers. */
  readonly cancel: (key: string) => void;
  /** Fetches the finished file once more. */
  readonly again: (key: string) => void;
  /** Removes the errors (the range has changed). */
  readonly clearErrors: () => void;
  readonly dismissAlert: () => void;
  /**
   * The dialog opens: requests the fingerprints of keys (`keyFingerprints`), and the recorder prepares for an export.
   */
  readonly open: (streamIds: readonly string[]) => Promise<void>;
  /** A stream's frame at a time (server ms); null: there is none. "failed": nobody could tell. */
  readonly picture: (
    streamId: string,
    timeMs: number,
    widthPx: number,
    signal: AbortSignal,
  ) => Promise<Blob | null | "failed">;
}

/** Its key changes when another export takes it. */
interface Taken extends ExportOrder {
  key: string;
}

export function createExportActions(deps: {
  readonly http: HttpClient;
  readonly store: ExportStore;
  /** lets the browser fetch a file itself */
  readonly download: (address: string, name: string) => void;
  /** shared with all other code that requests stills */
  readonly throttle?: Throttle;
}): ExportActions {
  const { http, store, download, throttle: pictures = new Throttle(IMAGE_REQUESTS_MAX) } = deps;
  const running = new Map<string, { readonly order: Taken; readonly cancel: AbortController }>();
  let moved = 0;
  const files = new Map<string, { readonly job: ExportJobFacts; readonly server: HttpClient }>();

  const put = (key: string, run: Partial<ExportRun> & Pick<ExportRun, "phase">): void =>
    store.change((facts) => {
      const before = facts.byKey[key];
      const fresh = { share: 0, format: "mkv", failure: null, detail: null, name: null };
      Object.assign(facts.byKey, { [key]: { ...fresh, ...before, ...run } });
    });
  const failed = (key: string, format: ExportRun["format"], { failure, detail }: Fault): void => {
    put(key, { phase: "failed", share: 0, format, failure, detail });
    setTimeout(() => {
      store.change((facts) => {
        // An export that was restarted or cancelled in the meantime has not failed.
        if (facts.byKey[key]?.phase === "failed") facts.alert = failure;
      });
    }, EXPORT_ERROR_ALERT_MS);
  };

  /** A stream of a zip without a recording in the range. */
  const markEmpty = (id: string): void => put(id, { phase: "failed", ...NOTHING_RECORDED });

  const fetchFile = async (
    order: { readonly key: string },
    job: ExportJobFacts,
    server: HttpClient,
    signal?: AbortSignal,
  ): Promise<Fault | null> => {
    const path = job.href ?? `/service/exports/${job.id}/file`;
    const bought = await server.json(ticketCall(path), ticket);
    if (signal?.aborted) return null;
    if (!bought.ok) return faultOf(bought.error);
    files.set(order.key, { job, server });
    download(server.addressOf(bought.value.url), job.name);
    return null;
  };

  const run = async (order: ExportOrder, signal: AbortSignal): Promise<Fault | null> => {
    const { range, format, zip, streamIds } = order;
    const nothing = { share: 0, failure: null, detail: null, name: null, pace: null };
    put(order.key, { phase: "checking", format, ...nothing, order: { streamIds, range, zip } });
    const streams = await streamsWithVideo(http, order, markEmpty, signal);
    if (!streams.ok) return streams.error;
    const title = streamIds.length > 1 ? order.title?.(streams.value.length) : undefined;
    const server = http.near(order.streamIds[0] ?? "");
    if (signal.aborted) return null;
    // Streams without video are sent, too: the zip's manifest names them. Not aborted: without its answer nobody could
    // remove the job that it made.
    const started = await server.json(
      { method: "POST", path: "/service/exports", body: exportBody(order, title) },
      exportJob,
    );
    if (!started.ok) return faultOf(started.error);
    const { id, state, share } = started.value;
    const remove = (): void =>
      void server.done({ method: "DELETE", path: `/service/exports/${encodeURIComponent(id)}` });
    signal.addEventListener("abort", remove, { once: true });
    if (signal.aborted) {
      remove();
      return null;
    }
    put(order.key, { phase: state === "running" ? "running" : "waiting", share });
    const job = await watchJob({ server, id }, order, (facts) => put(order.key, facts), signal);
    if (signal.aborted) return null;
    if (!job.ok) {
      // Nobody polls the old job any more: another try would run beside it.
      remove();
      return job.error;
    }
    const wrong = await fetchFile(order, job.value, server, signal);
    signal.removeEventListener("abort", remove);
    if (signal.aborted) return null;
    if (wrong) return wrong;
    put(order.key, {
      phase: "ready",
      share: 1,
      name: job.value.name,
      notReachable: job.value.notReachable ?? [],
    });
    for (const each of job.value.withoutVideo ?? []) markEmpty(each);
    return null;
  };

  /** Makes room: an export on its way goes on under another key, to which everything that it reports goes from now on. */
  const moveAside = (key: string): void => {
    const busy = running.get(key);
    if (!busy) return;
    const to = besideKey(key, ++moved);
    running.delete(key);
    running.set(to, busy);
    busy.order.key = to;
    store.change(({ byKey }) => {
      const run = byKey[key];
      if (run) byKey[to] = run;
      delete byKey[key];
    });
  };

  const beginOne = async (asked: ExportOrder): Promise<void> => {
    const before = running.get(asked.key);
    if (before && isSameOrder(before.order, asked)) return;
    moveAside(asked.key);
    const order: Taken = { ...asked };
    const cancel = new AbortController();
    running.set(order.key, { order, cancel });
    const wrong = await run(order, cancel.signal);
    if (cancel.signal.aborted) return;
    running.delete(order.key);
    if (wrong) failed(order.key, order.format, wrong);
  };

  return {
    store,
    async begin(order) {
      const groups = http.split(order.streamIds);
      if (groups.length <= 1) return beginOne(order);
      const parts = groups.map((streamIds) => ({
        ...order,
        streamIds,
        key: zipKey(http.ownerOf(streamIds[0] ?? "")),
      }));
      await Promise.all(parts.map(beginOne));
    },
    cancel(key) {
      const keys = key === ZIP_KEY ? Object.keys(store.get().byKey).filter(isZipKey) : [key];
      for (const each of keys) {
        running.get(each)?.cancel.abort();
        running.delete(each);
      }
      store.change((facts) => {
        for (const each of keys) delete facts.byKey[each];
      });
    },
    again(key) {
      const file = files.get(key);
      const format = store.get().byKey[key]?.format ?? "mkv";
      if (!file) return;
      void fetchFile({ key }, file.job, file.server).then((wrong) => {
        if (wrong) failed(key, format, wrong);
      });
    },
    clearErrors: () =>
      store.change((facts) => {
        for (const [key, { phase }] of Object.entries(facts.byKey)) if (phase === "failed") delete facts.byKey[key];
      }),
    dismissAlert: () =>
      store.change((facts) => {
        facts.alert = null;
      }),
    async open(streamIds) {
      const fingerprints = await keyFingerprints(http, streamIds);
      if (fingerprints.length > 0) store.change((facts) => void Object.assign(facts, { fingerprints }));
    },
    async picture(streamId, timeMs, widthPx, signal) {
      const answer = await pictures.lane(http.ownerOf(streamId)).run(
        () =>
          http.blob({
            path: `/service/streams/${encodeURIComponent(streamId)}/frame`,
            query: { time: Math.round(timeMs), width: Math.round(widthPx), height: 0 },
            signal,
          }),
        signal,
      );
      if (!answer?.ok) return answer && hasCode(answer.error, "archive/none") ? null : "failed";
      return answer.value.size > 0 ? answer.value : null;
    },
  };
}
