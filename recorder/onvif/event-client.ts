/**
 * What an ONVIF camera reports by itself, fetched through a pull point (ONVIF Core, section 9): subscribe, pull with the
 * camera holding the answer back until something happens, renew. A subscription that nobody renews ends by itself.
 */
import { randomUUID } from "node:crypto";
import { type Answer, done, refuse } from "#recorder/main/answer.ts";
import { reachable } from "./device.ts";
import { type Endpoint, node, nodes, plainLine, soapCall, textOf, type Xml, type XmlNode } from "./soap.ts";

const EVENTS = "http://www.onvif.org/ver10/events/wsdl";
const NOTIFICATION = "http://docs.oasis-open.org/wsn/b-2";
const MANAGER = "http://docs.oasis-open.org/wsn/bw-2/SubscriptionManager";
const ADDRESSING = "http://www.w3.org/2005/08/addressing";

/** A subscription lives so long; it is renewed at half of it. */
export const LIFETIME_MS = 60_000;
/** How long the camera may hold an answer back; well below the limit of a call. */
const HOLD_S = 8;
export const MAX_MESSAGES = 100;
const MAX_ITEMS = 16;

export interface CameraEvent {
  /** without prefixes, e.g. "RuleEngine/CellMotionDetector/Motion" */
  readonly topic: string;
  /** "Initialized": not news, but how things stood when we subscribed */
  readonly operation: string;
  /** what it is about (an input's token, a rule's name) and what is so, by name */
  readonly source: Readonly<Record<string, string>>;
  readonly data: Readonly<Record<string, string>>;
}

/** Answers the address of the new subscription. `events`: the camera's event service. */
export async function subscribe(events: Endpoint): Promise<Answer<string>> {
  const inner = `<InitialTerminationTime>PT${LIFETIME_MS / 1000}S</InitialTerminationTime>`;
  const body = `<CreatePullPointSubscription xmlns="${EVENTS}">${inner}</CreatePullPointSubscription>`;
  const answer = await ask(events, body, `${EVENTS}/EventPortType/CreatePullPointSubscriptionRequest`);
  if (!answer.ok) return answer;
  const reference = node(node(answer.value.CreatePullPointSubscriptionResponse)?.SubscriptionReference);
  const address = textOf(reference?.Address);
  return address === ""
    ? refuse("onvif/fault", "The camera gave no address for its events.")
    : done(reachable(address, events.url));
}

/** What has happened since the last pull; waits up to 8 s for something. */
export async function pull(subscription: Endpoint): Promise<Answer<readonly CameraEvent[]>> {
  const inner = `<Timeout>PT${HOLD_S}S</Timeout><MessageLimit>${MAX_MESSAGES}</MessageLimit>`;
  const body = `<PullMessages xmlns="${EVENTS}">${inner}</PullMessages>`;
  const answer = await ask(subscription, body, `${EVENTS}/PullPointSubscription/PullMessagesRequest`);
  if (!answer.ok) return answer;
  const response = node(answer.value.PullMessagesResponse);
  if (!response) return refuse("onvif/fault", "The camera's events cannot be read.");
  return done(nodes(response.NotificationMessage).slice(0, MAX_MESSAGES).flatMap(eventOf));
}

export async function renew(subscription: Endpoint): Promise<Answer<null>> {
  const body = `<Renew xmlns="${NOTIFICATION}"><TerminationTime>PT${LIFETIME_MS / 1000}S</TerminationTime></Renew>`;
  const answer = await ask(subscription, body, `${MANAGER}/RenewRequest`);
  return answer.ok ? done(null) : answer;
}

/** Calls of subscriptions name their action and their receiver in the envelope too, as WS-Addressing wants it. */
function ask(endpoint: Endpoint, body: string, action: string): Promise<Answer<XmlNode>> {
  const header =
    `<Action xmlns="${ADDRESSING}">${action}</Action><To xmlns="${ADDRESSING}">${encodeURI(endpoint.url)}</To>` +
    `<MessageID xmlns="${ADDRESSING}">urn:uuid:${randomUUID()}</MessageID>`;
  return soapCall(endpoint, body, action, header);
}

function eventOf(notification: XmlNode): CameraEvent[] {
  const message = node(node(notification.Message)?.Message);
  const topic = plainLine(textOf(notification.Topic)).replaceAll(/[\w.-]+:/g, "");
  if (!message || topic === "") return [];
  return [
    {
      topic,
      operation: textOf(message["@PropertyOperation"]),
      source: itemsOf(message.Source),
      data: itemsOf(message.Data),
    },
  ];
}

function itemsOf(value: Xml): Record<string, string> {
  const items = nodes(node(value)?.SimpleItem).slice(0, MAX_ITEMS);
  return Object.fromEntries(
    items.map((item) => [plainLine(textOf(item["@Name"])), plainLine(textOf(item["@Value"]))] as const),
  );
}
