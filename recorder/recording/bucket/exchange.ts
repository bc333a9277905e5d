/** One HTTP request and its answer. A body of megabytes is sent as it is: `fetch` copies it twice. */
import { Agent as HttpAgent, type IncomingHttpHeaders, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}
interface Ask {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
  /** each of them ends the request */
  readonly signals: readonly AbortSignal[];
}

/** No answer that we ask for is larger. */
const MOST_BYTES = 64 * 1024 * 1024;
const KEPT = { keepAlive: true, maxSockets: 16, timeout: 30_000 };
const plain = new HttpAgent(KEPT);
const secure = new HttpsAgent(KEPT);

/** Rejects with what the network says, or with the reason of a signal. */
export async function exchange(url: URL, ask: Ask): Promise<Answer> {
  const signal = AbortSignal.any([...ask.signals]);
  try {
    return await once(url, ask, signal);
  } catch (error) {
    // The service closed a kept connection at the very moment at which it was used again.
    if (!(error instanceof StaleConnection) || signal.aborted) throw error;
    return once(url, ask, signal);
  }
}

class StaleConnection extends Error {}

function once(url: URL, { method, headers, body }: Ask, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = {
      method,
      signal,
      headers: { ...headers, ...(body === undefined ? {} : { "content-length": String(body.length) }) },
    };
    const sent =
      url.protocol === "https:"
        ? httpsRequest(url, { ...options, agent: secure })
        : httpRequest(url, { ...options, agent: plain });
    const fail = (error: Error): void => reject(signal.aborted ? (signal.reason as Error) : error);
    sent.on("error", (error) => {
      const isStale = sent.reusedSocket && "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");
      fail(isStale ? new StaleConnection(error.message) : error);
    });
    sent.on("response", (answer) => {
      const pieces: Buffer[] = [];
      let bytes = 0;
      answer.on("data", (piece: Buffer) => {
        bytes += piece.length;
        if (bytes > MOST_BYTES) answer.destroy(new Error("the answer is too long"));
        else pieces.push(piece);
      });
      answer.on("error", fail);
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(pieces) }),
      );
    });
    sent.end(body);
  });
}
