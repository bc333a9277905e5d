/**
 * Events that an ONVIF camera reports, fetched through a pull point (ONVIF Core, section 9): subscribe, pull with the
 * camera holding the answer back until something happens, renew. A subscription that nobody renews expires.
 */
import { type Result, ok } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import { randomUUID } from "node:crypto";
import { referenceParameters } from "./reference-parameters.ts";
import { EVENTS, firstAnswering, nearFirst, reachableAt, servicesOf } from "./services.ts";
import { type Endpoint, soapExchange } from "./soap/soap.ts";
import { node, nodes, plainLine, textOf, type Xml, type XmlNode } from "./soap/xml.ts";

const NOTIFICATION = "http://docs.oasis-open.org/wsn/b-2";
const MANAGER = "http://docs.oasis-open.org/wsn/bw-2/SubscriptionManager";
const ADDRESSING = "http://www.w3.org/2005/08/addressing";

/** Lifetime of a subscription; it is renewed at half of it. */
export const LIFETIME_MS = 60_000;
/** How long the camera may hold an answer back; well below the limit of a call. */
const HOLD_S = 8;
export const MAX_MESSAGES = 100;
const MAX_ITEMS = 16;

export interface CameraEvent {
  /** without prefixes, e.g. "RuleEngine/CellMotionDetector/Motion" */
  readonly topic: string;
  /** "Initialized": not news, but the state at the time of the subscription */
  readonly operation: string;
  /** what it is about (an input's token, a rule's name) and its state, by name */
  readonly source: Readonly<Record<string, string>>;
  readonly data: Readonly<Record<string, string>>;
}

interface Subscription extends Endpoint {
  /** header blocks that the camera wants back with every call */
  readonly parameters: string;
  /** where it may be called: `url`, and other addresses for cameras that name one of their own network */
  readonly addresses: readonly string[];
}

/** What has happened, and the subscription at the address where it answered. */
interface Pulled {
  readonly subscription: Subscription;
  readonly events: readonly CameraEvent[];
}

/** Subscribes to a camera and pulls for the first time. Failure camera/no-events: it has no event service. */
export async function begin(device: Endpoint): Promise<Result<Pulled, Failure>> {
  const services = await servicesOf(device);
  if (!services.ok) return services;
  const addresses = services.value(EVENTS);
  if (addresses.length === 0) return refuse("camera/no-events");
  const made = await firstAnswering(device, addresses, subscribe);
  if (!made.ok) return made;
  const subscription = made.value.value;
  const pulled = await firstAnswering(subscription, nearFirst(subscription.addresses, made.value.service), ({ url }) =>
    pull({ ...subscription, url }),
  );
  if (!pulled.ok) return pulled;
  const { service, value: events } = pulled.value;
  return ok({ subscription: { ...subscription, url: service.url }, events });
}

/** Answers the new subscription: where it is called, and with what. `events`: the camera's event service. */
export async function subscribe(events: Endpoint): Promise<Result<Subscription, Failure>> {
  const inner = `<InitialTerminationTime>PT${LIFETIME_MS / 1000}S</InitialTerminationTime>`;
  const body = `<CreatePullPointSubscription xmlns="${EVENTS}">${inner}</CreatePullPointSubscription>`;
  const answer = await ask(events, body, `${EVENTS}/EventPortType/CreatePullPointSubscriptionRequest`);
  if (!answer.ok) return answer;
  const reference = node(node(answer.value.body.CreatePullPointSubscriptionResponse)?.SubscriptionReference);
  const address = textOf(reference?.Address);
  if (address === "") return refuse("onvif/fault", { cause: failure("camera/events-nowhere") });
  const parameters = referenceParameters(answer.value.text);
  if (parameters === null) return refuse("onvif/fault", { cause: failure("camera/events-too-much") });
  const addresses = reachableAt(address, events.url);
  return ok({ ...events, url: addresses[0] ?? events.url, addresses, parameters });
}

/** What has happened since the last pull; waits up to 8 s for something. */
export async function pull(subscription: Subscription): Promise<Result<readonly CameraEvent[], Failure>> {
  const inner = `<Timeout>PT${HOLD_S}S</Timeout><MessageLimit>${MAX_MESSAGES}</MessageLimit>`;
  const body = `<PullMessages xmlns="${EVENTS}">${inner}</PullMessages>`;
  const answer = await ask(
    subscription,
    body,
    `${EVENTS}/PullPointSubscription/PullMessagesRequest`,
    subscription.parameters,
  );
  if (!answer.ok) return answer;
  const response = node(answer.value.body.PullMessagesResponse);
  if (!response) return refuse("onvif/fault", { cause: failure("camera/events-unreadable") });
  return ok(nodes(response.NotificationMessage).slice(0, MAX_MESSAGES).flatMap(eventOf));
}

export async function renew(subscription: Subscription): Promise<Result<null, Failure>> {
  const body = `<Renew xmlns="${NOTIFICATION}"><TerminationTime>PT${LIFETIME_MS / 1000}S</TerminationTime></Renew>`;
  const answer = await ask(subscription, body, `${MANAGER}/RenewRequest`, subscription.parameters);
  return answer.ok ? ok(null) : answer;
}

/** Calls of subscriptions name their action and their receiver in the envelope too, as WS-Addressing requires. */
function ask(endpoint: Endpoint, body: string, action: string, parameters = ""): ReturnType<typeof soapExchange> {
  const header =
    `<Action xmlns="${ADDRESSING}">${action}</Action><To xmlns="${ADDRESSING}">${encodeURI(endpoint.url)}</To>` +
    `<MessageID xmlns="${ADDRESSING}">urn:uuid:${randomUUID()}</MessageID>${parameters}`;
  return soapExchange(endpoint, body, action, header);
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
