/** What the dialogs of camera groups share: where a group stands, and whether its name is taken. */
import { Select } from "#chrome/kit/field/select.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { type CameraGroup, mayStandIn, pathToGroup } from "#domain/cameras/camera-groups.ts";
import { isNameTaken } from "#domain/same-name.ts";

const HOME = "home";

interface Groups {
  readonly groups: readonly CameraGroup[];
  /** null: a new group */
  readonly group: CameraGroup | null;
}

/** The group that this one stands in; null: it stands in none. */
export function GroupPlace(
  props: Groups & {
    readonly parentId: string | null;
    readonly onChange: (parentId: string | null) => void;
  },
) {
  const { groups, group, parentId, onChange } = props;
  const say = useText();
  const places = groups
    .filter((each) => mayStandIn(groups, group?.id ?? null, each.id) === "yes")
    .map(({ id }) => ({
      id,
      label: pathToGroup(groups, id)
        .map((step) => step.name)
        .join(" › "),
    }))
    .sort((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true }));
  return (
    <Select
      label={say("groups.inside")}
      options={[{ id: HOME, label: say("groups.home") }, ...places]}
      value={parentId ?? HOME}
      onChange={(id) => onChange(id === HOME ? null : id)}
    />
  );
}

/** Says that another group has this name, which is allowed. */
export function useGroupNameHint(groups: Groups["groups"], group: Groups["group"], name: string): string | undefined {
  const say = useText();
  const others = groups.flatMap((each) => (each.id === group?.id ? [] : [each.name]));
  return isNameTaken(name, others) ? say("groups.nameTaken") : undefined;
}
