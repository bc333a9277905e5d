import { type BrowserContext, expect } from "@playwright/test";

/**
 * A viewer that watches a stream by WebRTC in a page that is not our client, with the session of this context. It hears
 * of no sign-out and closes nothing by itself, so only the server can end its picture.
 */
export async function watchDeaf(context: BrowserContext, origin: string, whepPath: string): Promise<DeafViewer> {
  const page = await context.newPage();
  const offer = await page.evaluate(async () => {
    const peer = new RTCPeerConnection();
    peer.addTransceiver("video", { direction: "recvonly" });
    await peer.setLocalDescription();
    Object.assign(window, { peer });
    return peer.localDescription?.sdp ?? "";
  });
  const answer = await context.request.post(origin + whepPath, {
    data: offer,
    headers: { "content-type": "application/sdp", origin },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const peer = await page.evaluateHandle<RTCPeerConnection>("peer");
  await peer.evaluate((one, sdp) => one.setRemoteDescription({ type: "answer", sdp }), await answer.text());
  return {
    pictures: () =>
      peer.evaluate(async (one) => {
        for (const each of (await one.getStats()).values()) if (each.type === "inbound-rtp") return each.framesReceived;
        return 0;
      }),
    state: () => peer.evaluate((one) => one.connectionState),
  };
}

interface DeafViewer {
  /** the number of pictures that have arrived since it started */
  readonly pictures: () => Promise<number>;
  readonly state: () => Promise<RTCPeerConnectionState>;
}
