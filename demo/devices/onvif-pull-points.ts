/** The event service of a demo camera: a pull point delays its answer until an event happens. */
import { randomUUID } from "node:crypto";
import { escapeXml } from "./onvif-xml.ts";

const LIFETIME_MS = 60_000;
const MAX_POINTS = 16;
const MAX_WAITING = 100;
const MAX_HOLD_MS = 10_000;

export interface OnvifEvent {
  /** with its prefix, e.g. "tns1:Device/Trigger/DigitalInput" */
  readonly topic: string;
  readonly source: Readonly<Record<string, string>>;
  readonly data: Readonly<Record<string, string>>;
  readonly operation?: "Initialized" | "Changed";
}

interface PullPoint {
  readonly messages: string[];
  untilMs: number;
  wake: (() => void) | null;
}

export class OnvifPullPoints {
  readonly #points = new Map<string, PullPoint>();

  /** Null: there are too many pull points. */
  create(nowMs: number): string | null {
    for (const [id, { untilMs }] of this.#points) if (untilMs < nowMs) this.#points.delete(id);
    if (this.#points.size >= MAX_POINTS) return null;
    const id = randomUUID();
    this.#points.set(id, { messages: [], untilMs: nowMs + LIFETIME_MS, wake: null });
    return id;
  }

  renew(id: string, nowMs: number): boolean {
    const point = this.#points.get(id);
    if (point) point.untilMs = nowMs + LIFETIME_MS;
    return point !== undefined;
  }

  remove(id: string): boolean {
    this.#points.get(id)?.wake?.();
    return this.#points.delete(id);
  }

  /** The messages as XML, at the latest after `holdMs`; null: there is no such pull point. */
  async pull(id: string, holdMs: number): Promise<string | null> {
    const point = this.#points.get(id);
    if (!point) return null;
    if (point.messages.length === 0)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(MAX_HOLD_MS, holdMs));
        point.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    point.wake = null;
    return point.messages.splice(0).join("");
  }

  /** Delivers an event to every pull point that has subscribed to it. */
  publish(event: OnvifEvent): void {
    const message = messageXml(event);
    for (const point of this.#points.values()) {
      if (point.messages.length < MAX_WAITING) point.messages.push(message);
      point.wake?.();
    }
  }

  /** Answers all waiting requests. */
  close(): void {
    for (const id of [...this.#points.keys()]) this.remove(id);
  }
}

function messageXml({ topic, source, data, operation = "Changed" }: OnvifEvent): string {
  const items = (values: Readonly<Record<string, string>>): string =>
    Object.entries(values)
      .map(([name, value]) => `<tt:SimpleItem Name="${escapeXml(name)}" Value="${escapeXml(value)}"/>`)
      .join("");
  return (
    '<wsnt:NotificationMessage xmlns:wsnt="http://docs.oasis-open.org/wsn/b-2" xmlns:tns1="http://www.onvif.org/ver10/topics">' +
    `<wsnt:Topic Dialect="http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet">${escapeXml(topic)}</wsnt:Topic>` +
    `<wsnt:Message><tt:Message UtcTime="${new Date().toISOString()}" PropertyOperation="${operation}">` +
    `<tt:Source>${items(source)}</tt:Source><tt:Data>${items(data)}</tt:Data></tt:Message></wsnt:Message></wsnt:NotificationMessage>`
  );
}
