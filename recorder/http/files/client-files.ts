/**
 * The built client, served from memory: only files that the build made have an address, so no path can lead elsewhere.
 * Hashed files may be cached for ever; the page gets a fresh nonce each time.
 */
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { FILE_TYPES } from "./file-types.ts";
import { pagePolicy, OFFLINE_PAGE_POLICY, SERVICE_WORKER_POLICY, workerPolicy } from "./security-headers.ts";

const COMPRESSED = new Set([".html", ".js", ".mjs", ".css", ".json", ".webmanifest", ".svg", ".txt", ".wasm"]);
/** made by the build for its own use */
const HIDDEN = /^\/(manifest\.json|\.vite\/.*|.*\.(map|br))$/;
const HASHED = /^\/(assets|workers)\/.+-[A-Za-z0-9_-]{8,}\.\w+$/;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

interface File {
  readonly body: Buffer;
  readonly extension: string;
  /** from the build (`scripts/build/compress.mjs`), else made when it is first asked for */
  brotli?: Buffer | Promise<Buffer>;
  gzip?: Promise<Buffer>;
}

/** A built client in memory; another one may replace it while it is served. */
export class ClientFiles {
  #files: ReadonlyMap<string, File> = new Map();

  /** Loads the content of a folder; without a folder there is no client. */
  load(folder: string): void {
    const files = new Map<string, File>();
    if (existsSync(folder)) collect(folder, "", files);
    this.#files = files;
  }

  file(path: string): File | undefined {
    return this.#files.get(path);
  }
}

const PAGE = "/index.html";

/** Other origins that the page deals with. */
interface AllowedOrigins {
  /** origins of the pages that may frame it */
  readonly embedOrigins: readonly string[];
  /** other origins that it may call, read when the page is opened */
  readonly asked: () => readonly string[];
  /** where it opens media sockets, read as often; absent = nowhere else, ever */
  readonly sockets?: () => readonly string[];
}

/** Serves the client under /. Without a build, / says so. */
export function serveClient(
  app: FastifyInstance,
  files: ClientFiles,
  { embedOrigins, asked, sockets }: AllowedOrigins,
): void {
  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    reply.header("cache-control", "no-store");
    const page = files.file(PAGE);
    if (!page) {
      return reply.code(503).type("text/plain").send("The client has not been built: run npm run build.\n");
    }
    const nonce = randomBytes(18).toString("base64");
    reply.header("content-security-policy", pagePolicy(nonce, embedOrigins, [...asked(), ...(sockets?.() ?? [])]));
    const html = page.body
      .toString("utf8")
      .replaceAll(/(<meta\s+property="csp-nonce"\s+nonce=")[^"]*(")/g, `$1${nonce}$2`);
    return send(request, reply, { body: Buffer.from(html), extension: ".html" });
  };
  const sendFile = (request: FastifyRequest, reply: FastifyReply): unknown => {
    const path = `/${(request.params as { "*": string })["*"]}`;
    const file = files.file(path);
    if (!file) return reply.callNotFound();
    reply.header("cache-control", HASHED.test(path) ? "public, max-age=31536000, immutable" : "no-cache");
    if (path === "/service-worker.js") reply.header("content-security-policy", SERVICE_WORKER_POLICY);
    else if (file.extension === ".html") reply.header("content-security-policy", OFFLINE_PAGE_POLICY);
    else if (path.startsWith("/workers/")) {
      const policy = workerPolicy(sockets?.() ?? []);
      reply.header("content-security-policy", policy);
      // The policy of a cached worker is the cached one: where it may change, the cache asks.
      if (sockets) {
        const tag = `"${createHash("sha256").update(`${path} ${policy}`).digest("hex").slice(0, 32)}"`;
        reply.header("cache-control", "no-cache").header("etag", tag);
        if (request.headers["if-none-match"] === tag) return reply.code(304).send();
      }
    } else if (file.extension === ".svg")
      reply.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    return send(request, reply, file);
  };
  // Fastify omits the body of an answer to HEAD itself.
  for (const method of ["GET", "HEAD"]) {
    for (const url of ["/", PAGE]) app.route({ method, url, config: pageConfig, handler: sendPage });
    app.route({ method, url: "/*", config: pageConfig, handler: sendFile });
  }
}

const pageConfig = { access: "public", summary: "the client", answer: null, sid: false, consumes: [] } as const;

async function send(request: FastifyRequest, reply: FastifyReply, file: File): Promise<unknown> {
  reply.type(FILE_TYPES[file.extension] ?? "application/octet-stream");
  if (!COMPRESSED.has(file.extension) || file.body.length < 1024) return reply.send(file.body);
  reply.header("vary", "accept-encoding");
  const accepted = request.headers["accept-encoding"] ?? "";
  if (/\bbr\b/.test(accepted)) {
    const quality = file.extension === ".html" ? 4 : 9;
    file.brotli ??= compressBrotli(file.body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
    return reply.header("content-encoding", "br").send(await file.brotli);
  }
  if (/\bgzip\b/.test(accepted)) {
    file.gzip ??= compressGzip(file.body);
    return reply.header("content-encoding", "gzip").send(await file.gzip);
  }
  return reply.send(file.body);
}

function collect(folder: string, prefix: string, into: Map<string, File>): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${prefix}/${entry.name}`;
    const full = join(folder, entry.name);
    if (entry.isDirectory()) collect(full, path, into);
    else if (entry.isFile() && !HIDDEN.test(path) && /^[\w./ -]+$/.test(path)) {
      const file: File = { body: readFileSync(full), extension: extname(entry.name).toLowerCase() };
      if (existsSync(`${full}.br`)) file.brotli = readFileSync(`${full}.br`);
      into.set(path, file);
    }
  }
}
