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
const USUAL = { holdS: HOLD_S, messages: MAX_MESSAGES };
const MODEST = { holdS: 5, messages: 10 };
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
  /** the camera holds answers back only for short, and gives few messages at once */
  readonly isModest?: boolean;
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
  const near = nearFirst(subscription.addresses, made.value.service);
  const pulled = await firstAnswering(subscription, near, ({ url }) => pullFirst({ ...subscription, url }));
  return pulled.ok ? ok(pulled.value.value) : pulled;
}

/** Some cameras refuse a wait or a number of messages that is too large for them. */
async function pullFirst(subscription: Subscription): Promise<Result<Pulled, Failure>> {
  const pulled = await pull(subscription);
  if (pulled.ok) return ok({ subscription, events: pulled.value });
  if (pulled.error.code !== "onvif/fault") return pulled;
  const modest = { ...subscription, isModest: true };
  const again = await pull(modest);
  return again.ok ? ok({ subscription: modest, events: again.value }) : pulled;
}

/** Answers the new subscription: where it is called, and with what. `events`: the camera's event service. */
export async function subscribe(events: Endpoint): Promise<Result<Subscription, Failure>> {
  const lifetime = `<InitialTerminationTime>PT${LIFETIME_MS / 1000}S</InitialTerminationTime>`;
  const create = (inner: string): ReturnType<typeof soapExchange> => {
    const body = `<CreatePullPointSubscription xmlns="${EVENTS}">${inner}</CreatePullPointSubscription>`;
    return ask(events, body, `${EVENTS}/EventPortType/CreatePullPointSubscriptionRequest`);
  };
  const first = await create(lifetime);
  // Some cameras have a lifetime of their own.
  const isRefused = !first.ok && first.error.code === "onvif/fault" && first.error.cause?.code === "camera/declined";
  const second = isRefused ? await create("") : first;
  const answer = second.ok ? second : first;
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
  const { holdS, messages } = subscription.isModest ? MODEST : USUAL;
  const inner = `<Timeout>PT${holdS}S</Timeout><MessageLimit>${messages}</MessageLimit>`;
  const body = `<PullMessages xmlns="${EVENTS}">${inner}</PullMessages>`;
  const answer = await ask(
    subscription,
    body,
    `${EVENTS}/PullPointSubscription/PullMessagesRequest`,
    subscription.parameters,
  );
  if (!answer.ok) return answer;
  const { PullMessagesResponse } = answer.value.body;
  if (PullMessagesResponse === undefined) return refuse("onvif/fault", { cause: failure("camera/events-unreadable") });
  return ok(nodes(node(PullMessagesResponse)?.NotificationMessage).slice(0, MAX_MESSAGES).flatMap(eventOf));
}

export async function renew(subscription: Subscription): Promise<Result<null, Failure>> {
  const until = (time: string): ReturnType<typeof soapExchange> => {
    const body = `<Renew xmlns="${NOTIFICATION}"><TerminationTime>${time}</TerminationTime></Renew>`;
    return ask(subscription, body, `${MANAGER}/RenewRequest`, subscription.parameters);
  };
  const first = await until(`PT${LIFETIME_MS / 1000}S`);
  if (first.ok || first.error.code !== "onvif/fault") return first.ok ? ok(null) : first;
  // Some cameras read no durations.
  const second = await until(new Date(Date.now() + LIFETIME_MS).toISOString().replace(/\.\d+Z$/, "Z"));
  return second.ok ? ok(null) : first;
}

/** Calls of subscriptions name their action and their receiver in the envelope too, as WS-Addressing requires. */
function ask(endpoint: Endpoint, body: string, action: string, parameters = ""): ReturnType<typeof soapExchange> {
  const header =
    `<Action xmlns="${ADDRESSING}">${action}</Action><To xmlns="${ADDRESSING}">${encodeURI(endpoint.url)}</To>` +
    `<MessageID xmlns="${ADDRESSING}">urn:uuid:${randomUUID()}</MessageID>${parameters}`;
  return soapExchange(endpoint, body, action, header);
}

function eventOf(notification: XmlNode): CameraEvent[] {
  // Some cameras leave out one of the two elements of this name.
  const outer = node(notification.Message);
  const message = node(outer?.Message) ?? (outer?.Data === undefined ? undefined : outer);
  const topic = plainLine(textOf(notification.Topic))
    .replaceAll(/[\w.-]+:/g, "")
    .replace(/^\/+/, "");
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
    items.map((item) => [plainLine(textOf(item["@Name"])), plainLine(textOf(item["@Value"]) || textOf(item))] as const),
  );
}
