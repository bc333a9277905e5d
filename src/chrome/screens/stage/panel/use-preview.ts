import { type RefObject, useEffect, useState } from "react";
import type { PreviewPicture } from "#actions/cameras/preview-feed.ts";
import { useWorkspace } from "#chrome/product.ts";

/** The small picture of a stream, loaded and refreshed only while the element is in sight. `times`: wider than it. */
export function usePreview(element: RefObject<HTMLElement | null>, streamId: string | null, times = 1): PreviewPicture {
  const { previews } = useWorkspace();
  const [picture, setPicture] = useState<PreviewPicture>({ kind: "unseen" });
  useEffect(() => {
    const watched = element.current;
    if (!watched || streamId === null) return;
    let stop: (() => void) | null = null;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting && !stop) stop = previews.watch(streamId, times * watched.clientWidth, setPicture);
      else if (!entry?.isIntersecting) {
        stop?.();
        stop = null;
        // A spinner out of sight would make the browser redraw the whole page at every display frame, forever.
        setPicture((last) => (last.kind === "loading" || last.kind === "waiting" ? { kind: "unseen" } : last));
      }
    });
    observer.observe(watched);
    return () => {
      observer.disconnect();
      stop?.();
    };
  }, [element, streamId, previews, times]);
  return streamId === null ? { kind: "failed" } : picture;
}
