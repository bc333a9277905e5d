/** The navigation's entries as both display modes show them. */
import {
  IconBell,
  IconCamera,
  IconClockPause,
  IconFolders,
  IconHeartRateMonitor,
  IconHistory,
  IconInfoCircle,
  IconKey,
  IconLayoutGrid,
  IconLicense,
  IconLogout,
  IconReportAnalytics,
  IconServer,
  IconUsers,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { type AppEntry, appEntries } from "#domain/plugins.ts";
import { type NavigationEntry, navigationFor } from "#domain/routes.ts";
import { visitorOf } from "#state/session-store.ts";
import { useProduct } from "../product.ts";
import { useText } from "../texts/use-text.ts";
import { sameFields, useFacts } from "../use-facts.ts";

const icons: Partial<Record<NavigationEntry, ReactNode>> = {
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
  audit: <IconHistory size={16} />,
  activation: <IconLicense size={16} />,
  version: <IconInfoCircle size={16} />,
  "sign-out": <IconLogout size={16} />,
};

export interface Entry {
  readonly id: string;
  readonly label: string;
  readonly icon: ReactNode;
  /** an address of the router; null = an action */
  readonly path: string | null;
  readonly go: () => void;
}

/** The entries that this visitor may open, in the document's order, and the apps that the server's plugins add. */
export function useNavigationEntries(): { readonly entries: readonly Entry[]; readonly apps: readonly Entry[] } {
  const { stores, session } = useProduct();
  const say = useText();
  const navigate = useNavigate();
  const visitor = useFacts(stores.session, visitorOf, sameFields);
  const plugins = useFacts(stores.plugins, (facts) => facts.list);
  const signOut = async (): Promise<void> => {
    await session.signOut();
    await navigate("/sign-in?skipAuth=true");
  };
  const entryOf = (id: NavigationEntry): Entry => ({
    id,
    label: say(`nav.${id}`),
    icon: icons[id],
    path: id === "sign-out" ? null : `/${id}`,
    go: () => void (id === "sign-out" ? signOut() : navigate(`/${id}`)),
  });
  const appOf = ({ path, name, iconSource }: AppEntry): Entry => {
    // The router's own part of the address begins after the hash.
    const routed = `/${path.slice(1)}`;
    return {
      id: path,
      label: name,
      icon: iconSource === null ? null : <img src={iconSource} alt="" width={16} height={16} />,
      path: routed,
      go: () => void navigate(routed),
    };
  };
  return {
    entries: navigationFor(visitor).map(entryOf),
    apps: visitor.signedIn ? appEntries(plugins).map(appOf) : [],
  };
}
