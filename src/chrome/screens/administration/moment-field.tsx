/** A date with its time: typed in the form that the user menu says, or chosen in our own calendar (decision 0017). */
import { IconCalendar } from "@tabler/icons-react";
import { useState } from "react";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { lateChunk } from "#chrome/kit/feedback/chunk.tsx";
import { LatePart } from "#chrome/kit/feedback/late-part.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import type { Wording } from "#chrome/texts/use-failure-text.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useTimeHint } from "#chrome/use-shown-time.ts";
import { ownZone, readLocalTime, useLocalTime } from "./local-time.ts";
import css from "./moment-field.module.css";
import { useServerNow } from "./use-server-now.ts";

const Calendar = lateChunk(() => import("../stage/timeline/picker/moment-form.tsx"));

const EVERY_MS = 60_000;

export function MomentField(props: {
  readonly label: string;
  /** the end of a range that it is */
  readonly end: "from" | "to";
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error?: Wording | undefined;
}) {
  const { label, end, value, onChange } = props;
  const say = useText();
  const { write } = useLocalTime();
  const hint = useTimeHint(say("moment.hint"), "minute");
  const nowMs = useServerNow(EVERY_MS);
  const [isTyping, setTyping] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const calendar = say(`export.calendar.${end}`);
  const ms = readLocalTime(value);
  // Half a date is no mistake while somebody types it.
  const unread = value.trim() !== "" && ms === null && !isTyping ? say("moment.notATime") : undefined;
  const close = (): void => setOpen(false);
  return (
    <div className={css.field}>
      <TextField
        label={label}
        hint={hint}
        value={value}
        onChange={onChange}
        onFocusChange={setTyping}
        error={props.error ?? unread}
      />
      <IconButton label={calendar} onPress={() => setOpen(true)}>
        <IconCalendar size={18} />
      </IconButton>
      {isOpen ? (
        <LatePart onClose={close}>
          <Calendar
            title={calendar}
            timeMs={Math.min(ms ?? nowMs, nowMs)}
            zone={ownZone()}
            nowMs={() => nowMs}
            isToMinute
            onPick={(picked) => onChange(write(picked))}
            onClose={close}
          />
        </LatePart>
      ) : null}
    </div>
  );
}
