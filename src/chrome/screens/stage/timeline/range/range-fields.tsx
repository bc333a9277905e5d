/** Start, end and length of the range as they are typed. What is no range is said, and changes nothing. */
import { useState } from "react";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { useShownTime, useTimeHint } from "#chrome/use-shown-time.ts";
import { namedZone } from "#domain/timeline/named-zone.ts";
import { lengthLabel, readLength } from "#domain/timeline/strip/stills.ts";
import { durationOf, type TimeWindow } from "#domain/timeline/time-window.ts";
import { zoneOf } from "#state/timeline-store.ts";
import { readTime } from "#domain/timeline/read-time.ts";
import css from "./range.module.css";

type Field = "from" | "to" | "length";
interface Typed {
  readonly field: Field;
  readonly text: string;
}

export function RangeFields(props: { readonly range: TimeWindow; readonly onChoose: (range: TimeWindow) => void }) {
  const { range, onChoose } = props;
  const { stores } = useProduct();
  const { timeline } = useWorkspace();
  const say = useText();
  const zone = namedZone(useFacts(stores.timeline, zoneOf));
  /** what is being typed; the other fields follow the range */
  const [typed, setTyped] = useState<Typed | null>(null);
  const { second } = useShownTime();
  const timeHint = useTimeHint(say("range.timeHint"));
  const clock = (timeMs: number): string => second(timeMs, zone);
  const texts: Readonly<Record<Field, string>> = {
    from: clock(range.startMs),
    to: clock(range.stopMs),
    length: lengthLabel(durationOf(range)),
  };
  const wanted = typed && rangeOf(typed, range, timeline.nowMs(), (text) => readTime(text, zone));
  const isRange = wanted !== null && wanted.stopMs > wanted.startMs && wanted.stopMs <= timeline.nowMs();
  const fault = (field: Field): string | undefined => {
    if (typed?.field !== field || isRange || typed.text === texts[field]) return undefined;
    return say(wanted ? "range.order" : field === "length" ? "range.notALength" : "range.notATime");
  };
  const apply = (): void => {
    if (typed && wanted && isRange && typed.text !== texts[typed.field]) onChoose(wanted);
    setTyped(null);
  };
  const field = (name: Field, hint: string) => {
    const error = fault(name);
    return (
      <TextField
        label={say(`range.${name}`)}
        hint={hint}
        value={typed?.field === name ? typed.text : texts[name]}
        onChange={(text) => setTyped({ field: name, text })}
        onBlur={() => isRange && apply()}
        onKeyDown={(event) => {
          if (event.key === "Enter" && isRange) apply();
          else event.continuePropagation();
        }}
        {...(error === undefined ? {} : { error })}
      />
    );
  };
  return (
    <div className={css.fields}>
      {field("from", timeHint)}
      {field("to", timeHint)}
      {field("length", say("range.lengthHint"))}
    </div>
  );
}

/** The range with one of its three numbers changed: a length is counted from the start, or from now where it is too long. */
function rangeOf(
  { field, text }: Typed,
  range: TimeWindow,
  nowMs: number,
  timeOf: (text: string) => number | null,
): TimeWindow | null {
  if (field === "length") {
    const lengthMs = readLength(text);
    if (lengthMs === null) return null;
    const startMs = Math.min(range.startMs, Math.floor(nowMs) - lengthMs);
    return { startMs, stopMs: startMs + lengthMs };
  }
  const timeMs = timeOf(text);
  if (timeMs === null) return null;
  return field === "from" ? { ...range, startMs: timeMs } : { ...range, stopMs: timeMs };
}
