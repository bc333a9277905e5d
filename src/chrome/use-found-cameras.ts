/** What the server finds for words that are being typed, beside what the page finds by names itself. */
import { useEffect, useState } from "react";
import type { CameraSearch } from "#actions/cameras/camera-search.ts";
import { foldText } from "#domain/panel.ts";

/** A pause in typing: the server is asked for words, not for letters. */
const TYPED_MS = 150;
/** One letter is in nearly all names, and says nothing of makers. */
const LEAST_LETTERS = 2;
const NONE: ReadonlySet<string> = new Set();

/** `keys`: by `cameraKey`, as soon as they are there; `isAsking`: they may still come. What is typed on cancels the question. */
export function useFoundCameras(
  search: CameraSearch,
  words: readonly string[],
): { readonly keys: ReadonlySet<string>; readonly isAsking: boolean } {
  const text = words
    .map(foldText)
    .filter((word) => word !== "")
    .join("\n");
  const [found, setFound] = useState({ text: "", keys: NONE });
  const isAsked = text.length >= LEAST_LETTERS;
  useEffect(() => {
    if (!isAsked) return;
    const ending = new AbortController();
    const ask = async (): Promise<void> => {
      const keys = await search(text, ending.signal);
      if (!ending.signal.aborted) setFound({ text, keys });
    };
    const timer = setTimeout(() => void ask(), TYPED_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [search, text, isAsked]);
  const isAnswered = found.text === text;
  return { keys: isAsked && isAnswered ? found.keys : NONE, isAsking: isAsked && !isAnswered };
}
