import { showToast } from "#chrome/kit/feedback/toast.tsx";
import type { ToastMessage } from "#chrome/kit/feedback/toast-message.ts";
import type { Failure } from "#domain/failures/failure.ts";

/** Long enough to be read, and read again: it comes only once. */
const SHOWN_MS = 15_000;

/**
 * Tells the user what players have to say (why they fell back, what the browser lacks): each sentence once per session,
 * however many tiles say it.
 */
export function createPlayerNotices(show: (message: ToastMessage) => void = showToast): (notice: Failure) => void {
  const said = new Set<string>();
  return (notice) => {
    const key = `${notice.code} ${notice.cause?.code ?? ""}`;
    if (said.has(key)) return;
    said.add(key);
    show({ text: notice, tone: "info", subject: notice.code, forMs: SHOWN_MS });
  };
}
