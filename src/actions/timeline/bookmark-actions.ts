/** Bookmarks that are set with one press, named afterwards, or taken back. */
import { fail, ok, type Result } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import type { MadeBookmark } from "#domain/timeline/made-bookmark.ts";
import { bookmarkList, MARK_STREAMS_MAX } from "#protocol/rest/recordings/mark.ts";
import type { HttpClient } from "#transport/http.ts";

export interface BookmarkActions {
  /** One for each stream at an instant (server ms), or none. */
  readonly add: (
    streamIds: readonly string[],
    timeMs: number,
    text: string,
  ) => Promise<Result<readonly MadeBookmark[], Failure>>;
  readonly rename: (made: readonly MadeBookmark[], text: string) => Promise<Result<null, Failure>>;
  readonly remove: (made: readonly MadeBookmark[]) => Promise<Result<null, Failure>>;
}

/** `refresh`: the marks that are shown have changed */
export function createBookmarkActions(http: HttpClient, refresh: () => void): BookmarkActions {
  const viewOf = (orchidId: string): HttpClient => (orchidId === "" ? http : http.at(orchidId));
  const each = async (
    made: readonly MadeBookmark[],
    change: (server: HttpClient, path: string) => Promise<Result<null, Failure>>,
  ): Promise<Result<null, Failure>> => {
    const answers = await Promise.all(
      made.map(({ id, orchidId }) => change(viewOf(orchidId), `/service/bookmarks/${id}`)),
    );
    refresh();
    return answers.find((answer) => !answer.ok) ?? ok(null);
  };
  const remove: BookmarkActions["remove"] = (made) =>
    each(made, (server, path) => server.done({ method: "DELETE", path }));
  return {
    async add(streamIds, timeMs, text) {
      const made: MadeBookmark[] = [];
      for (const { orchidId, streams } of parts(http, streamIds)) {
        const call = { method: "POST", path: "/service/bookmarks", body: { streams, start: timeMs, text } } as const;
        const answer = await viewOf(orchidId).json(call, bookmarkList);
        if (!answer.ok) {
          if (made.length > 0) await remove(made);
          return fail(answer.error);
        }
        made.push(...answer.value.bookmarks.map(({ id }) => ({ id, orchidId })));
      }
      refresh();
      return ok(made);
    },
    rename: (made, text) => each(made, (server, path) => server.done({ method: "PATCH", path, body: { text } })),
    remove,
  };
}

/** One call takes the streams of one server, and no more than it accepts. */
const parts = (http: HttpClient, streamIds: readonly string[]) =>
  http.split(streamIds).flatMap((own) => {
    const calls = Array.from({ length: Math.ceil(own.length / MARK_STREAMS_MAX) }, (_, at) =>
      own.slice(at * MARK_STREAMS_MAX, (at + 1) * MARK_STREAMS_MAX),
    );
    return calls.map((streams) => ({ orchidId: http.ownerOf(streams[0] ?? ""), streams }));
  });
