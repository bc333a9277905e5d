/** One play request at a time (document 1, section 4): a new one updates the pending one or waits as the next. */

export interface PlayRequest {
  /** server ms, 0 = live */
  readonly timeMs: number;
  readonly speed: number;
  readonly paused: boolean;
}
export interface PlayQueue {
  /** being carried out; `sent`: the recorder has it, so it can no longer be changed */
  readonly pending: { readonly request: PlayRequest; readonly sent: boolean } | null;
  readonly next: PlayRequest | null;
}

export const noRequests: PlayQueue = { pending: null, next: null };

/** Takes a request: starts it, updates the pending one that is not sent yet, or replaces the one that waits. */
export function requestPlay(queue: PlayQueue, request: PlayRequest): PlayQueue {
  if (!queue.pending) return { pending: { request, sent: false }, next: null };
  return queue.pending.sent ? { ...queue, next: request } : { ...queue, pending: { request, sent: false } };
}

/** The pending request went to the recorder. */
export const markSent = (queue: PlayQueue): PlayQueue =>
  queue.pending ? { ...queue, pending: { ...queue.pending, sent: true } } : queue;

/** The pending request ended (playing, failed or timed out): the next one, if any, becomes pending. */
export const finishPlay = (queue: PlayQueue): PlayQueue =>
  queue.next ? { pending: { request: queue.next, sent: false }, next: null } : noRequests;
