/**
 * What a person who helps needs to see, as one zip: versions, settings, health, figures, cameras, events and the log.
 * Nothing in it gives access: secrets are masked where they are written, camera addresses and client addresses are left
 * out.
 */
import { createReadStream } from "node:fs";
import { cpus, freemem, loadavg, totalmem, uptime } from "node:os";
import { basename } from "node:path";
import { PassThrough, pipeline } from "node:stream";
import { ZipFile } from "yazl";
import { printableConfig } from "#recorder/config/config.ts";
import { logFiles, logFolder, maskSecrets } from "#recorder/core/log.ts";
import type { Uses } from "../services.ts";

const EVENTS_MAX = 1_000;
const EVENTS_DAYS = 30;

export type BundleServices = Uses<
  "build" | "journal" | "licensing" | "log" | "media" | "metrics" | "now" | "settings" | "uuid"
>;

interface BundleParts {
  readonly services: BundleServices;
  /** each check is `ok` or what is wrong */
  readonly readiness: Readonly<Record<string, string>>;
  /** the browser that asks: its own name, and with what it draws the wall ("" = its wall was not open) */
  readonly browser: { readonly name: string; readonly painter: string };
}

/** Starts to write the zip; it streams while it is read. */
export async function supportBundle({ services, readiness, browser }: BundleParts): Promise<NodeJS.ReadableStream> {
  const { config, build, now } = services;
  const zip = new ZipFile();
  const put = (name: string, value: unknown): void => {
    const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
    zip.addBuffer(Buffer.from(withoutAddresses(maskSecrets(text))), name, { mtime: new Date(now()) });
  };
  put("README.txt", README);
  put("version.json", {
    version: build.version,
    hash: build.hash,
    target: build.target,
    date: build.date,
    node: process.version,
    uuid: services.uuid,
  });
  put("machine.json", {
    processors: cpus().length,
    memoryBytes: totalmem(),
    freeMemoryBytes: freemem(),
    load: loadavg(),
    machineUpS: Math.round(uptime()),
    recorderUpS: Math.round(process.uptime()),
  });
  put("config.json", printableConfig(config));
  put("settings.json", await services.settings.get());
  put("readiness.json", readiness);
  put("browser.json", browser);
  put("license.json", services.licensing.state);
  put("cameras.json", cameraFacts(services));
  put(
    "events.json",
    await services.journal.events({ startMs: now() - EVENTS_DAYS * 86_400_000, stopMs: now() + 1, count: EVENTS_MAX }),
  );
  put("metrics.txt", (await services.metrics.print()).text);
  // Secrets in the log were masked when it was written.
  const logs = logFiles(logFolder(config.data)).map((path) => ({ path, lines: createReadStream(path) }));
  for (const { path, lines } of logs) zip.addReadStream(lines, `log/${basename(path)}`, { mtime: new Date(now()) });
  zip.end();
  // Every stream of the zip passes through this one, whose end is known: no file stays open after a visitor who left.
  const out = new PassThrough();
  zip.on("error", (error) => out.destroy(error));
  // The zip listens to a file only when its turn comes; a log that is put away before then breaks off the download.
  for (const { lines } of logs) lines.on("error", (error) => out.destroy(error));
  return pipeline(zip.outputStream, out, (error) => {
    for (const { lines } of logs) lines.destroy();
    if (error) services.log.info({ reason: error.message }, "a download of the support bundle was broken off");
  });
}

/** Models, settings and states; no address, no user name, no password. */
function cameraFacts({ cameras }: BundleServices): unknown {
  return cameras.all().map((row) => ({
    id: row.id,
    name: row.name,
    driver: row.driver,
    streams: cameras.streamsOf(row.id).map(({ id, name }) => ({ id, name })),
  }));
}

/** Numbered addresses and the hosts of URLs. */
export const withoutAddresses = (text: string): string =>
  text
    .replaceAll(/\b([a-z][a-z0-9+.-]{1,12}:\/\/)[^\s"'/\\,]+/gi, "$1(host)")
    .replaceAll(/\b(?:\d{1,3}\.){3}\d{1,3}\b/g, "(address)");

const README = `Support bundle of a Proscenium recorder.

version.json    what runs            machine.json   where it runs
config.json     settings at start    settings.json  settings that administrators change
readiness.json  health               license.json   state of the licence
cameras.json    cameras and streams  events.json    server events of the last ${EVENTS_DAYS} days
metrics.txt     figures (Prometheus) browser.json   the browser that asked, and what draws its wall
log/            the log, JSON lines, newest in recorder.log

Passwords, tokens, session ids and keys are masked. Addresses of cameras and clients are left out of everything but the
log, where credentials in addresses are masked. Read it before you send it.
`;
