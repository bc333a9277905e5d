/** The servers of an aggregator (document 2, section 2), and below them the screens of each. */
import { useLocation } from "react-router-dom";
import { serverScreenOf } from "#domain/routes.ts";
import { AdministrationRoom } from "#chrome/screens/administration/administration.tsx";
import { OneServer } from "./one-server.tsx";
import { Servers } from "./servers.tsx";

export default function ServersScreen() {
  const { pathname } = useLocation();
  const asked = serverScreenOf(pathname);
  return (
    <AdministrationRoom>
      {asked ? <OneServer key={asked.serverId} id={asked.serverId} screen={asked.screen} /> : <Servers />}
    </AdministrationRoom>
  );
}
