/** The nested groups; a click shows a group's cameras. */
import { IconFolder, IconFolderOpen, IconFolderPlus, IconPencil, IconTrash } from "@tabler/icons-react";
import { classes } from "#chrome/kit/classes.ts";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { type CameraGroup, camerasUnder, groupsIn, mayStandIn } from "#domain/cameras/camera-groups.ts";
import css from "./camera-groups.module.css";

interface GroupTreeProps {
  readonly groups: readonly CameraGroup[];
  readonly chosenId: string | null;
  readonly onChoose: (id: string) => void;
  readonly onAddInside: (id: string) => void;
  readonly onEdit: (group: CameraGroup) => void;
  readonly onRemove: (group: CameraGroup) => void;
}

export function GroupTree(props: GroupTreeProps) {
  const say = useText();
  return (
    <nav aria-label={say("cameraGroups.tree")}>
      <Branch {...props} parentId={null} />
    </nav>
  );
}

function Branch(props: GroupTreeProps & { readonly parentId: string | null }) {
  const { groups, chosenId, parentId } = props;
  const say = useText();
  const inside = groupsIn(groups, parentId);
  if (inside.length === 0) return null;
  return (
    <ul className={parentId === null ? css.tree : ""}>
      {inside.map((group) => {
        const chosen = group.id === chosenId;
        return (
          <li key={group.id}>
            <div className={classes(css.row, chosen && css.chosen)}>
              <button
                type="button"
                className={css.name}
                aria-current={chosen ? "true" : undefined}
                onClick={() => props.onChoose(group.id)}
              >
                {chosen ? <IconFolderOpen size={18} aria-hidden="true" /> : <IconFolder size={18} aria-hidden="true" />}
                <span className={css.text}>{group.name}</span>{" "}
                <span className={css.count}>
                  {say("cameraGroups.count", { count: camerasUnder(groups, group.id) })}
                </span>
              </button>
              <div className={css.buttons}>
                <IconButton
                  size="small"
                  label={say("cameraGroups.addInside", { name: group.name })}
                  isDisabled={mayStandIn(groups, null, group.id) !== "yes"}
                  onPress={() => props.onAddInside(group.id)}
                >
                  <IconFolderPlus size={16} aria-hidden="true" />
                </IconButton>
                <IconButton
                  size="small"
                  label={say("cameraGroups.edit", { name: group.name })}
                  onPress={() => props.onEdit(group)}
                >
                  <IconPencil size={16} aria-hidden="true" />
                </IconButton>
                <IconButton
                  size="small"
                  label={say("cameraGroups.remove", { name: group.name })}
                  onPress={() => props.onRemove(group)}
                >
                  <IconTrash size={16} aria-hidden="true" />
                </IconButton>
              </div>
            </div>
            <Branch {...props} parentId={group.id} />
          </li>
        );
      })}
    </ul>
  );
}
