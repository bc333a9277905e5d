/** The ability sets of one side of a permission group: those that it grants, or those that it revokes. */
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { Button } from "#chrome/kit/button/button.tsx";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { Choice } from "#chrome/kit/field/choice.tsx";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { CameraViewsField } from "../administration/forms/camera-views-field.tsx";
import { CameraPicker } from "../administration/forms/camera-picker.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import type { PickableServer } from "#domain/cameras/camera-picking.ts";
import {
  ABILITIES,
  type AbilitySet,
  hasAbility,
  isApart,
  newSet,
  setFault,
  viewsOfSet,
  withAbility,
  withViewsOfSet,
} from "#domain/accounts/permission-editing.ts";
import css from "./permission-groups.module.css";

export function AbilitySets(props: {
  readonly side: "granted" | "revoked";
  readonly sets: readonly AbilitySet[];
  readonly servers: readonly PickableServer[];
  readonly onChange: (sets: readonly AbilitySet[]) => void;
}) {
  const { side, sets, servers, onChange } = props;
  const say = useText();
  const granted = side === "granted";
  return (
    <section className={css.sets} aria-label={say(granted ? "permissions.grantedTitle" : "permissions.revokedTitle")}>
      <h3>{say(granted ? "permissions.grantedTitle" : "permissions.revokedTitle")}</h3>
      {granted ? null : <p className={css.note}>{say("permissions.revokedHint")}</p>}
      {sets.length === 0 ? (
        <p className={css.note}>{say(granted ? "permissions.noGranted" : "permissions.noRevoked")}</p>
      ) : null}
      {sets.map((set, at) => (
        <SetEditor
          // Sets have no ids, so their position identifies them.
          key={at}
          name={say(granted ? "permissions.grantedSet" : "permissions.revokedSet", { number: at + 1 })}
          set={set}
          servers={servers}
          isGrant={granted}
          onChange={(changed) => onChange(sets.with(at, changed))}
          onRemove={() => onChange(sets.toSpliced(at, 1))}
        />
      ))}
      <div>
        <Button size="small" onPress={() => onChange([...sets, newSet])}>
          <IconPlus size={16} aria-hidden="true" />
          {say(granted ? "permissions.addGranted" : "permissions.addRevoked")}
        </Button>
      </div>
    </section>
  );
}

function SetEditor(props: {
  readonly name: string;
  readonly set: AbilitySet;
  readonly servers: readonly PickableServer[];
  /** it may grant single views; revoked are whole cameras */
  readonly isGrant: boolean;
  readonly onChange: (set: AbilitySet) => void;
  readonly onRemove: () => void;
}) {
  const { name, set, onChange } = props;
  const say = useText();
  const fault = setFault(set);
  const all = set.abilities.includes("all");
  return (
    <fieldset className={css.set} aria-label={name}>
      <div className={css.setHead}>
        <span>{name}</span>
        <IconButton size="small" label={say("permissions.removeSet", { set: name })} onPress={props.onRemove}>
          <IconTrash size={16} aria-hidden="true" />
        </IconButton>
      </div>
      <fieldset className={css.abilities} aria-label={say("permissions.abilities")}>
        {(["all", ...ABILITIES] as const).map((ability) => (
          <Checkbox
            key={ability}
            isSelected={hasAbility(set.abilities, ability)}
            isDisabled={all && ability !== "all" && !isApart(ability)}
            onChange={(on) => onChange({ ...set, abilities: withAbility(set.abilities, ability, on) })}
          >
            {say(`ability.${ability}`)}
          </Checkbox>
        ))}
      </fieldset>
      <Choice
        label={say("permissions.where")}
        value={set.scope}
        options={[
          { id: "all", label: say("permissions.scopeAll") },
          { id: "list", label: say("permissions.scopeList") },
        ]}
        onChange={(scope) => onChange({ ...set, scope })}
      />
      {set.scope === "list" ? (
        <CameraPicker
          label={say("permissions.scopeList")}
          servers={props.servers}
          picked={set}
          wholeServers
          onChange={(picked) => onChange({ ...set, ...picked })}
        />
      ) : null}
      {set.scope === "list" && props.isGrant ? (
        <CameraViewsField
          of="permissions"
          value={viewsOfSet(set)}
          onChange={(views) => onChange(withViewsOfSet(set, views, props.servers))}
        />
      ) : null}
      {fault === null ? null : (
        <p className={css.fault}>
          {say(fault === "no-ability" ? "permissions.needsAbility" : "permissions.needsCamera")}
        </p>
      )}
    </fieldset>
  );
}
