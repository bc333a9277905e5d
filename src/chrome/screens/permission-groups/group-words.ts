/** Describes in words what a permission group grants and revokes. */
import { useIntl } from "react-intl";
import { useText } from "#chrome/texts/use-text.ts";
import {
  ABILITIES,
  type AbilitySet,
  hasAbility,
  type PermissionGroupForm,
} from "#domain/accounts/permission-editing.ts";

interface GroupWords {
  readonly given: readonly string[];
  readonly taken: readonly string[];
}

export function useGroupWords(): (group: PermissionGroupForm) => GroupWords {
  const say = useText();
  const intl = useIntl();
  const list = (words: readonly string[]): string => intl.formatList(words, { type: "unit" });
  const abilitiesOf = ({ abilities }: AbilitySet): string =>
    list(
      (["all", ...ABILITIES] as const)
        // "All" includes the others, so they are not listed beside it.
        .filter((each) => (abilities.includes("all") ? abilities.includes(each) : hasAbility(abilities, each)))
        .map((each) => say(`ability.${each}`)),
    );
  const whereOf = ({ scope, orchids, cameras, byViews = [] }: AbilitySet): string =>
    scope === "all"
      ? say("permissions.everywhere")
      : list([
          ...(orchids.length > 0 ? [say("permissions.someServers", { count: orchids.length })] : []),
          ...(cameras.length > 0 ? [say("permissions.someCameras", { count: cameras.length })] : []),
          ...(byViews.length > 0 ? [say("permissions.someByViews", { count: byViews.length })] : []),
        ]);
  return ({ admin, apps, granted, revoked }) => {
    // Nothing is added to the rights of administrators, and nothing is taken from them.
    if (admin) return { given: [say("permissions.givesAdmin")], taken: [] };
    const given = granted.map((set) =>
      say("permissions.granted", { abilities: abilitiesOf(set), where: whereOf(set) }),
    );
    if (apps === "all") given.push(say("permissions.appsAll"));
    else if (apps.length > 0) given.push(say("permissions.appsSome", { count: apps.length }));
    const taken = revoked.map((set) =>
      say("permissions.revoked", { abilities: abilitiesOf(set), where: whereOf(set) }),
    );
    return { given, taken };
  };
}
