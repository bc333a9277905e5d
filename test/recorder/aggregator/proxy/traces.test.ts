import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterEach, expect, it, vi } from "vitest";
import { ok } from "#base/result.ts";
import { openTracing } from "#recorder/http/tracing/otlp-tracing.ts";
import { PASSWORD } from "#test/recorder/aggregator/support/aggregator-house.ts";
import { echoViewers, LinkedHouses } from "#test/recorder/aggregator/support/linked-houses.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

interface Value {
  readonly stringValue?: string;
  readonly intValue?: number;
}
interface Received {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: Value }[];
}

/** So many spans are sent at once, without waiting for others. */
const BATCH = 512;

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** What collects traces: an OTLP receiver over HTTP that keeps all spans. */
async function collector() {
  const spans: Received[] = [];
  const asked: string[] = [];
  let text = "";
  let answer = 200;
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      asked.push(`${request.method} ${request.url}`);
      text += body;
      const { resourceSpans = [] } = JSON.parse(body) as {
        resourceSpans?: { resource: Pick<Received, "attributes">; scopeSpans: { spans: Received[] }[] }[];
      };
      for (const { resource, scopeSpans } of resourceSpans) {
        const service = resource.attributes.find(({ key }) => key === "service.name")?.value.stringValue ?? "";
        for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ ...span, service })));
      }
      response.writeHead(answer, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, spans, asked, text: () => text, say: (status: number) => (answer = status) };
}

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER = "00f067aa0ba902b7";
const TRACEPARENT = { traceparent: `00-${TRACE}-${CALLER}-01`, tracestate: "secret=of-the-caller" };

/** Of each span in a trace: who answered what, with which status, below whom. */
const told = (spans: readonly Received[], traceId = TRACE) =>
  spans
    .filter((span) => span.traceId === traceId)
    .map(({ service, name, attributes, parentSpanId }) => ({
      service,
      name,
      status: attributes.find(({ key }) => key === "http.response.status_code")?.value.intValue,
      below: spans.find(({ spanId }) => spanId === parentSpanId)?.service ?? parentSpanId,
    }))
    .sort((a, b) => a.service.localeCompare(b.service));

it("a call through an aggregator to a recorder is one trace, with the caller's id, its parents in order; so is a socket", async () => {
  const { url, spans, asked, text } = await collector();
  const { houses, cameras } = await LinkedHouses.open(["Gate"], { "telemetry.otlp": url });
  const viewers = await echoViewers(houses.recorder);
  closers.push(() => viewers.close());
  // A stand-in for the media process, which accepts every viewer.
  vi.spyOn(houses.recorder.services.media, "call").mockImplementation(async () => ok({ answer: "v=0" }) as never);
  const [camera] = cameras;
  if (!camera) throw new Error("no camera");
  const member = "member77";
  await houses.member(member, houses.on(camera, "live"));

  const query = "?sid=a-secret-session&jwt=a-secret-token";
  const shown = await houses.proxied("GET", `/service/cameras/${camera.camera.id}${query}`, {
    as: member,
    headers: TRACEPARENT,
  });
  expect(shown.status).toBe(200);
  const body = { streamId: camera.stream.id };
  const opened = await houses.proxied("POST", "/service/low-bandwidth/streams", { as: member, body });
  const viewId = (opened.json as { id: string }).id;
  const socketTrace = TRACE.replace("4", "5");
  await new Promise<void>((resolve, reject) => {
    const path = houses.proxyPath(`/service/low-bandwidth/streams/${viewId}/ws`);
    const request = httpRequest(houses.aggregator.aggregator.url + path, {
      headers: {
        authorization: houses.aggregator.basic(member),
        traceparent: `00-${socketTrace}-${CALLER}-01`,
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
      },
    });
    request.once("upgrade", (_response, socket) => {
      socket.destroy();
      resolve();
    });
    request.once("response", ({ statusCode }) => reject(new Error(`refused with ${statusCode}`)));
    request.end();
  });
  // The last spans are sent when a server ends.
  await houses.close();

  expect(new Set(asked)).toEqual(new Set(["POST /v1/traces"]));
  expect(told(spans)).toEqual([
    { service: "proscenium-aggregator", name: "GET /fusion/orchid-proxy/:id/*", status: 200, below: CALLER },
    { service: "proscenium-recorder", name: "GET /service/cameras/:id", status: 200, below: "proscenium-aggregator" },
  ]);
  expect(told(spans, socketTrace)).toEqual([
    {
      service: "proscenium-aggregator",
      name: "GET /fusion/orchid-proxy/:id/service/low-bandwidth/streams/:streamId/ws",
      status: 101,
      below: CALLER,
    },
    {
      service: "proscenium-recorder",
      name: "GET /service/low-bandwidth/streams/:id/ws",
      status: 101,
      below: "proscenium-aggregator",
    },
  ]);
  const secrets = [query, "secret", PASSWORD, member, viewId, camera.camera.id, camera.stream.id];
  for (const secret of secrets) expect(text()).not.toContain(secret);
});

it("a call of nobody's trace begins one; what is not a traceparent is none; refusals say their status, probes are left out", async () => {
  const { url, spans } = await collector();
  const house = await TestHouse.open({ "telemetry.otlp": `${url}/v1/traces` });
  await house.ask("GET", "/service/cameras", { as: "admin" });
  await house.ask("GET", "/service/cameras/none", { as: "admin", headers: { traceparent: "00-0-0-01" } });
  await house.ask("GET", "/service/users");
  await house.ask("GET", "/nowhere/at/all");
  for (const probe of ["/livez", "/readyz", "/metrics"]) await house.ask("GET", probe, { as: "admin" });
  await house.close();
  expect(spans.map(({ name, parentSpanId }) => [name, parentSpanId ?? null])).toEqual([
    ["GET /service/cameras", null],
    ["GET /service/cameras/:id", null],
    ["GET /service/users", null],
    ["GET /*", null],
  ]);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(4);
  const statuses = spans.map(({ attributes }) => attributes.find(({ key }) => key === "http.response.status_code"));
  expect(statuses.map((one) => one?.value.intValue)).toEqual([200, 404, 401, 404]);
  expect(spans.map(({ status }) => status.code ?? 0)).toEqual([0, 0, 0, 0]);
});

it("a collector that refuses is told of once, and once when it takes traces again; it keeps no server from stopping", async () => {
  const { url, asked, say } = await collector();
  const told: string[] = [];
  const log = pino({}, { write: (line: string) => told.push((JSON.parse(line) as { msg: string }).msg) });
  const tracing = openTracing({ otlp: url, edition: "standalone", version: "1", instance: "one", log });
  for (const [round, answer] of [400, 400, 200, 200].entries()) {
    say(answer);
    for (let span = 0; span < BATCH; span++) tracing.begin("GET", undefined).end({ route: "/", status: 200 });
    await expect.poll(() => asked.length).toBeGreaterThan(round);
    await expect.poll(() => told.length).toBe(answer === 400 ? 1 : 2);
  }
  expect(told).toEqual(["traces do not reach their collector, and are dropped", "traces reach their collector again"]);
  say(400);
  tracing.begin("GET", undefined).end({ route: "/", status: null });
  await tracing.close();
  expect(asked).toHaveLength(5);
});

it("without a collector nothing is traced, and traces of callers pass on unchanged", async () => {
  const { houses } = await LinkedHouses.open([]);
  closers.push(() => houses.close());
  expect([houses.recorder.services.tracing, houses.aggregator.services.tracing]).toEqual([null, null]);
  const seen: unknown[] = [];
  houses.recorder.recorder.app.server.on("request", ({ headers }) => seen.push(headers["traceparent"]));
  await houses.proxied("GET", "/service/version", { as: "admin", headers: TRACEPARENT });
  expect(seen).toContain(TRACEPARENT.traceparent);
});
