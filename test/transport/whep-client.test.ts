import { afterEach, expect, test, vi } from "vitest";
import { openWhep } from "#transport/whep-client.ts";

afterEach(() => void vi.unstubAllGlobals());

test("a connection that cannot even be made is a failure like any other: the player goes on to low bandwidth", async () => {
  const refuse = vi.fn(function refuse() {
    throw new SyntaxError("'turn:' is not a valid stun or turn URL");
  });
  vi.stubGlobal("RTCPeerConnection", refuse);
  const request = vi.fn();
  const ignore = (): void => undefined;
  const opened = await openWhep({
    request,
    path: "/service/streams/a/whep",
    iceServers: [{ urls: "turn:" }],
    onTrack: ignore,
    onStatus: ignore,
    onLost: ignore,
  });
  expect(opened).toMatchObject({ ok: false, error: { failure: { code: "webrtc/failed" }, recoverable: false } });
  expect(request).not.toHaveBeenCalled();
});
