/**
 * An answer that asks to come again later: 453 by RTSP, 429 or 503 with a code that says "too-many" by HTTP, 429 or 503 to a socket.
 * Only the answer counts: the message of a failed call ends with the recorder's log, which has such words of others.
 */
export function isToldToWait(error) {
  const [answer] = String(error?.message ?? error).split(/\r?\n/);
  return (
    answer.startsWith("RTSP/1.0 453 ") ||
    /^(WebRTC|[A-Z]+ \S+): (429|503) .*too-many/.test(answer) ||
    /^Unexpected server response: (429|503)$/.test(answer)
  );
}
