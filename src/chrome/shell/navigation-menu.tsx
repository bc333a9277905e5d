import { IconApps, IconMenu2 } from "@tabler/icons-react";
import { IconButton } from "../kit/button/icon-button.tsx";
import { MenuItem, MenuPopup, MenuTrigger, SubmenuTrigger } from "../kit/popup/menu.tsx";
import { useText } from "../texts/use-text.ts";
import { type Entry, useNavigationEntries } from "./navigation-entries.tsx";

/** The navigation as a menu: the visitor's entries, with the plugins' in a nested Apps submenu before the last two. */
export function NavigationMenu() {
  const say = useText();
  const { entries, apps } = useNavigationEntries();
  const ownEnd = entries.findIndex(({ id }) => id === "version");
  return (
    <MenuTrigger>
      <IconButton label={say("nav.menu")}>
        <IconMenu2 size={20} aria-hidden="true" />
      </IconButton>
      <MenuPopup label={say("nav.menu")}>
        {entries.slice(0, ownEnd).map(item)}
        {apps.length === 0 ? null : (
          <SubmenuTrigger>
            <MenuItem label={say("nav.apps")} icon={<IconApps size={16} />} />
            <MenuPopup label={say("nav.apps")} placement="start top">
              {apps.map(item)}
            </MenuPopup>
          </SubmenuTrigger>
        )}
        {entries.slice(ownEnd).map(item)}
      </MenuPopup>
    </MenuTrigger>
  );
}

const item = ({ id, label, icon, go }: Entry) => <MenuItem key={id} label={label} icon={icon} onAction={go} />;
