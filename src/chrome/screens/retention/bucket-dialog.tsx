/** Sets the archive in a bucket, or changes it (`before` not null). The server tries it before it saves. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { Select } from "#chrome/kit/field/select.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { type Form, useForm } from "#chrome/kit/field/use-form.ts";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { Notice } from "#chrome/screens/administration/page.tsx";
import { valueOf } from "#chrome/value-of.ts";
import { type Say, useText } from "#chrome/texts/use-text.ts";
import type { PickableServer } from "#domain/cameras/camera-picking.ts";
import { overChanges } from "#domain/changed-fields.ts";
import { BUCKET_ENCRYPTIONS, BUCKET_WHATS } from "#domain/recordings/bucket.ts";
import {
  bucketAsk,
  bucketFaults,
  type BucketForm,
  bucketForm,
  clockText,
  dueRules,
  hourChoices,
  keepsNothing,
  type ShownBucket,
} from "#domain/recordings/bucket-form.ts";
import css from "../administration/forms/form.module.css";
import { useBytesWords } from "#chrome/texts/use-bytes-words.ts";
import { FormDialog } from "../administration/forms/form-dialog.tsx";
import { CameraField } from "./camera-field.tsx";

type Fields = Form<BucketForm>;
type Cameras = PickableServer["cameras"];

export default function BucketDialog(props: {
  readonly before: ShownBucket | null;
  readonly cameras: Cameras;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) {
  const { bucket } = useAdministration();
  const say = useText();
  // The card is renewed meanwhile. One that was taken away meanwhile is set up again.
  const [first] = useState(props.before);
  const before = props.before ?? first;
  const form = useForm<BucketForm>(
    () => bucketForm(first),
    (typed) => bucketFaults(typed, before),
    { "bucket/no-answer": "endpoint", "bucket/no-bucket": "bucket", "bucket/denied": "accessKeyId" },
  );
  return (
    <FormDialog
      title={say(first === null ? "bucket.setUpTitle" : "bucket.changeTitle")}
      submitLabel={say("bucket.save")}
      valid={form.isValid}
      onSubmit={() => bucket.set(bucketAsk(overChanges(form.first, form.values, bucketForm(before)), before))}
      onDone={props.onSaved}
      onRefused={form.refused}
      now={bucketForm(props.before)}
      onClose={props.onClose}
      wide
    >
      <PlaceFields form={form} isKept={before !== null} />
      <GoingFields form={form} cameras={props.cameras} />
      <ProtectionFields form={form} isKept={before?.encryption === "own"} />
      <p className={css.small}>{say("bucket.tries")}</p>
    </FormDialog>
  );
}

const quiet = { autoComplete: "off", spellCheck: "false" } as const;

/** `isKept`: the server has a secret already. */
function PlaceFields({ form, isKept }: { readonly form: Fields; readonly isKept: boolean }) {
  const say = useText();
  return (
    <fieldset className={css.group}>
      <legend>{say("bucket.service")}</legend>
      <div className={css.row}>
        <TextField
          {...form.field("endpoint")}
          {...quiet}
          label={say("bucket.endpoint")}
          hint={say("bucket.endpointHint")}
        />
        <TextField {...form.field("region")} {...quiet} label={say("bucket.region")} maxLength={64} />
      </div>
      <div className={css.row}>
        <TextField {...form.field("bucket")} {...quiet} label={say("bucket.bucket")} maxLength={63} />
        <TextField {...form.field("prefix")} {...quiet} label={say("bucket.prefix")} hint={say("bucket.prefixHint")} />
      </div>
      <div className={css.row}>
        <TextField {...form.field("accessKeyId")} {...quiet} label={say("bucket.accessKeyId")} maxLength={200} />
        <TextField
          {...form.field("secretAccessKey")}
          label={say("bucket.secretAccessKey")}
          type="password"
          autoComplete="new-password"
          maxLength={400}
          {...(isKept ? { placeholder: say("bucket.asBefore") } : {})}
        />
      </div>
    </fieldset>
  );
}

/** What the rules would copy at once, while they are right. */
function DueNow({ form }: { readonly form: Fields }) {
  const { bucket } = useAdministration();
  const say = useText();
  const bytesWords = useBytesWords();
  const rules = dueRules(form.values);
  const due = useQuery({
    queryKey: ["bucket-due", rules],
    queryFn: ({ signal }) => (rules === null ? null : valueOf(bucket.due(rules, signal))),
    enabled: rules !== null,
  }).data;
  if (!due || rules === null) return null;
  const size = bytesWords(due.bytes);
  return (
    <p className={css.small} aria-live="polite">
      {say(due.isMore ? "bucket.dueMore" : "bucket.dueNow", { files: due.files, size })}
    </p>
  );
}

function GoingFields({ form, cameras }: { readonly form: Fields; readonly cameras: Cameras }) {
  const say = useText();
  const { values } = form;
  const number = (name: "afterDays" | "keepDays" | "limitMb", label: string, hint: ReactNode) => (
    <TextField {...form.field(name)} label={label} hint={hint} inputMode="decimal" autoComplete="off" />
  );
  return (
    <fieldset className={css.group}>
      <legend>{say("bucket.goes")}</legend>
      <Select
        label={say("bucket.what")}
        options={BUCKET_WHATS.map((id) => ({ id, label: say(`bucket.what.${id}`) }))}
        value={values.what}
        onChange={(chosen) => form.change({ what: chosen })}
      />
      {values.what === "evidence" ? null : (
        <CameraField
          cameras={cameras}
          chosen={values.cameras}
          onChange={(chosen) => form.change({ cameras: chosen })}
        />
      )}
      <div className={css.row}>
        {number("afterDays", say("bucket.afterDays"), say("bucket.afterDaysHint"))}
        {number("keepDays", say("bucket.keepDays"), say("bucket.keepDaysHint"))}
      </div>
      <DueNow form={form} />
      {keepsNothing(values) ? <Notice tone="warn">{say("bucket.keepsNothing")}</Notice> : null}
      <div className={css.row}>
        {number("limitMb", say("bucket.limit"), say("bucket.limitHint"))}
        <Select
          label={say("bucket.send")}
          options={[
            { id: "always", label: say("bucket.always") },
            { id: "hours", label: say("bucket.sendWithin") },
          ]}
          value={values.isAlways ? "always" : "hours"}
          onChange={(chosen) => form.change({ isAlways: chosen === "always" })}
        />
      </div>
      {values.isAlways ? null : <HourFields form={form} say={say} />}
    </fieldset>
  );
}

function HourFields({ form, say }: { readonly form: Fields; readonly say: Say }) {
  const { from, to } = form.values;
  const options = (first: number, chosen: string) =>
    hourChoices(first, chosen).map((id) => ({ id, label: clockText(Number(id)) }));
  return (
    <div>
      <div className={css.row}>
        <Select
          label={say("bucket.from")}
          options={options(0, from)}
          value={from}
          onChange={(chosen) => form.change({ from: chosen })}
        />
        <Select
          label={say("bucket.to")}
          options={options(1, to)}
          value={to}
          onChange={(chosen) => form.change({ to: chosen })}
        />
      </div>
      <p className={css.small}>{say("bucket.hoursHint")}</p>
    </div>
  );
}

/** `isKept`: the server has a passphrase already. */
function ProtectionFields({ form, isKept }: { readonly form: Fields; readonly isKept: boolean }) {
  const say = useText();
  const { encryption, holds } = form.values;
  return (
    <fieldset className={css.group}>
      <legend>{say("bucket.protection")}</legend>
      <div>
        <Select
          label={say("bucket.encryption")}
          options={BUCKET_ENCRYPTIONS.map((id) => ({ id, label: say(`bucket.encryption.${id}`) }))}
          value={encryption}
          onChange={(chosen) => form.change({ encryption: chosen })}
        />
        <p className={css.small}>{say(`bucket.encryptionHint.${encryption}`)}</p>
      </div>
      {encryption === "own" ? (
        <>
          <TextField
            {...form.field("passphrase")}
            {...quiet}
            label={say("bucket.passphrase")}
            hint={say("bucket.passphraseHint")}
            maxLength={400}
            {...(isKept ? { placeholder: say("bucket.asBefore") } : {})}
          />
          <Notice tone="warn">{say("bucket.passphraseLost")}</Notice>
        </>
      ) : null}
      <div>
        <Checkbox isSelected={holds} onChange={(chosen) => form.change({ holds: chosen })}>
          {say("bucket.holds")}
        </Checkbox>
        <p className={css.small}>{say("bucket.holdsHint")}</p>
      </div>
    </fieldset>
  );
}
