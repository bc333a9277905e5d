/** Sets the rule of thinning out, or changes it (`before` not null). It says what goes at once before it can be saved. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { Select } from "#chrome/kit/field/select.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useForm } from "#chrome/kit/field/use-form.ts";
import type { ThinningDue } from "#actions/administration/thinning-actions.ts";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { Notice } from "#chrome/screens/administration/page.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { valueOf } from "#chrome/value-of.ts";
import type { PickableServer } from "#domain/cameras/camera-picking.ts";
import { overChanges } from "#domain/changed-fields.ts";
import { refuse } from "#domain/failures/failure.ts";
import { THINNING_WHATS, type ThinningSpec } from "#domain/recordings/thinning.ts";
import { type ThinningForm, thinningFaults, thinningForm, thinningRuleOf } from "#domain/recordings/thinning-form.ts";
import { FormDialog } from "../administration/forms/form-dialog.tsx";
import css from "../administration/forms/form.module.css";
import { useBytesWords } from "#chrome/texts/use-bytes-words.ts";
import { CameraField } from "./camera-field.tsx";

const HOUR_MS = 3_600_000;

export default function ThinningDialog(props: {
  readonly before: ThinningSpec | null;
  readonly cameras: PickableServer["cameras"];
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) {
  const { thinning } = useAdministration();
  const say = useText();
  // The card is renewed meanwhile.
  const [before] = useState(props.before);
  const now = thinningForm(props.before ?? before);
  const [agreedTo, setAgreedTo] = useState("");
  const form = useForm<ThinningForm>(() => thinningForm(before), thinningFaults);
  // What was not typed here is as somebody else has made it meanwhile: what will be saved is what is shown as due, and agreed to.
  const rule = thinningRuleOf(overChanges(form.first, form.values, now));
  const ruleText = JSON.stringify(rule);
  const due = useQuery({
    queryKey: ["thinning-due", ruleText],
    queryFn: ({ signal }) => (rule === null ? null : valueOf(thinning.due(rule, signal))),
    enabled: rule !== null,
  });
  const { what } = form.values;
  const save = async () => (rule === null ? refuse("thinning/bad-days") : await thinning.set(rule));
  const isAgreed = rule !== null && agreedTo === ruleText;
  return (
    <FormDialog
      title={say(before === null ? "thinning.setUpTitle" : "thinning.changeTitle")}
      submitLabel={say("thinning.save")}
      valid={form.isValid && isAgreed && due.data != null}
      onSubmit={save}
      onDone={props.onSaved}
      onClose={props.onClose}
      now={thinningForm(props.before)}
      wide
    >
      <div>
        <Select
          label={say("thinning.what")}
          options={THINNING_WHATS.map((id) => ({ id, label: say(`thinning.what.${id}`) }))}
          value={what}
          onChange={(chosen) => form.change({ what: chosen })}
        />
        <p className={css.small}>{say(`thinning.whatHint.${what}`)}</p>
      </div>
      <div className={css.row}>
        <TextField
          {...form.field("afterDays")}
          label={say("thinning.afterDays")}
          inputMode="decimal"
          autoComplete="off"
        />
        {what === "motion" ? (
          <TextField
            {...form.field("marginS")}
            label={say("thinning.marginS")}
            inputMode="decimal"
            autoComplete="off"
          />
        ) : null}
      </div>
      <CameraField
        cameras={props.cameras}
        chosen={form.values.cameras}
        onChange={(cameras) => form.change({ cameras })}
      />
      <p className={css.small}>{say("thinning.never")}</p>
      <p className={css.small}>{say("thinning.override")}</p>
      {due.isError ? <Notice tone="warn">{say("thinning.unknown")}</Notice> : null}
      {rule !== null && due.data ? <DueNow due={due.data} what={rule.what} /> : null}
      {rule !== null && due.isPending ? <p className={css.small}>{say("thinning.looking")}</p> : null}
      <Checkbox
        isSelected={isAgreed}
        isDisabled={rule === null || due.data == null}
        onChange={(chosen) => setAgreedTo(chosen ? ruleText : "")}
      >
        {say("thinning.agree")}
      </Checkbox>
    </FormDialog>
  );
}

/** What the rule would do at once. */
function DueNow({ due, what }: { readonly due: ThinningDue; readonly what: ThinningSpec["what"] }) {
  const say = useText();
  const bytesWords = useBytesWords();
  if (due.files === 0) return <p aria-live="polite">{say("thinning.dueNothing")}</p>;
  const hours = (ms: number): number => Math.round((10 * ms) / HOUR_MS) / 10;
  const words = say(`thinning.due.${what}`, {
    files: due.files,
    hours: hours(due.recorded),
    gone: hours(due.gone),
    size: bytesWords(due.bytes),
    freed: bytesWords(due.freedBytes),
  });
  return (
    <div aria-live="polite">
      <Notice tone="warn">{due.isMore ? say("thinning.dueMore", { words }) : words}</Notice>
    </div>
  );
}
