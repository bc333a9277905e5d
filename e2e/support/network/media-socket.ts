import type { Page } from "@playwright/test";

/**
 * Opens a live media socket below `base` with the page's own sign-in, but not through our client, requests playback
 * from `timeMs` and returns the first message of that playback: a notice, or "pictures".
 */
export function askForTime(page: Page, base: string, streamId: string, timeMs: number): Promise<unknown> {
  return page.evaluate(
    async ({ base, streamId, timeMs }) => {
      const answer = await fetch(`${base}/service/low-bandwidth/streams`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ streamId }),
      });
      const { id } = (await answer.json()) as { id: string };
      const url = new URL(`${base}/service/low-bandwidth/streams/${id}/ws`, location.href.replace(/^http/, "ws"));
      const socket = new WebSocket(url, "proscenium.media.v1");
      const first = await new Promise<unknown>((resolve, reject) => {
        socket.onopen = () =>
          socket.send(JSON.stringify({ op: "play", generation: 1, time: timeMs, rate: 1, paused: false, height: 0 }));
        socket.onmessage = ({ data }: MessageEvent<unknown>) =>
          resolve(typeof data === "string" ? JSON.parse(data) : "pictures");
        socket.onclose = ({ code, reason }) => reject(new Error(`closed: ${code} ${reason}`));
      });
      socket.close();
      return first;
    },
    { base, streamId, timeMs },
  );
}
