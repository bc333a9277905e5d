import { useCallback } from "react";
import { useIntl } from "react-intl";
import type { Failure } from "#domain/failures/failure.ts";
import { fillShown, withCode } from "#domain/failures/failure-text.ts";
import { englishTexts } from "./english.ts";
import { failureValue } from "./setting-words.ts";
import { useBytesWords } from "./use-bytes-words.ts";
import { useText } from "./use-text.ts";
import { useShownTime } from "../use-shown-time.ts";

/** A failure, or a text that is already in the user's language. */
export type Wording = string | Failure;

/**
 * `failureText(failure)` gives the text in the language of the page, with the code before it when a server answered
 * with the failure.
 */
export function useFailureText(): (what: Wording) => string {
  const { messages } = useIntl();
  const say = useText();
  const bytes = useBytesWords();
  const { minute } = useShownTime();
  return useCallback(
    (what) => {
      if (typeof what === "string") return what;
      const text = (code: string): string | undefined => {
        const id = `failure.${code}`;
        const own = messages[id];
        return typeof own === "string" ? own : englishTexts()[id];
      };
      const value = failureValue(say, { bytes, time: (ms) => minute(ms) });
      return withCode(what, { text, fill: fillShown, value });
    },
    [messages, say, bytes, minute],
  );
}
