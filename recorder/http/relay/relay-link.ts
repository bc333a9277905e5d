/** The link of a relay at its recorder: opened by whoever has the token that both share. */
import { WebSocketServer } from "ws";
import {
  RELAY_ADDRESS_HEADER,
  RELAY_ID_HEADER,
  RELAY_LINK_PATH,
  RELAY_MESSAGE_MAX,
  RELAY_SUBPROTOCOL,
  recorderCalls,
  relayAddress,
  relayCalls,
  relayEvents,
  relayId,
} from "#protocol/relay-link.ts";
import { clientAddress } from "../server/client-address.ts";
import type { SocketKind } from "../server/sockets.ts";
import type { Uses } from "../services.ts";
import { LinkPort } from "./link-port.ts";
import { hasRelayKey } from "./relay-proof.ts";

export function relayLink({ config, relays, journal }: Uses<"relays" | "journal">): SocketKind {
  const links = new WebSocketServer({
    noServer: true,
    maxPayload: RELAY_MESSAGE_MAX,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(RELAY_SUBPROTOCOL) ? RELAY_SUBPROTOCOL : false),
  });
  return {
    path: new RegExp(`^${RELAY_LINK_PATH}$`),
    route: RELAY_LINK_PATH,
    enter(request) {
      if (config.relay.token === "") return 404;
      if (!hasRelayKey(request.headers.authorization, config.relay.token)) {
        const address = clientAddress(request, config.http.trustedProxies);
        void journal.auditOften(null, "sign-in-refused", "", address, { by: "relay" });
        return 401;
      }
      const id = relayId.safeParse(request.headers[RELAY_ID_HEADER]);
      const address = relayAddress.safeParse(request.headers[RELAY_ADDRESS_HEADER]);
      if (!id.success || !address.success) return 400;
      return (socket, head) =>
        links.handleUpgrade(request, socket, head, (link) => {
          if (link.protocol !== RELAY_SUBPROTOCOL)
            return link.close(1008, `subprotocol ${RELAY_SUBPROTOCOL} is needed`);
          const port = new LinkPort(link, { serves: recorderCalls, asks: relayCalls, events: relayEvents });
          return relays.attach(port, { id: id.data, address: address.data }, () => link.terminate());
        });
    },
  };
}
