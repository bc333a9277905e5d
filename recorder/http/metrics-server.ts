/** Figures and health on an address of their own. */
import { createServer } from "node:http";
import { inBackground } from "#recorder/core/background.ts";
import { areWell } from "./readiness-checks.ts";
import { LATER_S } from "./refusals.ts";
import type { CommonServices } from "./services.ts";

/** Figures and health on an address of their own, for a scraper in the same network. Resolves with what closes it. */
export async function listenMetrics(
  services: Pick<CommonServices, "config" | "log" | "metrics" | "readiness">,
): Promise<() => Promise<void>> {
  const { host, port } = services.config.metrics;
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const path = (request.url ?? "").split("?")[0];
      if (path === "/metrics") {
        const { type, text } = await services.metrics.print();
        response.setHeader("content-type", type).end(text);
      } else if (path === "/livez") response.end("ok");
      else if (path === "/readyz") {
        const checks = await services.readiness();
        response.statusCode = areWell(checks) ? 200 : 503;
        if (response.statusCode === 503) response.setHeader("retry-after", LATER_S);
        response.setHeader("content-type", "application/json").end(JSON.stringify({ checks }));
      } else {
        response.statusCode = 404;
        response.end();
      }
    };
    inBackground(services.log, "a question about figures", answer());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return () => new Promise((resolve) => server.close(() => resolve()));
}
