/**
 * The ports at which a server speaks RTSP and HTTP (document 1, section 9; document 2, section 9), and which addresses
 * belong to one server.
 */
import { DEFAULT_RTSP_PORT_LINUX, DEFAULT_RTSP_PORT_WINDOWS, FALLBACK_RTSP_PORT } from "../limits/session.ts";

interface RtspEndpoint {
  readonly protocol: "rtsp" | "rtsps";
  readonly port: number;
}

/** `about` null: it could not be fetched, then rtsp on 9554. When no port is stated, 554, or 8554 on Windows. */
export function rtspEndpoint(
  about: { readonly rtspPort?: number | null; readonly rtspProtocol?: string | null } | null,
  windows: boolean,
): RtspEndpoint {
  if (!about) return { protocol: "rtsp", port: FALLBACK_RTSP_PORT };
  return {
    protocol: about.rtspProtocol === "rtsps" ? "rtsps" : "rtsp",
    port: about.rtspPort ?? (windows ? DEFAULT_RTSP_PORT_WINDOWS : DEFAULT_RTSP_PORT_LINUX),
  };
}

/**
 * The address at which any RTSP player watches a stream through the server; null = the server proxies nothing. `host`:
 * of the server.
 */
export function proxyAddress(
  about: Parameters<typeof rtspEndpoint>[0],
  host: string,
  streamId: string,
  windows = false,
): string | null {
  const { protocol, port } = rtspEndpoint(about, windows);
  if (port === 0 || host === "") return null;
  return `${protocol}://${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${port}/service/streams/${streamId}/live`;
}

const SERVER = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(?:[^/?#]*@)?(\[[^\]]*\]|[^:/?#]*)(?::(\d*))?/i;
const SCHEME_PORTS: Readonly<Record<string, string>> = { http: "80", https: "443", rtsp: "554", rtsps: "322" };

/**
 * Whether two addresses lead to the same port of the same host by the same scheme; `scheme`: of an address that names
 * none.
 */
export function isOneServer(a: string, b: string, scheme: string): boolean {
  const serverOf = (text: string): string => {
    const [, named = scheme, host = "", port = ""] = SERVER.exec(text.trim()) ?? [];
    const name = named.toLowerCase();
    return `${name}://${host.toLowerCase()}:${port === "" ? (SCHEME_PORTS[name] ?? "") : port}`;
  };
  return serverOf(a) === serverOf(b);
}
