/** WS-Discovery: a multicast probe on every network, and the cameras that answer in time. */
import { createSocket } from "node:dgram";
import { randomUUID } from "node:crypto";
import { networkInterfaces } from "node:os";
import { type Found, foundIn } from "./found-device.ts";

const GROUP = "239.255.255.250";
const PORT = 3702;
const MAX_FOUND = 500;

/** Cameras that answered within `waitMs`, by address. */
export async function discover(waitMs: number): Promise<Found[]> {
  const addresses = Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).flatMap((one) => (one.family === "IPv4" && !one.internal ? [one.address] : [])),
  );
  const found = new Map<string, Found>();
  await Promise.all(addresses.map((address) => probe(address, waitMs, { addresses, found })));
  return [...found.values()];
}

interface Search {
  /** of this machine */
  readonly addresses: readonly string[];
  /** by address */
  readonly found: Map<string, Found>;
}

function probe(address: string, waitMs: number, { addresses, found }: Search): Promise<void> {
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
      const one = foundIn(message.toString("utf8"), from, addresses.includes(from));
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
