import { useFailureText, type Wording } from "./use-failure-text.ts";

/** A failure in the language of the page; renders nothing when there is none. */
export function FailureWords({ of }: { readonly of: Wording | null | undefined }): string {
  const failureText = useFailureText();
  return of === null || of === undefined ? "" : failureText(of);
}
