/** A whole relay: the links to its recorders, what its viewers get, and one process with the codecs. */
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Config } from "#recorder/config/config-shape.ts";
import { type Log, openConsoleLog } from "#recorder/core/log.ts";
import { readBuildInfo } from "#recorder/config/build-info.ts";
import { Metrics } from "#recorder/http/metrics.ts";
import { listenMetrics } from "#recorder/http/metrics-server.ts";
import { openCertificate } from "#recorder/net/own-certificate.ts";
import { RelayDial } from "#recorder/http/relay/relay-dial.ts";
import { serveRelay } from "#recorder/http/relay/relay-server.ts";
import { ANALYSIS_ENV } from "#recorder/ipc/process-environment.ts";
import { parseRtcNetwork, wrongRtcSettingText } from "#recorder/viewing/whep/rtc-network.ts";
import { endWebRtc } from "#recorder/viewing/whep/whep-peer.ts";
import { socketFolder } from "../console/start-troubles.ts";
import { CODECS_ENV, rtspPorts, socketPath } from "../processes.ts";
import { Supervisor } from "../supervisor.ts";
import { limitsOf, machineBytes } from "../watch/process-limits.ts";
import { keepWatchdog } from "../watch/watchdog.ts";
import { RelayMedia } from "./relay-media.ts";

const LOAD_EVERY_MS = 2000;
/** What a relay tells is its load over so many of these: one burst does not send viewers past it. */
const LOAD_WINDOW = 5;

interface RelayOptions {
  readonly config: Config;
  /** folder of the bundled scripts: analysis.js */
  readonly scriptDir: string;
}

interface Relay {
  readonly log: Log;
  /** http://host:port as browsers open it */
  readonly url: string;
  readonly rtspPort: number;
  close(): Promise<void>;
}

/** Rejects when it cannot listen, and leaves nothing open then. */
export async function createRelay({ config, scriptDir }: RelayOptions): Promise<Relay> {
  const log = openConsoleLog(config);
  const { relay, tls, webrtc } = config;
  const sockets = socketFolder("proscenium-relay-");
  const frameSocket = socketPath(sockets, "frames");
  const network = parseRtcNetwork(webrtc.ports, webrtc.bind.join(","));
  if (!network.ok) log.error(wrongRtcSettingText(network.error));
  const media = new RelayMedia({
    hosts: relay.recorders.map((address) => new URL(address).hostname),
    token: relay.token,
    frameSocket,
    viewerSocket: socketPath(sockets, "viewer"),
    network: network.ok ? network.value : { ports: null, addresses: [] },
    rtsp: { ports: rtspPorts(config), host: config.host, tlsCert: tls.cert, tlsKey: tls.key },
    log,
  });
  const dials: RelayDial[] = [];
  const metrics = new Metrics({ edition: config.edition, version: readBuildInfo(scriptDir).version });
  metrics.gauge("relay_links", "recorders whose link is open", () => dials.filter(({ channel }) => channel).length);
  metrics.gauge("relay_streams", "streams that are read at recorders", () => media.counts.streams);
  metrics.gauge("relay_viewers", "viewers of all kinds", () => media.counts.viewers);
  const certificate = openCertificate({
    files: tls,
    now: () => Date.now(),
    tell: (news) => log.warn({ news: news.what, problem: "problem" in news ? news.problem : "" }, "the certificate"),
  });
  const checks = () => ({
    recorder: linkState(dials),
    ...(certificate ? { certificate: certificate.check } : {}),
  });
  const { server, port } = await serveRelay(config, log, {
    metrics,
    certificate,
    openSocket: media.openSocket,
    readiness: () => ({
      checks: checks(),
      figures: media.counts,
    }),
  });
  const rtsp = await media.listen();
  if (rtsp.reason !== "") log.warn({ reason: rtsp.reason }, "the RTSP proxy cannot listen");
  const analysis = new Supervisor(
    {
      name: "analysis",
      script: join(scriptDir, "analysis.js"),
      environment: { ...CODECS_ENV, [ANALYSIS_ENV.frameSocket]: frameSocket },
      limits: limitsOf("analysis", machineBytes(), config.processes),
      onStart: () => undefined,
      onEnd: () => undefined,
    },
    log,
  );
  analysis.start();
  const url = relay.address || `${tls.cert === "" ? "http" : "https"}://${hostname().toLowerCase()}:${port}`;
  // By its address, so that a relay that is started anew has its streams again.
  const id = createHash("sha256").update(url).digest("hex").slice(0, 12);
  for (const [at, recorder] of relay.recorders.entries())
    dials.push(
      new RelayDial({
        recorder,
        token: relay.token,
        id,
        address: url,
        log,
        onLink: (channel) => media.serve(at, channel),
        onGone: () => media.recorderGone(at),
      }),
    );
  const uses = [performance.eventLoopUtilization()];
  const teller = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const share = performance.eventLoopUtilization(now, uses[0]).utilization;
    for (const { channel } of dials) channel?.tell("load", { share });
    if (uses.push(now) > LOAD_WINDOW) uses.shift();
  }, LOAD_EVERY_MS);
  metrics.watchProcesses(() => [{ name: analysis.name, isWell: analysis.health === "ok", use: analysis.use }]);
  const readiness = () => Promise.resolve(checks());
  const closeMetrics = config.metrics.port > 0 ? await listenMetrics({ config, log, metrics, readiness }) : null;
  const stopWatchdog = keepWatchdog(process.env, log);
  return {
    log,
    url,
    rtspPort: rtsp.port,
    async close() {
      clearInterval(teller);
      stopWatchdog();
      certificate?.close();
      for (const dial of dials) dial.close();
      await media.close();
      await analysis.stop();
      await closeMetrics?.();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      endWebRtc();
      rmSync(sockets, { recursive: true, force: true });
    },
  };
}

/** One of several recorders that is away keeps nobody from the others. */
function linkState(dials: readonly RelayDial[]): string {
  const away = dials.filter(({ channel }) => !channel).map(({ recorder }) => recorder);
  if (away.length === 0) return "ok";
  return away.length < dials.length ? `ok, but not reached: ${away.join(", ")}` : "is not reached";
}
