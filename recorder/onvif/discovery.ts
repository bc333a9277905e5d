/** WS-Discovery: a multicast probe on every network, and the cameras that answer in time. */
import { createSocket } from "node:dgram";
import { randomUUID } from "node:crypto";
import { networkInterfaces } from "node:os";
import { plainLine } from "./soap/xml.ts";

const GROUP = "239.255.255.250";
const PORT = 3702;
const MAX_FOUND = 500;

export interface Found {
  readonly ip: string;
  readonly url: string;
  readonly name: string;
  readonly model: string;
}

/** Cameras that answered within `waitMs`, by address. */
export async function discover(waitMs: number): Promise<Found[]> {
  const addresses = Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).flatMap((one) => (one.family === "IPv4" && !one.internal ? [one.address] : [])),
  );
  const found = new Map<string, Found>();
  await Promise.all(addresses.map((address) => probe(address, waitMs, found)));
  return [...found.values()];
}

function probe(address: string, waitMs: number, found: Map<string, Found>): Promise<void> {
  return new Promise((resolve) => {
    const socket = createSocket({ type: "udp4", reuseAddr: true });
    const end = (): void => {
      clearTimeout(timer);
      socket.close();
      resolve();
    };
    const timer = setTimeout(end, waitMs);
    socket.on("error", end);
    socket.on("message", (message, { address: from }) => {
      if (message.length > 16_384 || found.size >= MAX_FOUND) return;
      const one = read(message.toString("utf8"), from);
      if (one) found.set(one.url, one);
    });
    socket.bind(0, address, () => {
      const message = Buffer.from(probeMessage());
      for (const times of [0, 1]) {
        void times;
        socket.send(message, PORT, GROUP);
      }
    });
  });
}

const probeMessage = (): string =>
  `<?xml version="1.0" encoding="utf-8"?><e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope" xmlns:w="http://schemas.xmlsoap.org/ws/2004/08/addressing" xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery" xmlns:dn="http://www.onvif.org/ver10/network/wsdl"><e:Header><w:MessageID>uuid:${randomUUID()}</w:MessageID><w:To e:mustUnderstand="true">urn:schemas-xmlsoap-org:ws:2005:04:discovery</w:To><w:Action e:mustUnderstand="true">http://schemas.xmlsoap.org/ws/2005/04/discovery/Probe</w:Action></e:Header><e:Body><d:Probe><d:Types>dn:NetworkVideoTransmitter</d:Types></d:Probe></e:Body></e:Envelope>`;

/** The address must be the sender's: nobody can point us to another host. */
function read(text: string, from: string): Found | null {
  const list = /<(?:\w+:)?XAddrs[^>]*>([^<]*)</.exec(text)?.[1] ?? "";
  const url = list.split(/\s+/).find((one) => URL.canParse(one) && new URL(one).hostname === from);
  if (url === undefined || !/^https?:/.test(url)) return null;
  const scopes = /<(?:\w+:)?Scopes[^>]*>([^<]*)</.exec(text)?.[1] ?? "";
  const scope = (name: string): string => {
    const value = new RegExp(`onvif://www\\.onvif\\.org/${name}/(\\S+)`, "i").exec(scopes)?.[1] ?? "";
    try {
      return plainLine(decodeURIComponent(value));
    } catch {
      return "";
    }
  };
  return { ip: from, url, name: scope("name"), model: scope("hardware") };
}
