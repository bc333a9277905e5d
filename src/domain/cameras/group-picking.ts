/** Choosing the cameras of camera groups for a rule: the cameras that a group has now, not the group. */
import { type CameraGroup, groupedUnder, pathToGroup } from "./camera-groups.ts";

interface PickableGroup {
  readonly id: string;
  /** with the groups that it stands in: "Site / Yard" */
  readonly name: string;
  /** ids, with those of the groups inside it */
  readonly cameras: readonly string[];
}

/** The groups that hold one of these cameras, by name. */
export function pickableGroups(groups: readonly CameraGroup[], cameras: readonly { readonly id: string }[]) {
  const known = new Set(cameras.map(({ id }) => id));
  return groups
    .map(({ id }): PickableGroup => {
      const name = pathToGroup(groups, id).map((each) => each.name);
      return {
        id,
        name: name.join(" / "),
        cameras: groupedUnder(groups, id).flatMap((camera) => (known.has(camera.id) ? [camera.id] : [])),
      };
    })
    .filter((group) => group.cameras.length > 0)
    .toSorted((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));
}

/** `chosen`: ids; null = all. */
export function groupPick(chosen: readonly string[] | null, { cameras }: PickableGroup): "every" | "some" | "none" {
  if (chosen === null) return "every";
  const ids = new Set(chosen);
  const count = cameras.filter((id) => ids.has(id)).length;
  if (count === 0) return "none";
  return count === cameras.length ? "every" : "some";
}

/** Adds the cameras of a group, or takes them out: of all cameras the others are left, named one by one. */
export function pickGroup(
  chosen: readonly string[] | null,
  { cameras }: PickableGroup,
  isOn: boolean,
  all: readonly { readonly id: string }[],
): readonly string[] | null {
  if (isOn) return chosen === null ? null : [...new Set([...chosen, ...cameras])];
  const off = new Set(cameras);
  return (chosen ?? all.map(({ id }) => id)).filter((id) => !off.has(id));
}
