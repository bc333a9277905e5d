/**
 * The recorder's live events. The socket reconnects automatically. `onResync` reports that events may have been missed
 * (fetch again) while it was away; at its first opening the server's greeting says what was. `onLost`: the socket stayed away longer than a harmless flap.
 */
import { WebSocket as ReconnectingWebSocket } from "partysocket";
import type { Disposer } from "#base/disposer.ts";
import { type EventMessage, eventMessage } from "#protocol/rest/event-message.ts";
import { FLAP_GRACE_MS } from "./reachability.ts";

export const EVENT_SOCKET_PATH = "/service/events/socket";

/**
 * Between two attempts: a server that is back is found within a second even when the break was long. partysocket spreads
 * the first delay, so that the clients of a restarted server do not come all at once.
 */
const RETRY_MIN_MS = 150;
const RETRY_MAX_MS = 600;

/** The recorder closes the socket with this code when its session has ended. */
const SESSION_ENDED = 4401;

/** After the longest harmless flap the socket still needs a retry and the way to the server before it is open again. */
const RECONNECT_MS = 2_000;

/** A timer later than this was asleep. */
const SLEPT_MS = 5_000;

interface EventSocketOptions {
  /** ws(s) address; a function is asked at each attempt */
  readonly url: string | (() => string);
  readonly onMessage: (message: EventMessage) => void;
  /** open again: what happened before that was not heard */
  readonly onResync: () => void;
  readonly onConnected?: (connected: boolean) => void;
  /** the server does not accept our credentials (any more); once until the socket is open again */
  readonly onRefused?: () => void;
  /** once per break that lasts longer than the grace time */
  readonly onLost: () => void;
  readonly graceMs?: number;
}

export function openEventSocket(options: EventSocketOptions): Disposer {
  const graceMs = options.graceMs ?? FLAP_GRACE_MS + RECONNECT_MS;
  const socket = new ReconnectingWebSocket(options.url, [], {
    maxEnqueuedMessages: 0,
    minReconnectionDelay: RETRY_MIN_MS + Math.random() * RETRY_MIN_MS,
    maxReconnectionDelay: RETRY_MAX_MS,
    reconnectionDelayGrowFactor: 1.5,
    connectionTimeout: 4_000,
  });
  let ended = false;
  let refused = false;
  let wasOpen = false;
  let lossTimer: ReturnType<typeof setTimeout> | undefined;

  const armLoss = (): void => {
    const armedAtMs = performance.now();
    lossTimer ??= setTimeout(() => {
      lossTimer = undefined;
      // A timer that comes this late slept with the whole machine: the socket gets its time to come back first.
      if (performance.now() - armedAtMs > graceMs + SLEPT_MS) armLoss();
      else options.onLost();
    }, graceMs);
  };
  const disarmLoss = (): void => {
    clearTimeout(lossTimer);
    lossTimer = undefined;
  };
  socket.addEventListener("open", () => {
    if (ended) return;
    disarmLoss();
    refused = false;
    options.onConnected?.(true);
    if (wasOpen) options.onResync();
    wasOpen = true;
  });
  socket.addEventListener("close", ({ code }) => {
    // We closed it: nobody waits for it any more.
    if (ended) return;
    options.onConnected?.(false);
    armLoss();
    if (code !== SESSION_ENDED || refused) return;
    refused = true;
    options.onRefused?.();
  });
  socket.addEventListener("message", (event) => {
    const message = parse(event.data);
    if (message) options.onMessage(message);
  });
  armLoss();
  return () => {
    if (ended) return;
    ended = true;
    disarmLoss();
    options.onConnected?.(false);
    socket.close();
  };
}

/** Events of newer servers and broken ones are dropped: the list is fetched again anyway. */
function parse(data: unknown): EventMessage | null {
  if (typeof data !== "string") return null;
  try {
    const parsed = eventMessage.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
