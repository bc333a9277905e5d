/** Top bar, navigation and the application's dialogs around a signed-in screen. */
import {
  IconAlertTriangle,
  IconApps,
  IconClockExclamation,
  IconDatabaseX,
  IconGauge,
  IconMenu2,
  IconWifiOff,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { standsStill } from "#domain/servers/license.ts";
import { clockWarns } from "#state/health-store.ts";
import { lowBandwidthReason } from "#state/session-store.ts";
import { lateChunk } from "../kit/feedback/chunk.tsx";
import { Button } from "../kit/button/button.tsx";
import { IconButton } from "../kit/button/icon-button.tsx";
import { classes } from "../kit/classes.ts";
import { LatePart } from "../kit/feedback/late-part.tsx";
import { Logo } from "../kit/logo.tsx";
import { MenuItem, MenuPopup, MenuTrigger, SubmenuTrigger } from "../kit/popup/menu.tsx";
import { Tooltip } from "../kit/popup/tooltip.tsx";
import { useProduct } from "../product.ts";
import { useText } from "../texts/use-text.ts";
import { useFacts } from "../use-facts.ts";
import { CommandCenter } from "./command-center.tsx";
import { Messages } from "./messages.tsx";
import { type Entry, useNavigationEntries } from "./navigation-entries.tsx";
import css from "./shell.module.css";
import { useRightsChanged } from "./use-rights-changed.ts";
import { UserMenu } from "./user-menu.tsx";

const LeftNavigation = lateChunk(() => import("./left-navigation.tsx"));

export default function Shell({ bare, children }: { readonly bare: boolean; readonly children: ReactNode }) {
  const { stores, reload } = useProduct();
  const say = useText();
  useRightsChanged();
  const updated = useFacts(stores.health, (facts) => facts.updateAvailable);
  const server = useFacts(stores.session, (facts) => facts.about?.name ?? "");
  const lowBandwidth = useFacts(stores.session, lowBandwidthReason);
  const serverClocks = useFacts(stores.standing, (facts) => facts.serverClocks);
  const clock = useFacts(stores.health, (facts) => clockWarns(facts, { serverClocks }));
  const degraded = useFacts(stores.standing, ({ licenseStatus, licenseReason }) =>
    standsStill({ status: licenseStatus, reason: licenseReason }),
  );
  const unrecorded = useFacts(stores.standing, (facts) => facts.unrecorded.length > 0);
  const slow = useFacts(stores.standing, (facts) => facts.framerate === "critical");
  const eased = useFacts(stores.standing, (facts) => facts.relief > 0);
  const onLeft = useFacts(stores.preferences, (facts) => facts.navigation === "left-nav") && !bare;
  const open = (kind: "clock" | "license" | "unrecorded" | "framerate" | "bandwidth"): void =>
    stores.dialogs.change((facts) => {
      facts.queue.push({ kind });
    });

  return (
    <div className={css.shell}>
      <a className={css.skip} href="#content" onClick={focusContent}>
        {say("app.skipToContent")}
      </a>
      <header className={classes(css.bar, degraded && css.degraded)}>
        <Link to="/stage" className={css.logo} aria-label={say("bar.home")}>
          <Logo size={26} />
          <span className={css.word}>{say("app.name")}</span>
        </Link>
        <span className={css.server}>{server === say("app.name") ? "" : server}</span>
        <span className={css.space} />
        {updated ? (
          <Button size="small" onPress={reload}>
            {say("bar.update")}
          </Button>
        ) : null}
        {lowBandwidth ? (
          <Tooltip text={say(lowBandwidth === "forced" ? "bar.lowBandwidthHint" : "bar.lowBandwidthChosen")}>
            <Button tone="quiet" size="small" onPress={() => open("bandwidth")}>
              <Warning icon={<IconWifiOff size={16} />} text={say("bar.lowBandwidth")} />
            </Button>
          </Tooltip>
        ) : null}
        {clock ? (
          <Button tone="quiet" size="small" onPress={() => open("clock")}>
            <Warning icon={<IconClockExclamation size={16} />} text={say("bar.clock")} />
          </Button>
        ) : null}
        {degraded ? (
          <Button tone="quiet" size="small" onPress={() => open("license")}>
            <Warning icon={<IconAlertTriangle size={16} />} text={say("bar.license")} />
          </Button>
        ) : null}
        {unrecorded ? (
          <Button tone="quiet" size="small" onPress={() => open("unrecorded")}>
            <Warning icon={<IconDatabaseX size={16} />} text={say("bar.unrecorded")} />
          </Button>
        ) : null}
        {slow ? (
          <Button tone="quiet" size="small" onPress={() => open("framerate")}>
            <Warning icon={<IconGauge size={16} />} text={say("bar.framerate")} />
          </Button>
        ) : null}
        {eased && !slow ? (
          <Tooltip text={say("bar.reliefHint")}>
            <Button tone="quiet" size="small" onPress={() => open("framerate")}>
              <Warning icon={<IconGauge size={16} />} text={say("bar.relief")} />
            </Button>
          </Tooltip>
        ) : null}
        {bare ? null : <UserMenu />}
        <NavigationMenu />
      </header>
      <div className={css.body}>
        {onLeft ? (
          <LatePart>
            <LeftNavigation />
          </LatePart>
        ) : null}
        <main className={css.main} id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
      {bare ? null : <CommandCenter />}
      <Messages />
    </div>
  );
}

/** The hash belongs to the router, so the link moves the focus itself instead of changing the address. */
function focusContent(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.querySelector<HTMLElement>("#content")?.focus();
}

function Warning({ icon, text }: { readonly icon: ReactNode; readonly text: string }) {
  return (
    <span className={css.warning}>
      <span aria-hidden="true" className={css.warning}>
        {icon}
      </span>
      <span className={css.warningText}>{text}</span>
    </span>
  );
}

/** The navigation as a menu: the visitor's entries, with the plugins' in a nested Apps submenu before the last two. */
function NavigationMenu() {
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
