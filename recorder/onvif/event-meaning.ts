/**
 * What a camera's events mean to readers of the system report. Motion is left out: it would drown the rest, and the
 * recorder detects motion itself, by its mask and its object size. Pure.
 */
import { type Failure, failure } from "#domain/failures/failure.ts";
import type { CameraEvent } from "./event-client.ts";

interface EventMeaning {
  /** as the report's chart groups it */
  readonly type: "Camera Tampered" | "Camera Input" | "Camera Fault" | "Camera Rule";
  readonly told: Failure;
}

type Plain =
  | "event/scene-changed"
  | "event/view-blocked"
  | "event/view-usable"
  | "event/sensor-dark"
  | "event/sensor-back";
/** Those that say where on the camera, when it does. */
type Placed = "event/hardware-fault" | "event/hardware-ok" | "event/input-on" | "event/input-off" | "event/rule-met";

interface Topic {
  readonly pattern: RegExp;
  readonly type: EventMeaning["type"];
  readonly begins: Plain | Placed;
  /** null: its end is no news */
  readonly ends: Plain | Placed | null;
}

const TOPICS: readonly Topic[] = [
  {
    pattern: /^VideoSource\/GlobalSceneChange/,
    type: "Camera Tampered",
    begins: "event/scene-changed",
    ends: null,
  },
  {
    pattern: /^VideoSource\/(ImageTooDark|ImageTooBlurry|ImageTooBright|Tampering)|TamperDetector/,
    type: "Camera Tampered",
    begins: "event/view-blocked",
    ends: "event/view-usable",
  },
  {
    pattern: /^VideoSource\/SignalLoss/,
    type: "Camera Fault",
    begins: "event/sensor-dark",
    ends: "event/sensor-back",
  },
  {
    pattern: /^Device\/HardwareFailure/,
    type: "Camera Fault",
    begins: "event/hardware-fault",
    ends: "event/hardware-ok",
  },
  {
    // the second as Axis sends it, the third as Reolink's doorbells do
    pattern: /^Device\/Trigger\/(DigitalInput|Relay)|^Device\/IO\/|^RuleEngine\/MyRuleDetector\/Visitor/,
    type: "Camera Input",
    begins: "event/input-on",
    ends: "event/input-off",
  },
  {
    pattern: /^RuleEngine\/(LineDetector|FieldDetector|LoiteringDetector|ObjectDetection)/,
    type: "Camera Rule",
    begins: "event/rule-met",
    ends: null,
  },
];

/** Names, in any case, under which cameras send the state. */
const STATES = ["state", "logicalstate", "isinside", "isloitering", "istampering", "failed", "value"];

/** `name`: of the camera. Null: no news, or nothing that we know. */
export function meaningOf({ topic, operation, source, data }: CameraEvent, name: string): EventMeaning | null {
  const known = TOPICS.find(({ pattern }) => pattern.test(topic));
  // The state at subscription, and things that no longer exist, are not events that just happened.
  if (!known || /^(?:initialized|deleted)$/i.test(operation)) return null;
  const byName = new Map(Object.entries(data).map(([name, value]) => [name.toLowerCase(), value]));
  const state = STATES.map((name) => byName.get(name)).find((value) => value !== undefined);
  const isSo = state === undefined || /^(true|1|on|yes|active)$/i.test(state);
  const code = isSo ? known.begins : known.ends;
  if (code === null) return null;
  const { type } = known;
  if (!isPlaced(code)) return { type, told: failure(code, { name }) };
  const about = Object.values(source)
    .filter((value) => value !== "")
    .join(", ");
  return { type, told: about === "" ? failure(code, { name }) : failure(PLACED[code], { name, about }) };
}

const PLACED = {
  "event/hardware-fault": "event/hardware-fault-of",
  "event/hardware-ok": "event/hardware-ok-of",
  "event/input-on": "event/input-on-of",
  "event/input-off": "event/input-off-of",
  "event/rule-met": "event/rule-met-of",
} as const satisfies Record<Placed, string>;
const isPlaced = (code: Plain | Placed): code is Placed => Object.hasOwn(PLACED, code);
