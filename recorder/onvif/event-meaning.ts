/**
 * What a camera's events mean to readers of the system report. Motion is left out: it would drown the rest, and the
 * recorder
 * detects motion itself, by its mask and its object size. Pure.
 */
import type { CameraEvent } from "./event-client.ts";

export interface EventMeaning {
  /** as the report's chart groups it */
  readonly type: "Camera Tampered" | "Camera Input" | "Camera Fault" | "Camera Rule";
  /** text that follows the camera's name */
  readonly text: string;
}

interface Topic {
  readonly pattern: RegExp;
  readonly type: EventMeaning["type"];
  readonly begins: string;
  /** null: its end is no news */
  readonly ends: string | null;
}

const TOPICS: readonly Topic[] = [
  {
    pattern: /^VideoSource\/GlobalSceneChange/,
    type: "Camera Tampered",
    begins: "reports that its whole picture has changed.",
    ends: null,
  },
  {
    pattern: /^VideoSource\/(ImageTooDark|ImageTooBlurry|ImageTooBright|Tampering)|TamperDetector/,
    type: "Camera Tampered",
    begins: "reports that its view is blocked or unusable.",
    ends: "reports that its view is usable again.",
  },
  {
    pattern: /^VideoSource\/SignalLoss/,
    type: "Camera Fault",
    begins: "reports that its sensor gives no picture.",
    ends: "reports that its sensor gives pictures again.",
  },
  {
    pattern: /^Device\/HardwareFailure/,
    type: "Camera Fault",
    begins: "reports a hardware failure",
    ends: "reports that a hardware failure is over",
  },
  {
    // the second as Axis sends it, the third as Reolink's doorbells do
    pattern: /^Device\/Trigger\/(DigitalInput|Relay)|^Device\/IO\/|^RuleEngine\/MyRuleDetector\/Visitor/,
    type: "Camera Input",
    begins: "reports that an input is on",
    ends: "reports that an input is off",
  },
  {
    pattern: /^RuleEngine\/(LineDetector|FieldDetector|LoiteringDetector|ObjectDetection)/,
    type: "Camera Rule",
    begins: "reports that its rule was met",
    ends: null,
  },
];

/** Names, in any case, under which cameras send the state. */
const STATES = ["state", "logicalstate", "isinside", "isloitering", "istampering", "failed", "value"];

/** Null: not news, or not an event that we know. */
export function meaningOf({ topic, operation, source, data }: CameraEvent): EventMeaning | null {
  const known = TOPICS.find(({ pattern }) => pattern.test(topic));
  // The state at subscription, and things that no longer exist, are not events that just happened.
  if (!known || operation === "Initialized" || operation === "Deleted") return null;
  const byName = new Map(Object.entries(data).map(([name, value]) => [name.toLowerCase(), value]));
  const state = STATES.map((name) => byName.get(name)).find((value) => value !== undefined);
  const isSo = state === undefined || /^(true|1|on|active)$/i.test(state);
  const words = isSo ? known.begins : known.ends;
  if (words === null) return null;
  if (words.endsWith(".")) return { type: known.type, text: words };
  const about = Object.values(source).filter((value) => value !== "");
  return { type: known.type, text: about.length === 0 ? `${words}.` : `${words}: ${about.join(", ")}.` };
}
