/** Who belongs to which permission group, after a change: pure rules over the whole list of groups. */
import type { StoredGroup } from "./permission-rows.ts";

interface MembersChange {
  /** all groups */
  readonly groups: readonly StoredGroup[];
  /** those that are not as they were */
  readonly changed: readonly StoredGroup[];
}

/** The account is a member of the named groups and of no others. */
export const withGroupsOf = (
  groups: readonly StoredGroup[],
  userId: string,
  groupIds: readonly string[],
): MembersChange =>
  changeOf(groups, (group) => {
    const [isMember, shall] = [group.members.includes(userId), groupIds.includes(group.id)];
    if (isMember === shall) return group;
    const others = group.members.filter((id) => id !== userId);
    return { ...group, members: shall ? [...others, userId] : others };
  });

/** The group is gone; those that it was a member of go on without it. */
export const withoutGroup = (groups: readonly StoredGroup[], groupId: string): MembersChange =>
  changeOf(
    groups.filter(({ id }) => id !== groupId),
    (group) =>
      group.memberGroups.includes(groupId)
        ? { ...group, memberGroups: group.memberGroups.filter((id) => id !== groupId) }
        : group,
  );

function changeOf(before: readonly StoredGroup[], change: (group: StoredGroup) => StoredGroup): MembersChange {
  const groups = before.map(change);
  return { groups, changed: groups.filter((group, at) => group !== before[at]) };
}
