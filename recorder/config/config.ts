/**
 * Configuration: defaults < file < environment < flags. Anything unknown or malformed is an error that names its place.
 */
import { existsSync, readFileSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { fail, ok, type Result } from "#base/result.ts";
import type { VolumeSpec } from "#domain/recordings/volume.ts";
import type { Language } from "#domain/texts/languages.ts";
import { problemsOf } from "./config-problems.ts";
import type { Config, Edition } from "./config-shape.ts";
import { environmentName, flagName, type Option, options } from "./options.ts";
import { isVolumeList, readVolumes } from "./volumes.ts";

type Value = string | number | boolean | readonly string[];
type Values = Map<string, Value>;
/** The name by which OpenTelemetry's programs find their collector. Our own setting goes before it. */
const COLLECTOR = "OTEL_EXPORTER_OTLP_ENDPOINT";
const known = new Map<string, Option>(options.map((option) => [option.key, option]));

export interface ConfigSources {
  /** the text of the JSON file, null without a file */
  readonly file: string | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** flags by key */
  readonly flags: ReadonlyMap<string, string>;
}

/** Reads the four sources; returns all problems at once, one line each. */
export function loadConfig({ file, environment, flags }: ConfigSources): Result<Config, readonly string[]> {
  const problems: string[] = [];
  const values: Values = new Map(options.map((option) => [option.key, option.fallback]));
  let volumes: readonly VolumeSpec[] = [];
  const put = (key: string, raw: unknown, place: string): void => {
    const option = known.get(key);
    if (!option) {
      problems.push(`${place}: unknown setting ${key}`);
      return;
    }
    if (option.kind === "place") {
      const isList = typeof raw !== "string" || isVolumeList(raw);
      const list = isList ? readVolumes(raw) : ok([]);
      volumes = list.ok ? list.value : [];
      if (!list.ok) problems.push(...list.error.map((line) => `${place}: ${line}`));
      if (isList) return;
    }
    const value = read(option, raw);
    if (value === null) problems.push(`${place}: ${key} is not a ${option.kind}`);
    else values.set(key, value);
  };
  const collector = environment[COLLECTOR] ?? "";
  if (collector !== "") put("telemetry.otlp", collector, COLLECTOR);
  if (file !== null) {
    const given = parseJson(file);
    if (!isGroup(given.value)) problems.push(`config file: ${given.syntaxError ?? "an object is expected"}`);
    else for (const [key, raw] of flatten(given.value)) put(key, raw, "config file");
  }
  for (const { key } of options) {
    const name = environmentName(key);
    const path = environment[`${name}_FILE`];
    if (path !== undefined) {
      if (existsSync(path)) put(key, readFileSync(path, "utf8").trim(), `${name}_FILE`);
      else problems.push(`${name}_FILE: no such file ${path}`);
    }
    const raw = environment[name];
    if (raw !== undefined && raw !== "") put(key, raw, name);
  }
  for (const [key, raw] of flags) put(key, raw, flagName(key));
  // A value that could not be read gets its default here, so that the remaining mistakes are reported in the same run.
  const config = build(values, volumes);
  const wrong = [...problems, ...problemsOf(config)];
  return wrong.length > 0 ? fail(wrong) : ok(config);
}

/** Where an edition keeps its tables: the two editions never share a file. */
export const databaseOf = ({ edition, data, database }: Config): { readonly file: string; readonly url: string } => ({
  file: join(data, edition === "aggregator" ? "aggregator.db" : "recorder.db"),
  url: database.url,
});

/** Whether several servers may work on the same database. */
export const isShared = ({ edition, database }: Config): boolean => edition === "aggregator" && database.url !== "";

/** The settings as a nested object for `--print-config`; secrets that are set become `***`. */
export function printableConfig(config: Config): string {
  return JSON.stringify(
    config,
    (key, value: unknown) => {
      if (["token", "url", "secret", "database"].includes(key) && typeof value === "string")
        return value === "" ? "" : "***";
      if (key === "ice" && Array.isArray(value)) {
        return value.map((one) => String(one).replace(/^turn:.*@/, "turn:***@"));
      }
      return value;
    },
    2,
  );
}

function build(values: Values, volumes: readonly VolumeSpec[]): Config {
  const text = (key: string): string => String(values.get(key) ?? "");
  const number = (key: string): number => Number(values.get(key));
  const flag = (key: string): boolean => values.get(key) === true;
  const list = (key: string): readonly string[] => {
    const value = values.get(key);
    return Array.isArray(value) ? value : [];
  };
  const data = resolve(text("data"));
  const inData = (path: string, name: string): string =>
    path === "" ? join(data, name) : isAbsolute(path) ? path : resolve(path);
  return {
    edition: text("edition") as Edition,
    data,
    host: text("host"),
    port: number("port"),
    name: text("name"),
    demo: flag("demo"),
    // No volume that fails may take the index along: that of a list lies beside the settings.
    recordings: volumes.length > 0 ? data : inData(text("recordings"), "recordings"),
    volumes,
    tls: { cert: text("tls.cert"), key: text("tls.key") },
    database: { url: text("database.url") },
    nats: {
      servers: list("nats.servers"),
      credentials: text("nats.credentials"),
      ca: text("nats.ca"),
      replicas: number("nats.replicas"),
    },
    webrtc: {
      enabled: flag("webrtc.enabled"),
      ports: text("webrtc.ports"),
      bind: list("webrtc.bind"),
      ice: list("webrtc.ice"),
    },
    rtsp: { enabled: flag("rtsp.enabled"), port: number("rtsp.port") },
    http: {
      basePath: text("http.base-path").replace(/\/+$/, ""),
      trustedProxies: list("http.trusted-proxies"),
      origins: list("http.origins"),
      embedOrigins: list("http.embed-origins"),
      overloadDelayMs: number("http.overload-delay"),
      requestsPerMinute: number("http.requests-per-minute"),
      connectionsPerAddress: number("http.connections-per-address"),
    },
    login: {
      domain: flag("login.domain"),
      issuer: text("login.issuer").replace(/\/+$/, ""),
      authorization: text("login.authorization"),
      tokenAudience: text("login.token-audience"),
    },
    cameras: { allowed: list("cameras.allowed"), allowLoopback: flag("cameras.allow-loopback") },
    servers: { allowed: list("servers.allowed"), allowLoopback: flag("servers.allow-loopback") },
    mail: { language: text("mail.language") as Language },
    ptz: { presetsByOperators: flag("ptz.presets-by-operators"), holdMs: 1000 * number("ptz.hold") },
    activation: {
      url: text("activation.url").replace(/\/+$/, ""),
      portal: text("activation.portal"),
      brand: text("activation.brand"),
      keys: list("activation.keys"),
    },
    apps: inData(text("apps"), "apps"),
    metrics: { token: text("metrics.token"), port: number("metrics.port"), host: text("metrics.host") },
    relay: {
      token: text("relay.token"),
      recorders: list("relay.recorder").map((address) => address.replace(/\/+$/, "")),
      address: text("relay.address").replace(/\/+$/, ""),
    },
    standby: {
      role: text("standby.role") as Config["standby"]["role"],
      group: text("standby.group"),
      database: text("standby.database"),
      secret: text("standby.secret"),
      address: text("standby.address").replace(/\/+$/, ""),
    },
    telemetry: { otlp: text("telemetry.otlp") },
    media: { workers: number("media.workers") },
    analysis: { workers: number("analysis.workers") },
    processes: { cpu: list("processes.cpu"), memory: list("processes.memory") },
    log: {
      level: text("log.level") as Config["log"]["level"],
      console: text("log.console") as Config["log"]["console"],
    },
  };
}

function read(option: Option, raw: unknown): Value | null {
  switch (option.kind) {
    case "text":
    case "secret":
    case "place":
      return typeof raw === "string" ? raw : null;
    case "port":
    case "count": {
      const number = typeof raw === "number" ? raw : typeof raw === "string" && /^\d+$/.test(raw) ? Number(raw) : -1;
      const top = option.kind === "port" ? 65_535 : 1e9;
      return Number.isInteger(number) && number >= 0 && number <= top ? number : null;
    }
    case "flag":
      if (typeof raw === "boolean") return raw;
      if (raw === "true" || raw === "1" || raw === "") return true;
      return raw === "false" || raw === "0" ? false : null;
    case "list": {
      if (typeof raw === "string")
        return raw
          .split(",")
          .map((one) => one.trim())
          .filter((one) => one !== "");
      return Array.isArray(raw) && raw.every((one) => typeof one === "string") ? raw : null;
    }
  }
}

/** `syntaxError`: the parser's own words, which name the place; the value is null then. */
function parseJson(text: string): { readonly value: unknown; readonly syntaxError?: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { value: null, syntaxError: error instanceof Error ? error.message : String(error) };
  }
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function* flatten(object: Record<string, unknown>, prefix = ""): Generator<[string, unknown]> {
  for (const [name, value] of Object.entries(object)) {
    const key = prefix + name;
    if (isGroup(value) && !known.has(key)) yield* flatten(value, `${key}.`);
    else yield [key, value];
  }
}
