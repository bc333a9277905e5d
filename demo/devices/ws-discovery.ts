import { randomUUID } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";
import { networkInterfaces } from "node:os";
import { XMLParser } from "fast-xml-parser";
import { escapeXml, type OnvifFacts, scopesOf } from "./onvif-xml.ts";

const GROUP = "239.255.255.250";
const PORT = 3702;
const MAX_PROBE_BYTES = 16 * 1024;

/**
 * Answers WS-Discovery probes for the demo cameras. It answers only probes from this machine, because the cameras'
 * addresses are useless to another one. Null when the port is taken (another ONVIF device runs here): the cameras work
 * without it.
 */
export async function answerProbes(cameras: readonly { facts: OnvifFacts; uuid: string }[]): Promise<Socket | null> {
  const socket = createSocket({ type: "udp4", reuseAddr: true });
  const bound = await new Promise<boolean>((resolve) => {
    socket.once("error", () => resolve(false));
    socket.bind(PORT, () => resolve(true));
  });
  if (!bound) {
    socket.close();
    return null;
  }
  socket.removeAllListeners("error");
  socket.on("error", () => {});
  for (const address of ["127.0.0.1", ...ownAddresses()]) {
    try {
      socket.addMembership(GROUP, address);
    } catch {
      // This interface has no multicast.
    }
  }
  const parser = new XMLParser({ removeNSPrefix: true, ignoreAttributes: true, parseTagValue: false });
  socket.on("message", (bytes, from) => {
    if (bytes.length > MAX_PROBE_BYTES || !isOwn(from.address)) return;
    const messageId = probeId(parser, bytes.toString("utf8"));
    if (messageId === null) return;
    for (const camera of cameras)
      socket.send(probeMatch(camera.facts, camera.uuid, messageId), from.port, from.address);
  });
  return socket;
}

const ownAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ family }) => family === "IPv4")
    .map(({ address }) => address);

const isOwn = (address: string): boolean => address.startsWith("127.") || ownAddresses().includes(address);

/** The MessageID of a probe for network video transmitters (or for anything); null = not such a probe. */
function probeId(parser: XMLParser, xml: string): string | null {
  if (!xml.includes("Probe")) return null;
  let parsed: unknown;
  try {
    parsed = parser.parse(xml);
  } catch {
    return null;
  }
  const walk = (node: unknown, ...path: string[]): unknown =>
    path.reduce<unknown>(
      (at, key) => (typeof at === "object" && at !== null ? (at as Record<string, unknown>)[key] : undefined),
      node,
    );
  const probe = walk(parsed, "Envelope", "Body", "Probe");
  const id = walk(parsed, "Envelope", "Header", "MessageID");
  if (probe === undefined || typeof id !== "string") return null;
  const types = walk(probe, "Types");
  const wanted = typeof types !== "string" || types.trim() === "" || /NetworkVideoTransmitter|Device/.test(types);
  return wanted ? id : null;
}

function probeMatch(facts: OnvifFacts, uuid: string, relatesTo: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing" xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery" xmlns:dn="http://www.onvif.org/ver10/network/wsdl"><s:Header><a:MessageID>urn:uuid:${randomUUID()}</a:MessageID><a:RelatesTo>${escapeXml(relatesTo)}</a:RelatesTo><a:To>http://schemas.xmlsoap.org/ws/2004/08/addressing/role/anonymous</a:To><a:Action>http://schemas.xmlsoap.org/ws/2005/04/discovery/ProbeMatches</a:Action></s:Header><s:Body><d:ProbeMatches><d:ProbeMatch><a:EndpointReference><a:Address>urn:uuid:${uuid}</a:Address></a:EndpointReference><d:Types>dn:NetworkVideoTransmitter</d:Types><d:Scopes>${scopesOf(facts).join(" ")}</d:Scopes><d:XAddrs>${facts.baseUri}/onvif/device_service</d:XAddrs><d:MetadataVersion>1</d:MetadataVersion></d:ProbeMatch></d:ProbeMatches></s:Body></s:Envelope>`;
}
