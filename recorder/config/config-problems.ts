/** Settings that can be read but cannot be right. */
import { existsSync } from "node:fs";
import { LANGUAGES } from "#domain/texts/languages.ts";
import type { Config } from "./config-shape.ts";
import { shareProblems } from "./process-shares.ts";
import { portsOfProcess } from "./rtc-ports.ts";
import { readCertificate } from "#recorder/net/certificate-files.ts";
import { parseIceServer } from "#recorder/net/ice-server.ts";

/** More than any machine that records has use for. */
const MOST_WORKERS = 64;
const ORIGIN = /^https?:\/\/[a-z0-9.[\]:-]+$/;

/** One line each; empty when all is well. */
export function problemsOf(config: Config): string[] {
  const problems: string[] = [];
  if (!["standalone", "aggregator", "relay"].includes(config.edition))
    problems.push("edition: standalone, aggregator or relay");
  for (const one of [...config.http.origins, ...config.http.embedOrigins]) {
    if (!ORIGIN.test(one)) problems.push(`not an origin in small letters: ${one}`);
  }
  problems.push(...relayProblems(config), ...natsProblems(config), ...standbyProblems(config));
  if (!/^(\/[\w.~-]+)*$/.test(config.http.basePath)) problems.push("http.base-path: a path like /wall expected");
  if (!["trace", "debug", "info", "warn", "error"].includes(config.log.level))
    problems.push("log.level: unknown level");
  if (!["text", "json", "none"].includes(config.log.console)) problems.push("log.console: text, json or none");
  if (!LANGUAGES.includes(config.mail.language)) problems.push(`mail.language: ${LANGUAGES.join(", ")}`);
  if ((config.tls.cert === "") !== (config.tls.key === "")) problems.push("tls: both cert and key are needed");
  else if (config.tls.cert !== "") {
    const certificate = readCertificate(config.tls);
    if (!certificate.ok) problems.push(certificate.error);
  }
  const ports = /^(\d{1,5})-(\d{1,5})$/.exec(config.webrtc.ports);
  if (config.webrtc.ports !== "" && !(ports && Number(ports[1]) <= Number(ports[2]) && Number(ports[2]) < 65536)) {
    problems.push("webrtc.ports: MIN-MAX");
  }
  for (const one of config.webrtc.ice)
    if (!parseIceServer(one)) problems.push(`webrtc.ice: cannot read ${one.replace(/:.*@/, ":***@")}`);
  for (const key of ["url", "portal"] as const) {
    const address = config.activation[key];
    if (address !== "" && !(URL.canParse(address) && /^https?:/.test(address)))
      problems.push(`activation.${key}: http(s)://... expected`);
  }
  for (const key of ["issuer", "authorization"] as const)
    if (!(URL.canParse(config.login[key]) && /^https?:/.test(config.login[key])))
      problems.push(`login.${key}: http(s)://... expected`);
  for (const key of config.activation.keys)
    if (Buffer.from(key, "base64").length !== 32) problems.push("activation.keys: 32 bytes in base64 expected");
  if (config.database.url !== "" && !/^postgres(ql)?:\/\//.test(config.database.url)) {
    problems.push("database.url: postgres://... expected");
  }
  const { otlp } = config.telemetry;
  if (otlp !== "" && !/^https?:\/\/[^\s/?#@]+(\/[^\s?#@]*)?$/.test(otlp))
    problems.push("telemetry.otlp: http(s)://HOST:PORT expected, without a login (OTEL_EXPORTER_OTLP_HEADERS has it)");
  if (config.analysis.workers > MOST_WORKERS) problems.push(`analysis.workers: at most ${MOST_WORKERS} expected`);
  const { workers } = config.media;
  if (workers < 1 || workers > MOST_WORKERS) problems.push(`media.workers: 1 to ${MOST_WORKERS} expected`);
  else if (ports && portsOfProcess(config.webrtc.ports, 0, workers) === null)
    problems.push(`webrtc.ports: at least ${workers} expected, one for each of media.workers`);
  return [
    ...problems,
    ...shareProblems("cpu", config.processes.cpu),
    ...shareProblems("memory", config.processes.memory),
  ];
}

/** NATS has the stream of messages on at most so many of its servers. */
const MOST_REPLICAS = 5;

function natsProblems({ edition, database, nats }: Config): string[] {
  const problems: string[] = [];
  const isNamed = nats.servers.length > 0;
  if (isNamed && (edition !== "aggregator" || database.url === ""))
    problems.push("nats.servers: only for aggregators that share a database (database.url)");
  if (nats.servers.some((one) => !/^(nats|tls):\/\/[^\s/?#@]+$/.test(one)))
    problems.push(
      "nats.servers: nats://HOST:PORT or tls://HOST:PORT expected, without a login (nats.credentials has it)",
    );
  if (new Set(nats.servers.map((one) => one.split(":")[0])).size > 1)
    problems.push("nats.servers: all with TLS (tls://), or all without (nats://)");
  for (const path of [nats.credentials, nats.ca])
    if (path !== "" && !existsSync(path)) problems.push(`nats: no such file ${path}`);
  if (nats.replicas < 1 || nats.replicas > MOST_REPLICAS)
    problems.push(`nats.replicas: 1 to ${MOST_REPLICAS} expected`);
  return problems;
}

/** Shorter ones can be guessed. */
const LEAST_KEY_CHARACTERS = 20;

function relayProblems({ edition, relay }: Config): string[] {
  const problems: string[] = [];
  const isRelay = edition === "relay";
  if ((isRelay || relay.token !== "") && !/^[\x21-\x7e]+$/.test(relay.token))
    problems.push("relay.token: printable ASCII without spaces expected");
  else if (relay.token !== "" && relay.token.length < LEAST_KEY_CHARACTERS)
    problems.push(`relay.token: at least ${LEAST_KEY_CHARACTERS} characters expected`);
  const isAddress = (text: string): boolean => URL.canParse(text) && /^https?:/.test(text);
  if (isRelay && !(relay.recorders.length > 0 && relay.recorders.every(isAddress)))
    problems.push("relay.recorder: http(s)://... expected");
  if (relay.address !== "" && !ORIGIN.test(relay.address))
    problems.push("relay.address: an origin in small letters expected, e.g. https://relay.example:8080");
  return problems;
}

function standbyProblems({ edition, standby: { role, group, database, secret, address } }: Config): string[] {
  if (role === "") return [];
  const problems: string[] = [];
  if (!["owner", "standby", "mirror"].includes(role)) problems.push("standby.role: owner, standby or mirror expected");
  if (edition !== "standalone") problems.push("standby.role: only of a recorder (edition standalone)");
  if (!/^[\w-]{1,64}$/.test(group)) problems.push("standby.group: 1 to 64 letters, digits, _ or - expected");
  if (!/^postgres(ql)?:\/\//.test(database)) problems.push("standby.database: postgres://... expected");
  if (secret.length < LEAST_KEY_CHARACTERS)
    problems.push(`standby.secret: at least ${LEAST_KEY_CHARACTERS} characters expected`);
  if (!URL.canParse(address) || !/^https?:/.test(address)) problems.push("standby.address: http(s)://... expected");
  return problems;
}
