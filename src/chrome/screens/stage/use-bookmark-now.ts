/** Sets a bookmark at the playhead with one press; the message about it offers to name it and to take it back. */
import { useCallback } from "react";
import { epochMs } from "#actions/epoch.ts";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useShownTime } from "#chrome/use-shown-time.ts";
import { UNDO_TOAST_MS } from "#domain/limits/stage.ts";
import type { MadeBookmark } from "#domain/timeline/made-bookmark.ts";
import { namedZone } from "#domain/timeline/named-zone.ts";
import { type MarkedPlace, markedFacts, markedPlace } from "#state/marked-place.ts";
import { zoneOf } from "#state/timeline-store.ts";

interface BookmarkNow {
  /** At once, with a text that says nothing yet. */
  readonly set: (tileId?: string) => Promise<void>;
  /** The name is asked for first; nothing is set before it is saved. */
  readonly ask: (tileId?: string) => void;
  /** The message about bookmarks that were set. */
  readonly tell: (place: MarkedPlace, made: readonly MadeBookmark[]) => void;
  /** The moment and the camera, or the number of cameras. */
  readonly words: (place: MarkedPlace) => { readonly time: string; readonly name: string };
}

export function useBookmarkNow(): BookmarkNow {
  const { stores } = useProduct();
  const { bookmarks } = useWorkspace();
  const say = useText();
  const { second } = useShownTime();
  const words = useCallback(
    ({ names, timeMs }: MarkedPlace) => ({
      time: second(timeMs, namedZone(zoneOf(stores.timeline.get()))),
      name: names.length === 1 ? (names[0] ?? "") : say("marks.onCameras", { count: names.length }),
    }),
    [say, second, stores],
  );
  const tell = useCallback(
    (place: MarkedPlace, made: readonly MadeBookmark[]) => {
      const takeBack = async (): Promise<void> => {
        const answer = await bookmarks.remove(made);
        if (!answer.ok) showToast({ text: answer.error, tone: "bad" });
      };
      const name = (): void =>
        stores.dialogs.change(({ queue }) => void queue.push({ kind: "bookmark", place, made: [...made] }));
      showToast({
        text: say("marks.set", words(place)),
        tone: "info",
        subject: "bookmark",
        forMs: UNDO_TOAST_MS,
        actions: [
          { label: say("marks.name"), onPress: name },
          { label: say("wall.undo"), onPress: () => void takeBack() },
        ],
      });
    },
    [bookmarks, say, stores, words],
  );
  /** Null, and it is said why: there is nothing that could have a bookmark. */
  const place = useCallback(
    (tileId?: string): MarkedPlace | null => {
      const now = markedPlace(markedFacts(stores), epochMs(), tileId);
      if (now.streamIds.length > 0) return now;
      showToast({ text: say("range.noCamera"), tone: "warn" });
      return null;
    },
    [say, stores],
  );
  const set = useCallback(
    async (tileId?: string) => {
      const now = place(tileId);
      if (!now) return;
      const answer = await bookmarks.add(now.streamIds, now.timeMs, say("marks.bookmark"));
      if (answer.ok) tell(now, answer.value);
      else showToast({ text: answer.error, tone: "bad" });
    },
    [bookmarks, place, say, tell],
  );
  const ask = useCallback(
    (tileId?: string) => {
      const now = place(tileId);
      if (now) stores.dialogs.change(({ queue }) => void queue.push({ kind: "bookmark", place: now, made: null }));
    },
    [place, stores],
  );
  return { set, ask, tell, words };
}
