import { connect, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { RtspListener } from "#recorder/rtp/rtsp-listener.ts";
import { eventually } from "#test/support/eventually.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function listener(limits: { readonly firstMs?: number; readonly perAddress?: number }): Promise<number> {
  const made = new RtspListener({
    name: "Test",
    access: () => ({ closed: () => undefined, admit: () => Promise.resolve({ ok: false, status: 401 }) }),
    ...limits,
  });
  closing.push(() => made.close());
  return made.listen(0, "127.0.0.1");
}
function dial(port: number): { socket: Socket; ended: () => boolean; said: () => string } {
  let [isEnded, text] = [false, ""];
  const socket = connect(port, "127.0.0.1");
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  socket.on("error", () => undefined);
  socket.on("close", () => (isEnded = true));
  closing.push(() => socket.destroy());
  return { socket, ended: () => isEnded, said: () => text };
}
const OPTIONS = "OPTIONS * RTSP/1.0\r\nCSeq: 1\r\n\r\n";

it("a connection that asks nothing ends, also one that dribbles; who has asked stays", async () => {
  const port = await listener({ firstMs: 300 });
  const [silent, dribbling, asking] = [dial(port), dial(port), dial(port)];
  asking.socket.write(OPTIONS);
  const drops = setInterval(() => dribbling.socket.write("X"), 50);
  closing.push(() => clearInterval(drops));
  await eventually(() => silent.ended() && dribbling.ended(), "both ended", 3000);
  expect(asking.said()).toContain("RTSP/1.0 200");
  expect(asking.ended()).toBe(false);
});

it("one address has so many connections and no more", async () => {
  const port = await listener({ perAddress: 40 });
  const all = Array.from({ length: 45 }, () => dial(port));
  for (const { socket } of all) socket.write(OPTIONS);
  await eventually(() => all.every((one) => one.ended() || one.said() !== ""), "answered or refused", 5000);
  expect(all.filter((one) => !one.ended())).toHaveLength(40);
});
