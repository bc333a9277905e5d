/** The recorder's other processes: media, analysis and the demo cameras, supervised from their start to their end. */
import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import module from "node:module";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { VolumeSpec } from "#domain/recordings/volume.ts";
import { DEFAULT_RTSP_PORT_LINUX, DEFAULT_RTSP_PORT_WINDOWS, FALLBACK_RTSP_PORT } from "#domain/limits/session.ts";
import { DEMO_ENV } from "#recorder/ipc/demo-contract.ts";
import { ANALYSIS_ENV, MEDIA_ENV, nameAt } from "#recorder/ipc/process-environment.ts";
import { portsOfProcess } from "#recorder/config/rtc-ports.ts";
import type { Config } from "#recorder/config/config-shape.ts";
import { DemoLink } from "./demo-link.ts";
import { exportsDirOf } from "#recorder/site/exports/exports.ts";
import type { Services } from "#recorder/http/services.ts";
import type { LimitedProcess } from "#recorder/config/process-shares.ts";
import type { ControlGroups } from "./watch/control-groups.ts";
import { limitsOf, machineBytes } from "./watch/process-limits.ts";
import { tellOfProcess } from "./watch/process-news.ts";
import {
  type ProcessHealth,
  type Supervised,
  Supervisor,
  SUPERVISOR_TIMING,
  type SupervisorTiming,
} from "./supervisor.ts";

const CLOSE_STREAMS_MS = 4000;
/** At the first start on one core the demo cameras draw a picture for many seconds without a pause. */
const DRAWING_PATIENCE = 6;

/**
 * Frames come from the system and go back to it. By itself glibc raises this limit to the largest block that was ever freed, and frames
 * of many sizes leave holes in its heap: 114 instead of 92 MB for 12 feeds whose sizes change, for the same processor time.
 */
export const CODECS_ENV = { MALLOC_MMAP_THRESHOLD_: "131072" };

/** Who waits for a disk takes a thread: volumes that hang leave enough of them to the others, and to everything else. */
const THREADS = { usual: 4, perVolume: 8, most: 128 };
/** This many volumes may be added before the process is started again. */
const ADDED = 3;
const threadsFor = (volumes: number): number =>
  Math.min(THREADS.most, THREADS.usual + THREADS.perVolume * (volumes + ADDED));

export interface ProcessOptions {
  /** folder of the bundled scripts: media.js, analysis.js, demo.js, export.js */
  readonly scriptDir: string;
  /** a line for the console; empty = the task is finished */
  readonly say: (line: string) => void;
  /** absent = as a recorder in service has it */
  readonly timing?: SupervisorTiming;
}

export interface Processes {
  /** of each, by its name */
  readonly health: () => Record<string, ProcessHealth>;
  /** What `media` has open leads nowhere: another one opens it anew. */
  readonly restartMedia: () => void;
  /** Ends them, after the recordings are written. */
  readonly stop: () => Promise<void>;
}

/** What differs between processes of one kind. */
interface OneOfKind {
  /** absent = as its kind */
  readonly name?: string;
  /** how many there are of the kind; absent = 1 */
  readonly count?: number;
  readonly environment?: Readonly<Record<string, string>>;
  readonly changing?: Supervised["changing"];
  readonly onStart?: Supervised["onStart"];
  readonly onEnd?: Supervised["onEnd"];
}

/** One is enough for two cores, which `media` needs as well. */
const workersFor = (cores: number): number => Math.max(1, Math.floor(cores / 2));

/** Starts them; `sockets`: folder of the sockets between them. `isDiskStuck`: see `Supervised`. `groups`: null = none. */
export function startProcesses(
  services: Services,
  options: ProcessOptions,
  sockets: string,
  isDiskStuck: () => boolean,
  groups: ControlGroups | null,
): Processes {
  const { config, media, metrics, log } = services;
  const mediaWorkers = media.workers;
  // Each reads the frames of one `media` process.
  const workers = Math.max(mediaWorkers, config.analysis.workers || workersFor(availableParallelism()));
  const frames = Array.from({ length: workers }, (_, at) => socketPath(sockets, nameAt("frames", at)));
  const players = Array.from({ length: mediaWorkers }, (_, at) => socketPath(sockets, nameAt("players", at)));
  const environment = {
    ...compileCache(),
    [MEDIA_ENV.recordingsDir]: config.recordings,
    [MEDIA_ENV.exportsDir]: exportsDirOf(config.data),
    [MEDIA_ENV.databaseUrl]: config.database.url,
    [MEDIA_ENV.playerSockets]: JSON.stringify(players),
    [MEDIA_ENV.rtcBind]: config.webrtc.bind.join(","),
    [MEDIA_ENV.rtspPorts]: rtspPorts(config).join(","),
    [MEDIA_ENV.rtspHost]: config.host,
    [MEDIA_ENV.tlsCert]: config.tls.cert,
    [MEDIA_ENV.tlsKey]: config.tls.key,
    [DEMO_ENV.demoDir]: join(config.data, "demo"),
    [DEMO_ENV.demoPort]: "0",
  };
  const timing = options.timing ?? SUPERVISOR_TIMING;
  const demo = new DemoLink(services, log, options.say);
  const supervise = (kind: LimitedProcess, one: OneOfKind): Supervisor => {
    const { name = kind, count = 1, onStart, onEnd } = one;
    const script = join(options.scriptDir, `${kind}.js`);
    const limits = limitsOf(kind, machineBytes(), config.processes, count);
    const counted = (child: ChildProcess): void => {
      groups?.place(kind, child.pid, limits, count);
      metrics.started(name);
      onStart?.(child);
    };
    const ended = (isMeant: boolean): void => {
      const rssBytes = isMeant ? null : (groups?.killedAt(kind) ?? null);
      if (rssBytes !== null) tellOfProcess(services, name, { what: "memory", rssBytes });
      onEnd?.(isMeant);
    };
    return new Supervisor(
      {
        name,
        script,
        environment: { ...environment, ...one.environment },
        ...(one.changing ? { changing: one.changing } : {}),
        limits,
        onStart: counted,
        onEnd: ended,
        onNews: (news) => tellOfProcess(services, name, news),
        isDiskStuck,
        timing: kind === "demo" ? { ...timing, silentMs: timing.silentMs * DRAWING_PATIENCE } : timing,
      },
      log,
    );
  };
  const recording = players.map((_, at) => {
    const own = frames.filter((_path, analysis) => analysis % mediaWorkers === at);
    return supervise("media", {
      name: nameAt("media", at),
      count: mediaWorkers,
      environment: {
        [MEDIA_ENV.place]: String(at),
        [MEDIA_ENV.viewerSocket]: services.viewerSockets[at] ?? "",
        [MEDIA_ENV.frameSockets]: JSON.stringify(own),
        [MEDIA_ENV.rtcPorts]: portsOfProcess(config.webrtc.ports, at, mediaWorkers) ?? "",
      },
      changing: () => ({
        [MEDIA_ENV.volumes]: JSON.stringify(services.volumes.specs),
        ...threadsOf(services.volumes.specs),
      }),
      onStart: (child) => media.attach(child, at),
      onEnd: (isMeant) => media.detach(isMeant, at),
    });
  });
  const analyses = frames.map((path, at) =>
    supervise("analysis", {
      name: nameAt("analysis", at),
      count: workers,
      environment: { ...CODECS_ENV, [ANALYSIS_ENV.frameSocket]: path },
    }),
  );
  const all = [
    ...recording,
    ...analyses,
    ...(config.demo ? [supervise("demo", { onStart: (child) => demo.attach(child) })] : []),
  ];
  for (const one of all) one.start();
  metrics.watchProcesses(() => all.map(({ name, health, use }) => ({ name, isWell: health === "ok", use })));
  return {
    health: () => Object.fromEntries(all.map((one) => [one.name, one.health])),
    restartMedia: () => {
      for (const one of recording) one.restart();
    },
    stop: async () => {
      await media.call("flush", null, CLOSE_STREAMS_MS);
      await Promise.all(all.map((one) => one.stop()));
    },
  };
}

function threadsOf(volumes: readonly VolumeSpec[]): Record<string, string> {
  return volumes.length === 0 ? {} : { UV_THREADPOOL_SIZE: String(threadsFor(volumes.length)) };
}

/**
 * 554 needs root on most systems: unless the port was configured, the specification's other two ports are tried after
 * it.
 */
export function rtspPorts({ rtsp }: Config): number[] {
  if (!rtsp.enabled) return [];
  const others = [DEFAULT_RTSP_PORT_WINDOWS, FALLBACK_RTSP_PORT];
  return rtsp.port === DEFAULT_RTSP_PORT_LINUX ? [rtsp.port, ...others] : [rtsp.port];
}

/** Unix socket paths must be short, so they live outside the data folder; Windows has pipes. */
export const socketPath = (folder: string, name: string): string =>
  process.platform === "win32" ? `\\\\.\\pipe\\${randomUUID()}-${name}` : join(folder, `${name}.sock`);

/** The children cache their compiled code where this process does. */
function compileCache(): Record<string, string> {
  const folder: unknown =
    "getCompileCacheDir" in module && typeof module.getCompileCacheDir === "function"
      ? module.getCompileCacheDir()
      : undefined;
  return typeof folder !== "string" ? {} : { NODE_COMPILE_CACHE: folder };
}
