/**
 * An ONVIF device of another project: the answers of real cameras that the npm package `onvif` contained for its own
 * tests, up to 0.8.1 (MIT). The package did not contain the server that sends them, so this file implements it.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const PACKAGE = "onvif@0.8.1";
const cache = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), ".cache/recorded-onvif-0.8.1");

/** The folder of recorded answers, downloaded from npm once; null when the registry cannot be reached. */
export async function recordedAnswers(): Promise<string | null> {
  const answers = join(cache, "package/test/serverMockup");
  if (existsSync(answers)) return answers;
  mkdirSync(dirname(cache), { recursive: true });
  const work = mkdtempSync(`${cache}-`);
  try {
    await run("npm", ["pack", "--silent", PACKAGE, "--pack-destination", work], { cwd: work, timeout: 60_000 });
    await run("tar", ["xzf", join(work, "onvif-0.8.1.tgz"), "-C", work]);
    if (!existsSync(cache)) renameSync(work, cache);
    return existsSync(answers) ? answers : null;
  } catch {
    return null;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const SERVICES: Readonly<Record<string, string>> = {
  "http://www.onvif.org/ver10/device/wsdl": "device",
  "http://www.onvif.org/ver10/media/wsdl": "media",
  "http://www.onvif.org/ver20/ptz/wsdl": "ptz",
};

export class RecordedDevice {
  /** every requested operation, with the XML of the request */
  readonly asked: { readonly operation: string; readonly xml: string }[] = [];
  readonly #server: Server;
  #port = 0;

  private constructor(folder: string) {
    this.#server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on("data", (piece: Buffer) => pieces.push(piece));
      request.on("end", () => {
        const xml = Buffer.concat(pieces).toString("utf8");
        const [, operation = "", namespace = ""] = /<(?:\w+:)?Body[^>]*><(\w+) xmlns="([^"]*)"/.exec(xml) ?? [];
        this.asked.push({ operation, xml });
        const own = [`${operation}.xml`, `${SERVICES[namespace] ?? "none"}.${operation}.xml`];
        const file = own.map((name) => join(folder, name)).find((path) => existsSync(path));
        if (!file) return response.writeHead(400).end(readFileSync(join(folder, "Error.xml")));
        const text = readFileSync(file, "utf8")
          .replaceAll(/\{\{\?[^}]+\}\}[^{]*\{\{\?\}\}/g, "")
          .replaceAll("http://192.168.68.111/", `http://192.168.68.111:${this.#port}/`);
        return response.writeHead(200, { "content-type": "application/soap+xml" }).end(text);
      });
    });
  }

  /** Answers from `folder` on a port of its own. Close it. */
  static async open(folder: string): Promise<RecordedDevice> {
    const device = new RecordedDevice(folder);
    await new Promise<void>((resolve) => device.#server.listen(0, "127.0.0.1", resolve));
    const address = device.#server.address();
    device.#port = typeof address === "object" && address ? address.port : 0;
    return device;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/onvif/device_service`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
