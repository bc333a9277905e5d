/** Spans by OpenTelemetry, sent in batches by OTLP over HTTP. This file is loaded only where an operator has asked for traces. */
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace, type Tracer } from "@opentelemetry/api";
import { ExportResultCode, parseTraceParent } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from "@opentelemetry/sdk-trace";
import type { Log } from "#recorder/core/log.ts";
import type { CallTracing } from "./traced-calls.ts";

const PATH = "/v1/traces";
/** A collector that does not answer shall not keep a server from stopping. */
const LAST_BATCH_MS = 2000;

interface Parts {
  /** base address of the collector, or the whole one with /v1/traces */
  readonly otlp: string;
  readonly edition: string;
  readonly version: string;
  /** tells several recorders apart */
  readonly instance: string;
  readonly log: Pick<Log, "info" | "warn">;
}

export function openTracing(parts: Parts): CallTracing & { close(): Promise<void> } {
  const base = parts.otlp.replace(/\/+$/, "");
  const exporter = new OTLPTraceExporter({ url: base.endsWith(PATH) ? base : base + PATH });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": `proscenium-${parts.edition === "aggregator" ? "aggregator" : "recorder"}`,
      "service.version": parts.version,
      "service.instance.id": parts.instance,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter: tellsOfTrouble(exporter, parts.log) })],
  });
  const tracer = provider.getTracer("proscenium", parts.version);
  return {
    begin: (method, traceparent) => begin(tracer, method, traceparent),
    async close() {
      const waited = new Promise<void>((resolve) => setTimeout(resolve, LAST_BATCH_MS).unref());
      // Why the last spans did not get there was told of.
      await Promise.race([provider.shutdown().catch(() => undefined), waited]);
    },
  };
}

function begin(tracer: Tracer, method: string, traceparent: string | undefined): ReturnType<CallTracing["begin"]> {
  const parent = traceparent === undefined ? null : parseTraceParent(traceparent);
  const context = parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
  const attributes = { "http.request.method": method };
  const span: Span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, context);
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`,
    end({ route, status }) {
      if (route !== undefined) {
        span.updateName(`${method} ${route}`);
        span.setAttribute("http.route", route);
      }
      if (status !== null) span.setAttribute("http.response.status_code", status);
      const error = status === null ? "aborted" : status >= 500 ? String(status) : null;
      if (error !== null) {
        span.setAttribute("error.type", error);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

/** A collector that is away is told of once, and once when it is back: spans are dropped meanwhile, and nothing waits for it. */
function tellsOfTrouble(exporter: OTLPTraceExporter, log: Parts["log"]): SpanExporter {
  let isAway = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const isNow = result.code !== ExportResultCode.SUCCESS;
        if (isNow && !isAway) log.warn({ err: result.error }, "traces do not reach their collector, and are dropped");
        if (!isNow && isAway) log.info("traces reach their collector again");
        isAway = isNow;
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}
