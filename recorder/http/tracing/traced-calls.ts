/**
 * Each call that is answered here has a span, in the trace that its `traceparent` (W3C) names, or in a new one. Whoever the call is
 * passed on to is named this span as its parent: an aggregator's proxy sends the header on, and the recorder's span hangs below.
 */
import type { FastifyInstance } from "fastify";
import type { IncomingHttpHeaders } from "node:http";

interface CallEnd {
  /** the pattern of its route; absent: there is none such */
  readonly route: string | undefined;
  /** null: the caller went away before the answer */
  readonly status: number | null;
}

interface CallSpan {
  /** names this span to whom the call is passed on to */
  readonly traceparent: string;
  end(how: CallEnd): void;
}

export interface CallTracing {
  begin(method: string, traceparent: string | undefined): CallSpan;
}

/** Monitoring asks these every few seconds, so they are not traced. */
const PROBES = new Set(["/livez", "/readyz", "/ping", "/metrics"]);

export function traceCalls(app: FastifyInstance, tracing: CallTracing): void {
  app.addHook("onRequest", (request, reply, done) => {
    const route = request.routeOptions.url;
    if (route === undefined || !PROBES.has(route)) {
      const end = beginCall(tracing, request.method, request.raw.headers);
      reply.raw.once("close", () => end({ route, status: reply.raw.headersSent ? reply.raw.statusCode : null }));
    }
    done();
  });
}

/** Begins the span of a call with these headers, which name it as parent from now on. The returned function ends it. */
export function beginCall(tracing: CallTracing, method: string, headers: IncomingHttpHeaders): (how: CallEnd) => void {
  const { traceparent } = headers;
  const span = tracing.begin(method, typeof traceparent === "string" ? traceparent : undefined);
  headers.traceparent = span.traceparent;
  return (how) => span.end(how);
}
