import { useState } from "react";
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
import { useForm } from "#chrome/kit/field/use-form.ts";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { CameraPicker } from "../administration/forms/camera-picker.tsx";
import { FormDialog } from "../administration/forms/form-dialog.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import picking from "../administration/forms/picking.module.css";
import css from "./notifications.module.css";

/** The value of the entry "none". */
const NONE = "none";

/** Adds (`notification` null) or edits a notification. The typed values stay when the server refuses them. */
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
  // The notification as it was when the dialog opened: a save must not undo the change of another user.
  const [before] = useState(notification);
  const only = smtpServers.length === 1 ? (smtpServers[0]?.id ?? "") : "";
  const form = useForm<NotificationForm>(
    notification ? notificationFormOf(notification) : emptyNotification(only),
    notificationFaults,
  );
  const { values, change } = form;
  const { scope, action, orchids, cameras, triggers, smtpServer } = values;
  const isUnscoped = scope === "list" && orchids.length + cameras.length === 0;

  return (
    <FormDialog
      title={say(notification ? "notifications.editTitle" : "notifications.add")}
      submitLabel={say("admin.save")}
      valid={form.isValid}
      wide
      onSubmit={() => notifications.save(before, values)}
      onDone={props.onSaved}
      onRefused={form.refused}
      now={notification}
      onClose={props.onClose}
    >
      <TextField
        {...form.field("name")}
        label={say("notifications.name")}
        hint={say("notifications.nameHint")}
        maxLength={200}
        autoComplete="off"
      />
      <fieldset className={picking.picker}>
        <legend>{say("notifications.triggers")}</legend>
        {TRIGGERS.map((trigger) => (
          <Checkbox
            key={trigger}
            isSelected={triggers.includes(trigger)}
            onChange={(on) =>
              change({ triggers: TRIGGERS.filter((each) => (each === trigger ? on : triggers.includes(each))) })
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
          onChange={(to) => change({ scope: to })}
        />
        {scope === "list" ? (
          <CameraPicker
            label={say("notifications.scopeList")}
            servers={places}
            picked={{ orchids, cameras }}
            wholeServers
            onChange={(picked) => change({ orchids: picked.orchids, cameras: picked.cameras })}
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
          onChange={(to) => change({ action: to })}
        />
        <p className={css.note}>{say(`notifications.${action}Hint`)}</p>
        {action === "digest" ? (
          <TextField
            {...form.field("digestTime")}
            label={say("notifications.time")}
            hint={say("notifications.timeHint")}
            type="time"
          />
        ) : null}
      </div>
      <TextField
        {...form.field("recipients")}
        label={say("notifications.recipients")}
        hint={say("notifications.recipientsHint")}
        multiline
      />
      <div className={css.stack}>
        <Select
          label={say("notifications.through")}
          value={smtpServer === "" ? NONE : smtpServer}
          options={[
            ...(smtpServer === "" ? [{ id: NONE, label: say("notifications.choose") }] : []),
            ...smtpServers.map(({ id, name }) => ({ id, label: name })),
          ]}
          onChange={(id) => change({ smtpServer: id === NONE ? "" : id })}
        />
        {smtpServer === "" && notification !== null ? (
          <p className={css.fault}>{say("notifications.noServer")}</p>
        ) : null}
      </div>
      <Checkbox isSelected={values.enabled} onChange={(enabled) => change({ enabled })}>
        {say("notifications.enabled")}
      </Checkbox>
    </FormDialog>
  );
}
