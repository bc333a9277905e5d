/** The event service of a demo camera. */
import { type CallError, child, durationMs, refuse, text } from "./onvif-calls.ts";
import type { OnvifPullPoints } from "./onvif-pull-points.ts";

const EVENTS = "http://www.onvif.org/ver10/events/wsdl";
const WSNT = "http://docs.oasis-open.org/wsn/b-2";

/** Handles calls to the event service, and to the pull point whose address is `path`; null = not one of its calls. */
export async function answerEvents(
  points: OnvifPullPoints,
  baseUri: string,
  { name, ask, path }: { readonly name: string; readonly ask: unknown; readonly path: string },
): Promise<string | CallError | null> {
  const nowMs = performance.now();
  const id = /^\/onvif\/events\/([\w-]+)$/.exec(path)?.[1] ?? "";
  const unknown = refuse("InvalidArgVal", "no such subscription");
  const times = `<wsnt:CurrentTime xmlns:wsnt="${WSNT}">${new Date().toISOString()}</wsnt:CurrentTime>`;
  switch (name) {
    case "CreatePullPointSubscription": {
      const made = points.create(nowMs);
      if (made === null) return refuse("OperationProhibited", "too many subscriptions");
      const address = `<wsa:Address xmlns:wsa="http://www.w3.org/2005/08/addressing">${baseUri}/onvif/events/${made}</wsa:Address>`;
      return `<tev:${name}Response xmlns:tev="${EVENTS}"><tev:SubscriptionReference>${address}</tev:SubscriptionReference>${times}</tev:${name}Response>`;
    }
    case "PullMessages": {
      const messages = await points.pull(id, durationMs(text(child(ask, "Timeout"))));
      return messages === null
        ? unknown
        : `<tev:PullMessagesResponse xmlns:tev="${EVENTS}">${times}${messages}</tev:PullMessagesResponse>`;
    }
    case "Renew":
      return points.renew(id, nowMs) ? `<wsnt:RenewResponse xmlns:wsnt="${WSNT}"/>` : unknown;
    case "Unsubscribe":
      return points.remove(id) ? `<wsnt:UnsubscribeResponse xmlns:wsnt="${WSNT}"/>` : unknown;
    default:
      return null;
  }
}
