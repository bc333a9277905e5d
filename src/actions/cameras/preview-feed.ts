/**
 * The small pictures of the side panel: GET /service/streams/{id}/frame, refreshed as document 1, section 9 demands.
 * Each picture is one object URL that this feed owns and revokes.
 */
import type { Disposer } from "#base/disposer.ts";
import { IMAGE_REQUESTS_MAX } from "#domain/limits/requests.ts";
import { pictureIsToCome, previewDelayMs, previewIsStale, snapshotSize } from "#domain/stage/preview-schedule.ts";
import type { HttpClient } from "#transport/http.ts";
import { Throttle } from "#transport/throttle.ts";

export type PreviewPicture =
  /** outside the window: nothing is fetched */
  | { readonly kind: "unseen" }
  | { readonly kind: "loading" }
  /** the stream begins: its first frame has not arrived yet */
  | { readonly kind: "waiting" }
  | { readonly kind: "picture"; readonly url: string }
  | { readonly kind: "failed" };

interface Kept {
  readonly url: string;
  readonly atMs: number;
  /** width of the element that it was fetched for */
  readonly widthCss: number;
}

export class PreviewFeed {
  readonly #http: Pick<HttpClient, "blob"> & Partial<Pick<HttpClient, "ownerOf">>;
  readonly #throttle: Throttle;
  /** last picture per stream, shown at once when its preview is back in the window */
  readonly #kept = new Map<string, Kept>();

  /** `throttle`: shared with all other code that requests stills. */
  constructor(
    http: Pick<HttpClient, "blob"> & Partial<Pick<HttpClient, "ownerOf">>,
    throttle = new Throttle(IMAGE_REQUESTS_MAX),
  ) {
    this.#http = http;
    this.#throttle = throttle;
  }

  /**
   * Shows a stream's picture while a preview is in the window, `widthCss` wide. `onChange` gets the object URL, valid
   * until the next one of the same stream.
   */
  watch(streamId: string, widthCss: number, onChange: (picture: PreviewPicture) => void): Disposer {
    const leave = new AbortController();
    const kept = this.#kept.get(streamId);
    const isFresh = kept !== undefined && kept.widthCss >= widthCss && !previewIsStale(Date.now() - kept.atMs);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let loads = isFresh ? 1 : 0;
    const refresh = async (): Promise<void> => {
      const found = await this.#load(streamId, widthCss, leave.signal);
      if (leave.signal.aborted) return;
      const isPicture = typeof found === "object";
      loads += isPicture ? 1 : 0;
      if (isPicture) onChange({ kind: "picture", url: found.url });
      else if (!this.#kept.has(streamId)) onChange({ kind: found });
      const outcome = isPicture ? (loads === 1 ? "first-shown" : "shown") : found;
      timer = setTimeout(() => void refresh(), previewDelayMs(outcome, Math.random()));
    };
    onChange(kept ? { kind: "picture", url: kept.url } : { kind: "loading" });
    if (isFresh) timer = setTimeout(() => void refresh(), previewDelayMs("first-shown", 0));
    else void refresh();
    return () => {
      leave.abort();
      clearTimeout(timer);
    };
  }

  /** Frees every picture (sign-out, end of the page). */
  clear(): void {
    for (const { url } of this.#kept.values()) URL.revokeObjectURL(url);
    this.#kept.clear();
  }

  async #load(streamId: string, widthCss: number, signal: AbortSignal): Promise<Kept | "waiting" | "failed"> {
    const { width } = snapshotSize({ width: widthCss, height: 0 });
    const answer = await this.#throttle.lane(this.#http.ownerOf?.(streamId) ?? "").run(
      () =>
        this.#http.blob({
          path: `/service/streams/${encodeURIComponent(streamId)}/frame`,
          query: { time: 0, width, height: 0 },
          signal,
        }),
      signal,
    );
    if (!answer || signal.aborted) return "failed";
    if (!answer.ok) return pictureIsToCome(answer.error.code) ? "waiting" : "failed";
    if (answer.value.size === 0) return "failed";
    const before = this.#kept.get(streamId);
    const picture = { url: URL.createObjectURL(answer.value), atMs: Date.now(), widthCss };
    this.#kept.set(streamId, picture);
    // The old picture may still be on the screen until React has drawn the new one.
    if (before) setTimeout(() => URL.revokeObjectURL(before.url), 1_000);
    return picture;
  }
}
