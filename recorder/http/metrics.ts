/** Figures for Prometheus. No names, no addresses, no secrets: only routes and identifiers. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Cameras } from "#recorder/cameras/cameras.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";
import type { LiveSessions } from "#recorder/site/live-sessions.ts";
import type { MediaLink } from "#recorder/cameras/media-link.ts";

const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Histogram<"method" | "route" | "status">;
  readonly #restarts: Counter<"process">;

  constructor() {
    collectDefaultMetrics({ register: this.#registry, prefix: "proscenium_main_" });
    this.#requests = new Histogram({
      name: "proscenium_http_request_seconds",
      help: "HTTP requests by route",
      labelNames: ["method", "route", "status"],
      buckets: SECONDS,
      registers: [this.#registry],
    });
    this.#restarts = new Counter({
      name: "proscenium_process_starts_total",
      help: "how often a process of the recorder was started",
      labelNames: ["process"],
      registers: [this.#registry],
    });
  }

  request(method: string, route: string, status: number, elapsedMs: number): void {
    this.#requests.observe({ method, route, status: String(status) }, elapsedMs / 1000);
  }

  started(process: string): void {
    this.#restarts.inc({ process });
  }

  /** A figure that is read at each scrape. */
  gauge(name: string, help: string, read: () => number): void {
    const made = new Gauge({
      name: `proscenium_${name}`,
      help,
      registers: [],
      collect() {
        this.set(read());
      },
    });
    this.#registry.registerMetric(made);
  }

  /** Figures of a recorder. */
  watch(parts: { cameras: Cameras; media: MediaLink; hub: EventHub; live: LiveSessions }): void {
    const gauge = this.gauge.bind(this);
    gauge("cameras", "registered cameras", () => parts.cameras.all().length);
    gauge("event_sockets", "open event sockets", () => parts.hub.size);
    gauge("webrtc_sessions", "open WebRTC sessions", () => parts.live.count("whep"));
    gauge("low_bandwidth_sessions", "open low-bandwidth sessions", () => parts.live.count("low-bandwidth"));
    gauge("rtsp_sessions", "open RTSP players", () => parts.live.count("rtsp"));
    gauge("media_connected", "1 while the media process answers", () => (parts.media.connected ? 1 : 0));
    const perStream = (name: string, help: string, read: (id: string) => number | undefined): void => {
      const made = new Gauge({
        name: `proscenium_stream_${name}`,
        help,
        labelNames: ["camera", "stream"],
        registers: [],
        collect() {
          this.reset();
          for (const row of parts.cameras.allStreams()) {
            const value = read(row.id);
            if (value !== undefined) this.set({ camera: row.camera_id, stream: row.id }, value);
          }
        },
      });
      this.#registry.registerMetric(made);
    };
    perStream("running", "1 while it runs", (id) => (parts.media.status(id)?.state === "running" ? 1 : 0));
    perStream("bits_per_second", "average of the last minute", (id) => parts.media.status(id)?.bitsPerSecond);
    perStream("frames_per_second", "average of the last minute", (id) => parts.media.status(id)?.framesPerSecond);
    perStream("packets_lost", "packets lost", (id) => parts.media.status(id)?.packetsLost);
    perStream("retries", "reconnects since it last ran", (id) => parts.media.status(id)?.retryCount);
    perStream("last_archive_written_seconds", "epoch seconds of the last archive", (id) => {
      const ms = parts.media.status(id)?.lastArchiveWrittenMs;
      return ms === undefined ? undefined : ms / 1000;
    });
  }

  /** In the Prometheus text format. */
  async print(): Promise<{ type: string; text: string }> {
    return { type: this.#registry.contentType, text: await this.#registry.metrics() };
  }
}
