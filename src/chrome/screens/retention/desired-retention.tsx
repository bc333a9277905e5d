import { memo } from "react";
import { Input } from "react-aria-components/Input";
import { Text } from "react-aria-components/Text";
import { TextField } from "react-aria-components/TextField";
import type { AdminCamera } from "#actions/administration/camera-admin-actions.ts";
import { exceedsLicense, msToDays, type RetentionChoice, retentionMs } from "#domain/recordings/retention.ts";
import field from "#chrome/kit/field/field.module.css";
import { Switch } from "#chrome/kit/field/switch.tsx";
import form from "../administration/forms/form.module.css";
import { daysWords } from "../administration/streams/use-words.ts";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./retention.module.css";

interface DesiredRetentionProps extends RetentionChoice {
  readonly camera: AdminCamera;
  readonly isDisabled: boolean;
  /** the longest time that the license allows, ms; 0 = no limit */
  readonly licensedMs: number;
  readonly onChange: (camera: AdminCamera, part: Partial<RetentionChoice>) => void;
}

/**
 * Automatic or an override in days. It renders again only when one of its own facts changes, because there may be a
 * thousand rows.
 */
export const DesiredRetention = memo(function DesiredRetention(props: DesiredRetentionProps) {
  const { camera, override, daysDesired, isDisabled, licensedMs, onChange } = props;
  const say = useText();
  const wanted = retentionMs({ override, daysDesired });
  return (
    <div className={css.choice}>
      <Switch
        aria-label={say("retention.override", { name: camera.name })}
        isSelected={override}
        isDisabled={isDisabled}
        onChange={(on) => onChange(camera, { override: on })}
      >
        {say(override ? "retention.overrideShort" : "retention.automatic")}
      </Switch>
      {override ? (
        <TextField
          aria-label={say("retention.days", { name: camera.name })}
          value={daysDesired}
          isInvalid={!wanted.ok}
          isDisabled={isDisabled}
          onChange={(typed) => onChange(camera, { daysDesired: typed })}
          className={css.days ?? ""}
        >
          <Input className={field.input ?? ""} inputMode="decimal" />
          <span className={form.muted}>{say("retention.daysUnit")}</span>
          {wanted.ok && wanted.value === 0 ? (
            <Text slot="description" className={form.muted ?? ""}>
              {say("retention.zero")}
            </Text>
          ) : null}
        </TextField>
      ) : null}
      {wanted.ok && exceedsLicense(wanted.value, licensedMs) ? (
        <span className={form.bad}>{say("retention.licensed", { days: daysWords(say, msToDays(licensedMs)) })}</span>
      ) : null}
      {wanted.ok ? null : (
        <span className={field.error}>
          <FailureWords of={wanted.error} />
        </span>
      )}
    </div>
  );
});
