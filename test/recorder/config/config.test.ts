import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { helpText, parseCommandLine } from "#recorder/config/cli.ts";
import { type ConfigSources, loadConfig, printableConfig } from "#recorder/config/config.ts";
import { parseIceServer } from "#recorder/net/ice-server.ts";
import { environmentName, flagName, options } from "#recorder/config/options.ts";

const folder = mkdtempSync(join(tmpdir(), "proscenium-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const load = (sources: Partial<ConfigSources>) =>
  loadConfig({ file: null, environment: {}, flags: new Map(), ...sources });

describe("configuration", () => {
  it("goes defaults < file < environment < flags", () => {
    const port = (sources: Partial<ConfigSources>) => {
      const config = load(sources);
      return config.ok ? config.value.port : config.error;
    };
    const file = '{"port": 1}';
    const environment = { PROSCENIUM_PORT: "2" };
    expect(port({})).toBe(8080);
    expect(port({ file })).toBe(1);
    expect(port({ file, environment })).toBe(2);
    expect(port({ file, environment, flags: new Map([["port", "3"]]) })).toBe(3);
  });

  it("finds a collector of traces as OpenTelemetry's programs do, unless it is told another one", () => {
    const otlp = (sources: Partial<ConfigSources>) => {
      const config = load(sources);
      return config.ok ? config.value.telemetry.otlp : config.error;
    };
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://standard:4318" };
    expect(otlp({})).toBe("");
    expect(otlp({ environment })).toBe("http://standard:4318");
    expect(otlp({ environment, file: '{"telemetry": {"otlp": "http://ours:4318/base"}}' })).toBe(
      "http://ours:4318/base",
    );
    expect(otlp({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: "standard" } })).toEqual([
      expect.stringContaining("telemetry.otlp"),
    ]);
  });

  it("reads nested and dotted names, lists, and secrets from files", () => {
    const secret = join(folder, "url");
    writeFileSync(secret, "postgres://u:p@db/x\n");
    const config = load({
      file: JSON.stringify({ http: { "trusted-proxies": ["10.0.0.0/8"] }, "webrtc.ports": "5000-5100" }),
      environment: {
        PROSCENIUM_HTTP_ORIGINS: "https://a.example, https://b.example",
        PROSCENIUM_DATABASE_URL_FILE: secret,
      },
    });
    expect(config).toMatchObject({
      ok: true,
      value: {
        http: { trustedProxies: ["10.0.0.0/8"], origins: ["https://a.example", "https://b.example"] },
        webrtc: { ports: "5000-5100" },
        database: { url: "postgres://u:p@db/x" },
      },
    });
  });

  it.each([
    ['{"prot": 1}', "unknown setting prot"],
    ['{"http": {"nonsense": 1}}', "unknown setting http.nonsense"],
    ['{"port": "many"}', "port is not a port"],
    ['{"port": 70000}', "port is not a port"],
    ["[]", "an object is expected"],
    ["{", "config file"],
    ['{"tls": {"cert": "/x"}}', "tls: both cert and key are needed"],
    ['{"tls": {"cert": "/no/such", "key": "/no/such"}}', "tls: no such file /no/such"],
    ['{"tls": {"cert": "package.json", "key": "package.json"}}', "tls.cert: package.json is no certificate in PEM"],
    ['{"webrtc": {"ports": "9-1"}}', "webrtc.ports"],
    ['{"http": {"origins": ["https://a.example/path"]}}', "not an origin"],
    ['{"database": {"url": "mysql://x"}}', "database.url"],
    ['{"mail": {"language": "fr"}}', "mail.language: en, de, ja"],
    ['{"edition": "mirror"}', "edition: standalone, aggregator or relay"],
    ['{"edition": "relay", "relay": {"recorder": "http://r"}}', "relay.token: printable ASCII"],
    ['{"edition": "relay", "relay": {"token": "a-secret-of-this-test-1234"}}', "relay.recorder: http(s)://"],
    [
      '{"edition": "relay", "relay": {"token": "a-secret-of-this-test-1234", "recorder": ["http://a", "b"]}}',
      "relay.recorder: http(s)://",
    ],
    ['{"relay": {"token": "too-short"}}', "relay.token: at least 20 characters"],
    ['{"relay": {"address": "https://Relay.example/path"}}', "relay.address: an origin in small letters"],
    ['{"nats": {"servers": ["nats://n:4222"]}}', "nats.servers: only for aggregators"],
    ['{"edition": "aggregator", "nats": {"servers": ["nats://n:4222"]}}', "that share a database (database.url)"],
    ['{"nats": {"servers": ["n:4222"]}}', "nats.servers: nats://HOST:PORT or tls://HOST:PORT"],
    ['{"nats": {"servers": ["nats://me:secret@n:4222"]}}', "without a login (nats.credentials"],
    ['{"nats": {"servers": ["nats://n:4222", "tls://m:4222"]}}', "nats.servers: all with TLS"],
    ['{"nats": {"credentials": "/nowhere/wall.creds"}}', "nats: no such file /nowhere/wall.creds"],
    ['{"nats": {"replicas": 6}}', "nats.replicas: 1 to 5"],
    ['{"telemetry": {"otlp": "collector:4318"}}', "telemetry.otlp: http(s)://HOST:PORT"],
    ['{"telemetry": {"otlp": "https://me:secret@collector"}}', "without a login (OTEL_EXPORTER_OTLP_HEADERS"],
  ])("says what is wrong in %s", (file, words) => {
    const config = load({ file });
    expect(config.ok ? "" : config.error.join("\n")).toContain(words);
  });

  it("prints itself with its secrets masked", () => {
    const config = load({
      file: JSON.stringify({
        database: { url: "postgres://u:canary@db/x" },
        metrics: { token: "canary" },
        relay: { token: "canary-canary-canary" },
        webrtc: { ice: ["turn:user:canary@turn.example:3478"] },
      }),
    });
    const text = config.ok ? printableConfig(config.value) : "";
    expect(text).toContain('"token": "***"');
    expect(text).not.toContain("canary");
  });

  it("has a flag and a variable for every setting, all in the help", () => {
    const help = helpText();
    for (const { key } of options) {
      expect(help).toContain(flagName(key));
      expect(help).toContain(environmentName(key));
    }
  });
});

describe("the command line", () => {
  it("reads flags in both forms and switches off by --no-", () => {
    const line = parseCommandLine(["--data", "/d", "--port=9", "--no-demo", "--config", "c.json"]);
    expect(line.ok && [...line.value.flags]).toEqual([
      ["data", "/d"],
      ["port", "9"],
      ["demo", "false"],
    ]);
    expect(line.ok && line.value.configFile).toBe("c.json");
  });

  it.each([
    ["--nonsense", { code: "unknown-argument", argument: "--nonsense" }],
    ["--no-port", { code: "unknown-argument", argument: "--no-port" }],
    ["stray", { code: "unknown-argument", argument: "stray" }],
    ["--port", { code: "value-missing", flag: "--port" }],
    ["--restore --replace", { code: "file-missing", flag: "--restore" }],
    ["--replace", { code: "replace-without-restore" }],
    ["--capture-camera rtsp://a", { code: "capture-incomplete" }],
    ["--capture-camera http://a f", { code: "capture-address" }],
    ["--capture-camera rtsp://a f --capture-seconds 601", { code: "capture-seconds", mostS: 600 }],
    ["--capture-camera rtsp://a f --port", { code: "unknown-beside-capture", argument: "--port" }],
  ])("refuses %s", (words, error) => {
    expect(parseCommandLine(words.split(" "))).toEqual({ ok: false, error });
  });
});

it("reads ICE servers", () => {
  expect(parseIceServer("stun:stun.example")).toEqual({ type: "stun", host: "stun.example", port: 3478 });
  expect(parseIceServer("turn:me:se:cr@t@10.0.0.1:99")).toEqual({
    type: "turn",
    host: "10.0.0.1",
    port: 99,
    username: "me",
    credential: "se:cr@t",
  });
  expect(parseIceServer("turn:turn.example")).toBeNull();
  expect(parseIceServer("http://x")).toBeNull();
});
