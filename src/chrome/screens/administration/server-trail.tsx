import { Link, useLocation } from "react-router-dom";
import { SERVER_SCREENS, serverScreenPath } from "#domain/routes.ts";
import { useDocumentTitle } from "#chrome/kit/browser/use-document-title.ts";
import { useText } from "#chrome/texts/use-text.ts";
import type { ServerHere } from "./server-here.ts";
import css from "./server-trail.module.css";

/**
 * Stands above a screen of one server: a link back to all servers, the name of this one, and links to its other
 * screens.
 */
export function ServerTrail({ server, title }: { readonly server: ServerHere; readonly title: string }) {
  const say = useText();
  const { pathname } = useLocation();
  useDocumentTitle(title, server.name);
  return (
    <div className={css.trail}>
      <nav aria-label={say("servers.path")}>
        <ol className={css.path}>
          <li>
            <Link to="/servers">{say("nav.servers")}</Link>
          </li>
          <li className={css.name}>{server.name}</li>
        </ol>
      </nav>
      <nav aria-label={say("servers.screensOf", { name: server.name })}>
        <ul className={css.screens}>
          {SERVER_SCREENS.map((screen) => {
            const path = serverScreenPath(server.id, screen);
            return (
              <li key={screen}>
                <Link to={path} className={css.screen} aria-current={pathname === path ? "page" : undefined}>
                  {say(`nav.${screen}`)}
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
    </div>
  );
}
