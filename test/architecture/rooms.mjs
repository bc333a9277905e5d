/**
 * The recorder's rooms as layers: all may import the three layers that client and recorder share; `may` names other
 * rooms.
 */
const asLayers = (table) =>
  Object.fromEntries(
    Object.entries(table).map(([name, { may = [], npm = [], node = [], holds }]) => [
      name,
      {
        dir: name,
        may: ["base", "domain", "protocol", ...may.map((other) => `recorder/${other}`)],
        npm,
        node,
        lib: ["es2023"],
        types: ["node"],
        holds,
      },
    ]),
  );

export const rooms = asLayers({
  "recorder/formats": {
    holds:
      "bytes of media files and streams: parameter sets, NAL units, Annex B, fragmented MP4, Matroska, G.711; no I/O",
  },
  "recorder/net": {
    holds:
      "where cameras and servers may be and what asks them there, credentials in addresses, troubles of a network, the server's own certificate",
    npm: ["ipaddr.js"],
    node: ["crypto", "dns", "fs", "http", "https", "net", "os", "tls"],
  },
  "recorder/ipc": {
    holds: "typed channels between the processes, and who asks whom for what",
    may: ["formats", "net"],
    node: ["child_process", "fs"],
  },
  "recorder/store": {
    holds:
      "the database of settings and accounts, its schema, its copies, the vault for secrets, and who may use the folder",
    npm: ["@photostructure/sqlite", "kysely", "kysely/*", "pg"],
    node: ["crypto", "fs", "fs/promises", "os", "path", "util"],
  },
  "recorder/nodes": {
    holds: "servers that share one database: what they tell one another, and what only one of them does",
    may: ["store"],
    npm: ["@nats-io/jetstream", "@nats-io/transport-node", "kysely", "pg", "zod/mini"],
    node: ["crypto", "fs", "timers/promises"],
  },
  "recorder/codec": { holds: "FFmpeg's decoders and encoders", npm: ["node-av", "node-av/*"] },
  "recorder/rtp": {
    holds: "RTP, RTCP, SDP, the RTSP wire and its digest, depacketizers and packetizers, the RTSP server",
    may: ["formats", "ipc", "net"],
    node: ["crypto", "dgram", "net", "tls"],
  },
  "recorder/config": {
    holds: "settings of the command line, the environment and the file",
    may: ["net"],
    node: ["fs", "os", "path"],
  },
  "recorder/core": {
    holds: "identities, journal, log, event hub, settings that administrators change, clocks",
    may: ["config", "ipc", "nodes", "store"],
    npm: ["kysely", "pino", "zod/mini"],
    node: ["crypto", "fs", "fs/promises", "os", "path"],
  },
  "recorder/ingest": {
    holds: "sessions with cameras, their tracks and the hub that hands frames on",
    may: ["formats", "ipc", "net", "rtp"],
    node: ["crypto", "events", "net", "tls", "zlib"],
  },
  "recorder/onvif": {
    holds: "ONVIF: SOAP, discovery, profiles, encoders, PTZ, events",
    may: ["core", "net", "rtp"],
    npm: ["fast-xml-parser"],
    node: ["crypto", "dgram", "http", "https", "os", "zlib"],
  },
  "recorder/recording": {
    holds: "recordings: their index, segment files, what is kept and cleaned",
    may: ["core", "formats", "ingest", "ipc", "store"],
    npm: ["aws4fetch", "fast-xml-parser", "kysely", "zod/mini"],
    node: ["crypto", "fs/promises", "http", "https", "path", "timers/promises", "util", "zlib"],
  },
  "recorder/analysis": {
    holds: "the process of the codecs: motion, snapshots, transcoding",
    may: ["codec", "formats", "ipc"],
    npm: ["pngjs"],
    node: ["net"],
  },
  "recorder/viewing": {
    holds: "everything that viewers get: WebRTC, media sockets, playback, the RTSP proxy, transcoded streams",
    may: ["analysis", "formats", "ingest", "ipc", "net", "recording", "rtp"],
    npm: ["node-datachannel", "ws"],
    node: ["crypto", "fs", "http", "net", "os", "stream"],
  },
  "recorder/export": {
    holds: "the process of one export: cuts, containers, manifests, pages",
    may: ["codec", "formats", "ipc", "recording", "store"],
    npm: ["kysely", "mediabunny", "yazl"],
    node: ["crypto", "fs", "fs/promises", "os", "stream/promises"],
  },
  "recorder/accounts": {
    holds: "users, sessions, passwords, lockouts, tickets, trusted issuers, sign-in by a company",
    may: ["config", "core", "net", "nodes", "store"],
    npm: [
      "@node-rs/argon2",
      "@simplewebauthn/server",
      "@simplewebauthn/server/helpers",
      "jose",
      "ldapts",
      "openid-client",
      "zod/mini",
    ],
    node: ["crypto", "net", "tls"],
  },
  "recorder/cameras": {
    holds: "cameras and their streams: registration, recovery, groups, PTZ, encoder settings",
    may: ["core", "formats", "ipc", "net", "onvif", "store"],
    npm: ["ipaddr.js", "zod/mini"],
    node: ["dns/promises", "timers/promises"],
  },
  "recorder/licensing": {
    holds: "licences and their activation",
    may: ["cameras", "core", "net"],
    npm: ["zod/mini"],
    node: ["crypto"],
  },
  "recorder/standby": {
    holds:
      "recorders of a group that stand in for one another: leases, cameras of others, recordings that are handed back",
    may: ["cameras", "config", "core", "ipc", "recording", "store"],
    npm: ["pg", "zod/mini"],
    node: ["crypto", "timers/promises"],
  },
  "recorder/site": {
    holds: "stages, marks, exports, retention, the report: what a site keeps beside its cameras",
    may: ["accounts", "cameras", "core", "ipc", "licensing", "nodes", "recording", "store"],
    node: ["child_process", "crypto", "fs", "fs/promises", "os", "path", "timers/promises"],
  },
  "recorder/aggregator": {
    holds: "the edition that watches over recorders: servers and their cameras, proxy, permission groups, mails",
    may: ["accounts", "config", "core", "net", "nodes", "store"],
    npm: ["jose", "kysely", "nodemailer", "ws", "zod/mini"],
    node: ["crypto", "http", "net", "stream", "tls"],
  },
  "recorder/backup": {
    holds: "the commands that write what a server is into one file, and put it back",
    may: ["config", "store"],
    npm: ["yauzl", "yazl", "zod/mini"],
    node: ["crypto", "fs", "fs/promises", "path", "stream", "stream/promises"],
  },
  "recorder/http": {
    holds: "HTTP and websockets: declared routes, sign-in, files of the client, metrics",
    may: [
      "accounts",
      "aggregator",
      "cameras",
      "config",
      "core",
      "ipc",
      "licensing",
      "net",
      "nodes",
      "recording",
      "site",
      "standby",
      "store",
    ],
    npm: [
      "fastify",
      "fastify-type-provider-zod",
      "@fastify/*",
      "@opentelemetry/*",
      "ipaddr.js",
      "prom-client",
      "ws",
      "yauzl",
      "yazl",
      "zod/mini",
    ],
    node: [
      "crypto",
      "fs",
      "fs/promises",
      "http",
      "https",
      "net",
      "os",
      "path",
      "stream",
      "stream/promises",
      "util",
      "zlib",
    ],
  },
  "recorder/process": {
    holds: "the processes: composition of both editions, supervisor, command line",
    may: [
      "accounts",
      "aggregator",
      "analysis",
      "backup",
      "cameras",
      "config",
      "core",
      "export",
      "http",
      "ingest",
      "ipc",
      "licensing",
      "net",
      "nodes",
      "onvif",
      "recording",
      "site",
      "standby",
      "store",
      "viewing",
    ],
    npm: ["fastify", "koffi", "kysely"],
    node: ["child_process", "crypto", "fs", "fs/promises", "module", "os", "path", "readline", "url", "v8"],
  },
  demo: {
    holds: "demo cameras in a process of their own: scenes drawn by code, real RTSP and ONVIF",
    may: ["codec", "ipc", "rtp", "formats"],
    npm: ["fast-xml-parser", "pngjs"],
    node: ["child_process", "crypto", "dgram", "fs", "fs/promises", "http", "os", "path", "url", "util"],
  },
});
