import { useState } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import {
  emptyNotification,
  type NotificationEntry,
  notificationFaults,
  type NotificationForm,
  notificationFormOf,
  type SmtpServerEntry,
} from "#domain/servers/notification-form.ts";
import type { PickableServer } from "#domain/cameras/camera-picking.ts";
import { TRIGGERS } from "#domain/servers/notifications.ts";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { Choice } from "#chrome/kit/field/choice.tsx";
import { Select } from "#chrome/kit/field/select.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { CameraPicker } from "../administration/forms/camera-picker.tsx";
import { FormDialog } from "../administration/forms/form-dialog.tsx";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./notifications.module.css";
import { resolved } from "./resolved.ts";

/** The choice that is none. */
const NONE = "none";

/** Adds (`notification` null) or edits a notification. What was typed stays when the server refuses. */
export function NotificationDialog(props: {
  readonly notification: NotificationEntry | null;
  readonly smtpServers: readonly SmtpServerEntry[];
  readonly places: readonly PickableServer[];
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) {
  const { notification, smtpServers, places } = props;
  const { notifications } = useAdministration();
  const say = useText();
  // What it was when the dialog opened: somebody else's change is not undone by ours.
  const [before] = useState(notification);
  const only = smtpServers.length === 1 ? (smtpServers[0]?.id ?? "") : "";
  const { control, formState, getValues, setValue } = useForm<NotificationForm>({
    mode: "onTouched",
    defaultValues: notification ? notificationFormOf(notification) : emptyNotification(only),
    resolver: resolved(notificationFaults),
  });
  const scope = useWatch({ control, name: "scope" });
  const action = useWatch({ control, name: "action" });
  const orchids = useWatch({ control, name: "orchids" });
  const cameras = useWatch({ control, name: "cameras" });
  const triggers = useWatch({ control, name: "triggers" });
  const { errors } = formState;
  const isUnscoped = scope === "list" && orchids.length + cameras.length === 0;
  const change = { shouldValidate: true, shouldDirty: true };

  return (
    <FormDialog
      title={say(notification ? "notifications.editTitle" : "notifications.addTitle")}
      submitLabel={say("admin.save")}
      valid={formState.isValid}
      wide
      onSubmit={() => notifications.save(before, getValues())}
      onDone={props.onSaved}
      onClose={props.onClose}
    >
      <Controller
        control={control}
        name="name"
        render={({ field: { ref, ...field } }) => (
          <TextField
            label={say("notifications.name")}
            hint={say("notifications.nameHint")}
            {...field}
            inputRef={ref}
            maxLength={200}
            autoComplete="off"
            error={errors.name?.message}
          />
        )}
      />
      <fieldset className={css.triggers}>
        <legend>{say("notifications.triggers")}</legend>
        {TRIGGERS.map((trigger) => (
          <Checkbox
            key={trigger}
            isSelected={triggers.includes(trigger)}
            onChange={(on) =>
              setValue(
                "triggers",
                TRIGGERS.filter((each) => (each === trigger ? on : triggers.includes(each))),
                change,
              )
            }
          >
            {say(`trigger.${trigger}`)}
          </Checkbox>
        ))}
        {triggers.length === 0 ? <p className={css.fault}>{say("failure.notification/trigger-required")}</p> : null}
      </fieldset>
      <div className={css.stack}>
        <Choice
          label={say("notifications.scope")}
          value={scope}
          options={[
            { id: "all", label: say("notifications.scopeAll") },
            { id: "list", label: say("notifications.scopeList") },
          ]}
          onChange={(to) => setValue("scope", to, change)}
        />
        {scope === "list" ? (
          <CameraPicker
            label={say("notifications.scopeList")}
            servers={places}
            picked={{ orchids, cameras }}
            wholeServers
            onChange={(picked) => {
              setValue("orchids", picked.orchids, { shouldDirty: true });
              setValue("cameras", picked.cameras, change);
            }}
          />
        ) : null}
        {isUnscoped ? <p className={css.fault}>{say("failure.notification/scope-required")}</p> : null}
      </div>
      <div className={css.stack}>
        <Choice
          label={say("notifications.action")}
          value={action}
          options={[
            { id: "immediate", label: say("notifications.immediate") },
            { id: "digest", label: say("notifications.digest") },
          ]}
          onChange={(to) => setValue("action", to, change)}
        />
        <p className={css.note}>{say(`notifications.${action}Hint`)}</p>
        {action === "digest" ? (
          <Controller
            control={control}
            name="digestTime"
            render={({ field: { ref, ...field } }) => (
              <TextField
                label={say("notifications.time")}
                hint={say("notifications.timeHint")}
                type="time"
                {...field}
                inputRef={ref}
                error={errors.digestTime?.message}
              />
            )}
          />
        ) : null}
      </div>
      <Controller
        control={control}
        name="recipients"
        render={({ field: { ref: _ref, ...field } }) => (
          <TextField
            label={say("notifications.recipients")}
            hint={say("notifications.recipientsHint")}
            multiline
            {...field}
            error={errors.recipients?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="smtpServer"
        render={({ field: { value, onChange } }) => (
          <div className={css.stack}>
            <Select
              label={say("notifications.through")}
              value={value === "" ? NONE : value}
              options={[
                ...(value === "" ? [{ id: NONE, label: say("notifications.choose") }] : []),
                ...smtpServers.map(({ id, name }) => ({ id, label: name })),
              ]}
              onChange={(id) => onChange(id === NONE ? "" : id)}
            />
            {value === "" && notification !== null ? (
              <p className={css.fault}>
                <FailureWords of={say("notifications.noServer")} />
              </p>
            ) : null}
          </div>
        )}
      />
      <Controller
        control={control}
        name="enabled"
        render={({ field: { value, onChange } }) => (
          <Checkbox isSelected={value} onChange={onChange}>
            {say("notifications.enabled")}
          </Checkbox>
        )}
      />
    </FormDialog>
  );
}
