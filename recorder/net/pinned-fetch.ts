import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { type AddressPolicy, ForbiddenAddress, forbiddenLiteral, pinnedLookup } from "./address-policy.ts";

const MAX_ANSWER_BYTES = 1024 * 1024;

interface PinnedRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  /** of further authorities that may have signed the certificate, PEM; empty = those of this machine only */
  readonly ca?: string;
  readonly timeoutMs: number;
}

/**
 * One HTTP request to an address that the policy allows. It follows no redirect, waits no longer than `timeoutMs` for
 * the whole answer and reads at most 1 MiB of it. It throws `ForbiddenAddress` and what Node throws.
 */
export async function pinnedFetch(address: string, ask: PinnedRequest, policy: AddressPolicy): Promise<Response> {
  const url = new URL(address);
  const forbidden = forbiddenLiteral(url.hostname.replaceAll(/^\[|\]$/g, ""), policy);
  if (forbidden !== null) throw new ForbiddenAddress(forbidden);
  const { method, headers, body, ca = "", timeoutMs } = ask;
  const options = { method, headers, lookup: pinnedLookup(policy), signal: AbortSignal.timeout(timeoutMs) };
  return new Promise((resolve, reject) => {
    const sent =
      url.protocol === "https:"
        ? requestHttps(url, { ...options, ...(ca === "" ? {} : { ca: [ca] }), minVersion: "TLSv1.2" })
        : requestHttp(url, options);
    sent.once("error", reject);
    sent.once("response", (answer) => {
      read(answer).then(resolve, reject);
    });
    sent.end(body);
  });
}

async function read(answer: IncomingMessage): Promise<Response> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) throw new Error("the answer is too long");
    chunks.push(chunk);
  }
  const status = answer.statusCode ?? 502;
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  const isEmpty = status === 204 || status === 205 || status === 304;
  return new Response(isEmpty ? null : Buffer.concat(chunks), { status, headers });
}
