import { EventEmitter } from "node:events";
import { Channel, type Port } from "#recorder/ipc/channel.ts";
import { describe, expect, it } from "vitest";

interface Served {
  readonly calls: { readonly read: { readonly ask: string; readonly answer: number } };
  readonly events: Record<string, never>;
}
interface Nothing {
  readonly calls: Record<string, never>;
  readonly events: Record<string, never>;
}

/** The two ends of a channel within this process. */
function portPair(): [Port, Port] {
  const ends = [new EventEmitter(), new EventEmitter()] as const;
  const port = (own: EventEmitter, other: EventEmitter): Port => ({
    connected: true,
    on: (event: string, listener: (message: unknown) => void) => own.on(event, listener),
    off: (event, listener) => own.off(event, listener),
    send: (message) => setImmediate(() => other.emit("message", message)) !== null,
  });
  return [port(ends[0], ends[1]), port(ends[1], ends[0])];
}

describe("a call between processes", () => {
  it("that throws is answered and told, and the process goes on", async () => {
    const [mine, theirs] = portPair();
    const faults: string[] = [];
    const server = new Channel<Served, Nothing>(theirs, (call, error) => faults.push(`${call}: ${String(error)}`));
    server.serve("read", async (what) => {
      if (what === "bad sector") throw new Error("EIO: i/o error, read");
      return { ok: true, value: 1 };
    });
    const client = new Channel<Nothing, Served>(mine);
    // An unhandled rejection would fail this test file, as it would end the process.
    expect(await client.call("read", "bad sector")).toMatchObject({
      ok: false,
      error: { code: "process/failed", params: { message: "EIO: i/o error, read" } },
    });
    expect(faults).toEqual(["read: Error: EIO: i/o error, read"]);
    expect(await client.call("read", "good sector")).toEqual({ ok: true, value: 1 });
  });
});
