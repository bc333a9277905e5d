/** Shared helpers of the export specs: a range that is certainly recorded. */
import { Api, type CameraAnswer, eventually } from "../api.ts";
import { shared } from "../shared.ts";

export const EXPORT_LENGTH_MS = 12_000;

export interface RecordedRange {
  /** server ms, whole seconds */
  readonly startMs: number;
  readonly stopMs: number;
  readonly streamIds: readonly string[];
  readonly api: Api;
}

/**
 * A range that ended `agoMs` ago and is recorded for all of these cameras, of the shared recorder or of another one.
 * Where pictures are encoded anew, a shorter one shows the same in less time.
 */
export async function recordedRange(
  names: readonly string[],
  recorder: { readonly url: string; readonly password: string } = shared(),
  agoMs = 15_000,
  lengthMs = EXPORT_LENGTH_MS,
): Promise<RecordedRange> {
  const api = await Api.signedIn(recorder.url, "admin", recorder.password);
  const { startMs, stopMs, streamIds } = await eventually(
    "a recorded range",
    async () => {
      // The list is requested each time: a recorder that has just started does not know its cameras yet.
      const { cameras } = await api.get<{ cameras: CameraAnswer[] }>("/service/cameras");
      const ids = cameras.flatMap(({ name, primaryStream }) =>
        names.includes(name) && primaryStream ? [primaryStream.id] : [],
      );
      const end = Math.floor(Date.now() / 1000) * 1000 - agoMs;
      const found = await Promise.all(
        ids.map((id) =>
          api.get<{ archives: { start: number; end: number }[] }>(`/service/archives?streamId=${id}&take=10`),
        ),
      );
      const covered = found.every(({ archives }) =>
        archives.some((run) => run.start <= end - lengthMs - 2000 && run.end >= end),
      );
      const isWhole = covered && ids.length === names.length;
      return { isWhole, startMs: end - lengthMs, stopMs: end, streamIds: ids };
    },
    ({ isWhole }) => isWhole,
    // At its first start the recorder draws the demo cameras' clips before anything is recorded.
    180_000,
  );
  return { startMs, stopMs, streamIds, api };
}
