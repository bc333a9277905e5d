import {
  IconBell,
  IconCamera,
  IconClockPause,
  IconFolders,
  IconHeartRateMonitor,
  IconInfoCircle,
  IconKey,
  IconLayoutGrid,
  IconLicense,
  IconLogout,
  IconMenu2,
  IconReportAnalytics,
  IconServer,
  IconUsers,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { type NavigationEntry, navigationFor } from "#domain/routes.ts";
import { visitorOf } from "#state/session-store.ts";
import { IconButton } from "../kit/icon-button.tsx";
import { MenuItem, MenuPopup, MenuTrigger } from "../kit/menu.tsx";
import { useProduct } from "../product.ts";
import type { TextId } from "../texts/en.ts";
import { useText } from "../texts/use-text.ts";
import { sameFields, useFacts } from "../use-facts.ts";

const icons: Partial<Record<NavigationEntry["id"], ReactNode>> = {
  stage: <IconLayoutGrid size={16} />,
  servers: <IconServer size={16} />,
  cameras: <IconCamera size={16} />,
  "retention-policy": <IconClockPause size={16} />,
  users: <IconUsers size={16} />,
  "camera-groups": <IconFolders size={16} />,
  "permission-groups": <IconKey size={16} />,
  notifications: <IconBell size={16} />,
  "system-status": <IconHeartRateMonitor size={16} />,
  "system-report": <IconReportAnalytics size={16} />,
  activation: <IconLicense size={16} />,
  version: <IconInfoCircle size={16} />,
  "sign-out": <IconLogout size={16} />,
};

/** The navigation entries that this visitor may open, in the document's order. */
export function NavigationMenu() {
  const { stores, session } = useProduct();
  const say = useText();
  const navigate = useNavigate();
  const visitor = useFacts(stores.session, visitorOf, sameFields);
  const go = async (id: NavigationEntry["id"]): Promise<void> => {
    if (id === "sign-out") {
      await session.signOut();
      await navigate("/sign-in?skipAuth=true");
    } else await navigate(`/${id}`);
  };
  return (
    <MenuTrigger>
      <IconButton label={say("nav.menu")}>
        <IconMenu2 size={20} aria-hidden="true" />
      </IconButton>
      <MenuPopup label={say("nav.menu")}>
        {navigationFor(visitor).map((entry) => (
          <MenuItem
            key={entry.id}
            id={entry.id}
            label={say(`nav.${entry.id}` as TextId)}
            icon={icons[entry.id]}
            onAction={() => void go(entry.id)}
          />
        ))}
      </MenuPopup>
    </MenuTrigger>
  );
}
