import { failure } from "#domain/failures/failure.ts";
import { afterEach, expect, test, vi } from "vitest";
import type { Request } from "#transport/request.ts";
import { openWhep } from "#transport/whep-client.ts";

/** A server in the page that closes its channel when it is told to. */
function server() {
  const connection = new RTCPeerConnection();
  const channels: RTCDataChannel[] = [];
  connection.ondatachannel = ({ channel }) => void channels.push(channel);
  const asked: string[] = [];
  const request: Request = async (path, init = {}) => {
    asked.push(`${init.method} ${path}`);
    if (init.method !== "POST") return new Response(null, { status: 204 });
    await connection.setRemoteDescription({ type: "offer", sdp: typeof init.body === "string" ? init.body : "" });
    await connection.setLocalDescription();
    await vi.waitFor(() => expect(connection.iceGatheringState).toBe("complete"));
    const headers = { location: "/service/streams/a/whep/1" };
    return new Response(connection.localDescription?.sdp ?? "", { status: 201, headers });
  };
  return { connection, channels, asked, request };
}

const made: ReturnType<typeof server>[] = [];
afterEach(() => {
  for (const { connection } of made.splice(0)) connection.close();
});
async function opened() {
  const far = server();
  made.push(far);
  const onLost = vi.fn();
  const ignore = (): void => undefined;
  const session = await openWhep({
    request: far.request,
    path: "/service/streams/a/whep",
    iceServers: [],
    onTrack: ignore,
    onStatus: ignore,
    onLost,
  });
  if (!session.ok) throw new Error(session.error.failure.code);
  await vi.waitFor(() => expect(far.channels[0]?.readyState).toBe("open"));
  return { far, session: session.value, onLost };
}

test("a server that ends the session closes the channel: that is the end, once, while the connection still stands", async () => {
  const { far, session, onLost } = await opened();
  far.channels[0]?.close();
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce());
  expect(onLost).toHaveBeenCalledWith(expect.objectContaining({ failure: failure("media/broken"), recoverable: true }));
  expect(session.connection.connectionState).toBe("connected");
  far.connection.close();
  session.close();
  await vi.waitFor(() => expect(session.connection.connectionState).toBe("closed"), 5000);
  expect(onLost).toHaveBeenCalledOnce();
  // There is no session any more that could be deleted.
  expect(far.asked).toEqual(["POST /service/streams/a/whep"]);
});

test("a session that the page itself closes is not lost", async () => {
  const { far, session, onLost } = await opened();
  session.close();
  await vi.waitFor(() => expect(session.connection.connectionState).toBe("closed"), 5000);
  expect(far.asked).toContain("DELETE /service/streams/a/whep/1");
  expect(onLost).not.toHaveBeenCalled();
});
