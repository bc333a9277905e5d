/**
 * Every setting of the recorder, once: the file, the environment, the flags, `--help` and the masks are derived from
 * it.
 */
import { DEFAULT_GROUP } from "#domain/standby/group.ts";

/** `place`: a path or, as JSON, a list of volumes */
type OptionKind = "text" | "port" | "count" | "flag" | "list" | "secret" | "place";

export interface Option {
  /** dotted name in the file */
  readonly key: string;
  readonly kind: OptionKind;
  readonly fallback: string | number | boolean | readonly string[];
  readonly help: string;
}

const option = (key: string, kind: OptionKind, fallback: Option["fallback"], help: string): Option => ({
  key,
  kind,
  fallback,
  help,
});

export const options = [
  option("data", "text", ".data", "folder of everything the recorder keeps (database, key, recordings, logs)"),
  option("host", "text", "0.0.0.0", "address to listen on"),
  option("port", "port", 8080, "HTTP port; 0 = any free one. The documents' default is 80, which needs root"),
  option(
    "edition",
    "text",
    "standalone",
    "standalone: a recorder; aggregator: watches over other recorders and has no cameras of its own; relay: shows the live pictures of a recorder to its viewers (docs/scale.md)",
  ),
  option("name", "text", "Proscenium", "name of this recorder"),
  option("demo", "flag", true, "run demo cameras and register them at the first start"),
  option(
    "recordings",
    "place",
    "",
    "folder of the recordings, empty = recordings in the data folder; or a list of volumes (docs/storage.md)",
  ),
  option("tls.cert", "text", "", "PEM file of the certificate chain: HTTPS instead of HTTP"),
  option("tls.key", "text", "", "PEM file of its key"),
  option("database.url", "secret", "", "postgres://... instead of the SQLite file in the data folder"),
  option(
    "nats.servers",
    "list",
    [],
    "NATS servers with JetStream that bring what aggregators of one database tell one another: nats://HOST:4222 or tls://HOST:4222; empty = PostgreSQL does",
  ),
  option(
    "nats.credentials",
    "text",
    "",
    "file by which to sign in there: .creds, the seed of an nkey, or USER:PASSWORD",
  ),
  option("nats.ca", "text", "", "PEM file of the authorities of their certificates; empty = those of the system"),
  option("nats.replicas", "count", 1, "NATS servers that keep each message, at most 5: 3 where they are a cluster"),
  option("webrtc.ports", "text", "", "UDP ports for WebRTC as MIN-MAX; empty = any"),
  option("webrtc.bind", "list", [], "addresses to bind for WebRTC; empty = all"),
  option("webrtc.ice", "list", [], "ICE servers: stun:HOST:PORT or turn:USER:PASSWORD@HOST:PORT"),
  option("webrtc.enabled", "flag", true, "offer WebRTC to browsers"),
  option("rtsp.enabled", "flag", true, "serve every stream to RTSP players (rtsp://.../service/streams/{id}/live)"),
  option("rtsp.port", "port", 554, "RTSP port; 0 = any free one. Where 554 cannot be had, 8554 and 9554 are tried"),
  option(
    "http.base-path",
    "text",
    "",
    "path under which a proxy passes requests on, e.g. /wall; one that removes it needs none",
  ),
  option("http.trusted-proxies", "list", [], "addresses or networks whose X-Forwarded-For is believed"),
  option(
    "http.origins",
    "list",
    [],
    "further origins that may call the API and open its sockets, e.g. https://wall.example",
  ),
  option("http.embed-origins", "list", [], "origins that may show the player in a frame and post credentials to it"),
  option("http.overload-delay", "count", 10_000, "ms by which answers may lag before requests are refused; 0 = never"),
  option("http.requests-per-minute", "count", 6000, "requests of one address per minute; 0 = no limit"),
  option(
    "http.connections-per-address",
    "count",
    256,
    "open connections of one address, sockets included; 0 = no limit",
  ),
  option("login.domain", "flag", false, "user names look like user@domain"),
  option(
    "login.issuer",
    "text",
    "https://accounts.google.com",
    "OpenID Connect issuer of the Google sign-in (with the setting googleClientId)",
  ),
  option(
    "login.authorization",
    "text",
    "https://accounts.google.com/o/oauth2/v2/auth",
    "page of that issuer where browsers sign in",
  ),
  option(
    "login.token-audience",
    "text",
    "",
    "audience (aud) that tokens of the trusted issuer must name; empty = none, but one that they name must be the server's uuid",
  ),
  option("cameras.allowed", "list", [], "networks that cameras may be in; empty = any but this machine and link-local"),
  option("cameras.allow-loopback", "flag", false, "allow cameras on this machine"),
  option(
    "servers.allowed",
    "list",
    [],
    "networks that an aggregator's servers may be in; empty = any but this machine and link-local",
  ),
  option("servers.allow-loopback", "flag", false, "allow an aggregator's servers on this machine"),
  option("mail.language", "text", "en", "language of the mails that an aggregator sends: en, de, ja"),
  option(
    "ptz.presets-by-operators",
    "flag",
    false,
    "everybody who may move a camera may save and delete its presets (for pages that embed the player with manage-ptz-presets)",
  ),
  option(
    "ptz.hold",
    "count",
    60,
    "seconds for which a camera stays with who has moved it by hand: its tour waits and others cannot move it; 0 = not at all",
  ),
  option(
    "activation.url",
    "text",
    "",
    "activation service for licences (https://...), on this machine only as localhost or 127.0.0.1; empty = offline keys only",
  ),
  option("activation.portal", "text", "", "page where offline keys are made; the client adds machine_id and bid"),
  option("activation.brand", "text", "proscenium", "brand id that the portal is told as bid"),
  option("activation.keys", "list", [], "further Ed25519 public keys (base64 of 32 bytes) that may sign licences"),
  option("apps", "text", "", "folder of plugins, each with a manifest.json; empty = apps in the data folder"),
  option("metrics.token", "secret", "", "bearer token that opens /metrics; empty = administrators only"),
  option("metrics.port", "port", 0, "own port for /metrics and the health pages without a token; 0 = none"),
  option("metrics.host", "text", "127.0.0.1", "address of that port"),
  option(
    "relay.token",
    "secret",
    "",
    "secret of at least 20 characters that a recorder and its relays share; empty = the recorder takes no relays",
  ),
  option(
    "relay.recorder",
    "list",
    [],
    "relay: address of its recorder, e.g. https://recorder.example:8080, or of several that have its token",
  ),
  option(
    "relay.address",
    "text",
    "",
    "relay: origin at which browsers reach it, e.g. https://relay.example:8080; empty = the name of its machine and its port",
  ),
  option(
    "standby.role",
    "text",
    "",
    "recorders that stand in for one another: owner (others record its cameras while it is away), standby (records those of owners that are away), mirror (records those of all owners all the time); empty = none (docs/scale.md)",
  ),
  option("standby.group", "text", DEFAULT_GROUP, "name of the group: its standbys stand in for its owners"),
  option("standby.database", "secret", "", "postgres://... of the database in which the recorders of a group meet"),
  option("standby.secret", "secret", "", "secret of at least 20 characters that all recorders of a group share"),
  option(
    "standby.address",
    "text",
    "",
    "address at which the other recorders of the group reach this one, e.g. https://recorder.example:8080",
  ),
  option(
    "telemetry.otlp",
    "text",
    "",
    "address of a collector of traces (OTLP over HTTP, e.g. http://localhost:4318); empty = none, or OTEL_EXPORTER_OTLP_ENDPOINT",
  ),
  option(
    "media.workers",
    "count",
    1,
    "processes that receive, record and show cameras, among which the cameras are divided, at most 64",
  ),
  option(
    "analysis.workers",
    "count",
    0,
    "analysis processes, among which the cameras are divided, at most 64, and at least one for each of media.workers; 0 = half as many as the machine has processors",
  ),
  option(
    "processes.cpu",
    "list",
    [],
    "processors that a process of the recorder may use, e.g. analysis=1.5,export=1; a process that is not named may use all",
  ),
  option(
    "processes.memory",
    "list",
    [],
    "MiB of memory that a process may hold, e.g. media=4096; a process that is not named has a share of the machine's",
  ),
  option("log.level", "text", "info", "trace, debug, info, warn, error"),
  option("log.console", "text", "text", "what goes to the console: text (warnings), json (everything), none"),
] as const satisfies readonly Option[];

/** PROSCENIUM_ and the key in capitals: http.trusted-proxies is PROSCENIUM_HTTP_TRUSTED_PROXIES. */
export const environmentName = (key: string): string => `PROSCENIUM_${key.replaceAll(/[.-]/g, "_").toUpperCase()}`;

/** --http-trusted-proxies; a flag that is on by default is switched off by --no-... */
export const flagName = (key: string): string => `--${key.replaceAll(".", "-")}`;
