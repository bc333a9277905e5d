/** Where a server of either edition listens, and the cookie name under which browsers keep its session. */
import type { FastifyInstance } from "fastify";
import type { Config } from "#recorder/config/config-shape.ts";

type Place = Pick<Config, "host" | "port" | "tls">;

/** Starts to listen; returns scheme://host:port as it can be opened on this machine. Throws when it cannot listen. */
export async function listen(app: FastifyInstance, config: Place): Promise<string> {
  await app.listen({ host: config.host, port: config.port });
  const address = app.server.address();
  const port = typeof address === "object" && address !== null ? address.port : config.port;
  const host = config.host === "0.0.0.0" || config.host === "::" ? "127.0.0.1" : config.host;
  const scheme = config.tls.cert === "" ? "http" : "https";
  return `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

export const cookieNameOf = ({ tls }: Pick<Config, "tls">): string =>
  tls.cert === "" ? "proscenium_sid" : "__Host-proscenium_sid";
