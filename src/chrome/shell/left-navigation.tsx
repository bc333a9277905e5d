import { Link, useLocation } from "react-router-dom";
import { useText } from "../texts/use-text.ts";
import css from "./left-navigation.module.css";
import { type Entry, useNavigationEntries } from "./navigation-entries.tsx";

/** The navigation as a permanent bar on the left. A narrow window has only the menu. */
export default function LeftNavigation() {
  const say = useText();
  const { entries, apps } = useNavigationEntries();
  return (
    <nav className={css.bar} aria-label={say("nav.left")}>
      <ul className={css.list}>
        {entries.map((entry) => (
          <Item key={entry.id} entry={entry} />
        ))}
      </ul>
      {apps.length === 0 ? null : (
        <>
          <h2 className={css.head} id="left-apps">
            {say("nav.apps")}
          </h2>
          <ul className={css.list} aria-labelledby="left-apps">
            {apps.map((entry) => (
              <Item key={entry.id} entry={entry} />
            ))}
          </ul>
        </>
      )}
    </nav>
  );
}

function Item({ entry: { label, icon, path, go } }: { readonly entry: Entry }) {
  const { pathname } = useLocation();
  const inside = (
    <>
      <span className={css.icon} aria-hidden="true">
        {icon}
      </span>
      {label}
    </>
  );
  return (
    <li>
      {path === null ? (
        <button type="button" className={css.entry} onClick={go}>
          {inside}
        </button>
      ) : (
        <Link to={path} className={css.entry} aria-current={currentOf(path, pathname)}>
          {inside}
        </Link>
      )}
    </li>
  );
}

/** A page below an entry is not the entry's own page, but the entry is still marked as the current place. */
const currentOf = (path: string, pathname: string): "page" | true | undefined =>
  pathname === path ? "page" : pathname.startsWith(`${path}/`) ? true : undefined;
