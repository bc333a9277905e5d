import { useEffect, useState } from "react";
import type { AdminStream, StreamAdminActions, StreamHealth } from "#actions/administration/stream-admin-actions.ts";
import { readStreamState, type StillProblem, stillProblem } from "#domain/cameras/stream-status.ts";

/** A current picture of a stream that a dialog works on, or the reason why there is none. */
export type Still =
  | { readonly kind: "loading" }
  | { readonly kind: "problem"; readonly problem: StillProblem }
  | { readonly kind: "failed" }
  | { readonly kind: "picture"; readonly bitmap: ImageBitmap };

/**
 * `widthPx` 0 = as large as the stream sends. `everyMs` 0 = one picture; otherwise the interval of new ones. `hold`:
 * the present picture stays also when the stream stops or comes back. The hook owns the pictures: a picture stays valid
 * until the next but one arrives.
 */
export function useStill(
  streams: StreamAdminActions,
  stream: AdminStream | null,
  health: StreamHealth | undefined,
  {
    widthPx = 0,
    everyMs = 0,
    hold = false,
  }: { readonly widthPx?: number; readonly everyMs?: number; readonly hold?: boolean } = {},
): Still {
  const state = health?.state ?? readStreamState(stream?.status?.streamState);
  const problem = stillProblem(stream && { mode: stream.recordingConfiguration.mode, state });
  const [loaded, setLoaded] = useState<{ readonly streamId: string; readonly bitmap: ImageBitmap | null } | null>(null);
  const streamId = stream?.id ?? null;
  const kept = hold && loaded !== null && loaded.bitmap !== null && loaded.streamId === streamId;
  const wanted = problem === null || kept;
  useEffect(() => {
    if (!wanted || streamId === null) return;
    const leave = new AbortController();
    const own: ImageBitmap[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async (): Promise<void> => {
      const answer = await streams.picture(streamId, widthPx, leave.signal);
      const bitmap =
        answer.ok && answer.value.size > 0 ? await createImageBitmap(answer.value).catch(() => null) : null;
      if (leave.signal.aborted) return bitmap?.close();
      if (bitmap) own.push(bitmap);
      if (own.length > 2) own.shift()?.close();
      // A picture that fails once does not remove the picture that is shown.
      if (bitmap || own.length === 0) setLoaded({ streamId, bitmap });
      if (everyMs > 0) timer = setTimeout(() => void load(), everyMs);
    };
    void load();
    return () => {
      leave.abort();
      clearTimeout(timer);
      for (const bitmap of own) bitmap.close();
      setLoaded(null);
    };
  }, [streams, streamId, wanted, widthPx, everyMs]);
  if (problem !== null && !kept) return { kind: "problem", problem };
  if (loaded === null || loaded.streamId !== streamId) return { kind: "loading" };
  return loaded.bitmap ? { kind: "picture", bitmap: loaded.bitmap } : { kind: "failed" };
}
