import type { ReactNode } from "react";
import { Focusable } from "react-aria-components/Focusable";
import { Link } from "react-router-dom";
import css from "./button.module.css";
import { classes } from "../classes.ts";
import { Tooltip } from "../popup/tooltip.tsx";
import own from "./icon-link.module.css";

/** A link that shows only an icon; its name shows as a tooltip after 1000 ms. `to` is an address of the router. */
export function IconLink(props: { readonly label: string; readonly to: string; readonly children: ReactNode }) {
  return (
    <Tooltip text={props.label}>
      <Focusable>
        <Link to={props.to} aria-label={props.label} className={classes(css.button, css.icon, css.quiet, own.link)}>
          {props.children}
        </Link>
      </Focusable>
    </Tooltip>
  );
}
