/** ONVIF answers that are changed byte by byte on their way. */
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import type { ScriptedOnvif } from "./scripted-onvif.ts";

/** What is sent in place of an HTTP answer. */
export type Rewritten = (head: string, body: string) => string | Buffer;

/** A camera's web server in front of a scripted one, which changes whole HTTP answers byte by byte. */
export async function rewriting(
  camera: ScriptedOnvif,
  change: Rewritten,
  { staysOpen = false } = {},
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    let asked = "";
    socket.on("data", (chunk: Buffer) => {
      asked += chunk.toString("utf8");
      const at = asked.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(asked)?.[1] ?? 0);
      if (at < 0 || Buffer.byteLength(asked.slice(at + 4)) < length) return;
      const [request, body] = [asked, asked.slice(at + 4)];
      asked = "";
      void answered(camera.url, request, body).then(({ status, text }) => {
        const head = `HTTP/1.1 ${status} OK\r\nContent-Type: application/soap+xml\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n`;
        if (staysOpen) socket.write(change(head, text));
        else socket.end(change(head, text));
      });
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/onvif/device_service`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answered(url: string, request: string, body: string) {
  const path = /POST (\S+)/.exec(request)?.[1] ?? "/";
  const authorization = /authorization: (.*)\r\n/i.exec(request)?.[1];
  const answer = await fetch(new URL(path, url), {
    method: "POST",
    body,
    headers: authorization ? { authorization } : {},
  });
  return { status: answer.status, text: await answer.text() };
}
