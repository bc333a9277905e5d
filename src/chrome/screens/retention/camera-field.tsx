/** The choice of cameras of a rule: all, also those that come later, or some, one by one or by camera group. */
import { useEffect, useMemo } from "react";
import type { PickableServer } from "#domain/cameras/camera-picking.ts";
import { groupPick, pickableGroups, pickGroup } from "#domain/cameras/group-picking.ts";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { CameraPicker } from "../administration/forms/camera-picker.tsx";
import css from "../administration/forms/picking.module.css";

/** The one server of the choice. */
const HERE = "here";

interface Choice {
  readonly cameras: PickableServer["cameras"];
  /** ids; null = all */
  readonly chosen: readonly string[] | null;
  readonly onChange: (chosen: readonly string[] | null) => void;
}

export function CameraField(props: Choice) {
  const { cameras, chosen } = props;
  const say = useText();
  return (
    <>
      <CameraPicker
        label={say("bucket.cameras")}
        servers={[{ id: HERE, name: say("bucket.allCameras"), cameras }]}
        picked={
          chosen === null
            ? { orchids: [HERE], cameras: [] }
            : { orchids: [], cameras: chosen.map((id) => ({ orchidId: HERE, id })) }
        }
        wholeServers
        onChange={(picked) => props.onChange(picked.orchids.length > 0 ? null : picked.cameras.map(({ id }) => id))}
      />
      <GroupField {...props} />
    </>
  );
}

/** What somebody changes in a group later must not decide over recordings: its cameras are chosen, not the group. */
function GroupField({ cameras, chosen, onChange }: Choice) {
  const { stores } = useProduct();
  const { groups: verbs } = useWorkspace();
  const say = useText();
  const all = useFacts(stores.groups, (facts) => facts.groups);
  const groups = useMemo(() => pickableGroups(all, cameras), [all, cameras]);
  useEffect(() => void verbs.load(), [verbs]);
  if (groups.length === 0) return null;
  return (
    <fieldset className={css.picker}>
      <legend>{say("rule.groups")}</legend>
      <ul className={css.box}>
        {groups.map((group) => {
          const pick = groupPick(chosen, group);
          return (
            <li key={group.id} className={css.server}>
              <Checkbox
                isSelected={pick === "every"}
                isIndeterminate={pick === "some"}
                onChange={() => onChange(pickGroup(chosen, group, pick !== "every", cameras))}
              >
                {group.name}
              </Checkbox>
              <span className={css.count}>{say("rule.groupCount", { count: group.cameras.length })}</span>
            </li>
          );
        })}
      </ul>
      <p className={css.note}>{say("rule.groupsHint")}</p>
    </fieldset>
  );
}
