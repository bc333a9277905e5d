/** The side panel: it can be collapsed; the cameras tab, and beside it the stages tab once there is one. */
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from "@tabler/icons-react";
import type { RefObject } from "react";
import { classes } from "#chrome/kit/classes.ts";
import { IconButton } from "#chrome/kit/icon-button.tsx";
import { useProduct } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { CamerasTab } from "./cameras-tab.tsx";
import css from "./panel.module.css";

export function SidePanel({ area }: { readonly area: RefObject<HTMLElement | null> }) {
  const { stores } = useProduct();
  const say = useText();
  const open = useFacts(stores.preferences, (facts) => facts.panelOpen);
  const toggle = (
    <IconButton
      label={say(open ? "panel.close" : "panel.open")}
      onPress={() =>
        stores.preferences.change((facts) => {
          facts.panelOpen = !facts.panelOpen;
        })
      }
    >
      {open ? <IconLayoutSidebarLeftCollapse size={18} /> : <IconLayoutSidebarLeftExpand size={18} />}
    </IconButton>
  );
  return (
    <aside className={classes(css.panel, !open && css.closed)} aria-label={say("panel.label")}>
      {open ? <CamerasTab area={area} toggle={toggle} /> : toggle}
    </aside>
  );
}
