import { useCallback } from "react";
import { useIntl } from "react-intl";
import { reasonWords } from "#domain/failures/system-reason.ts";
import { englishTexts } from "./english.ts";

/** The reason that a server's operating system gives, in the language of the page; another one as it is. */
export function useReasonWords(): (reason: string) => string {
  const { messages } = useIntl();
  return useCallback(
    (reason) =>
      reasonWords(reason, (code) => {
        const own = messages[`failure.${code}`];
        return typeof own === "string" ? own : englishTexts()[`failure.${code}`];
      }),
    [messages],
  );
}
