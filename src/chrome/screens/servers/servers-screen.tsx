/** The servers of an aggregator (document 2, section 2), and at paths below it the screens of each server. */
import { useLocation } from "react-router-dom";
import { serverScreenOf } from "#domain/routes.ts";
import { AdministrationRoom } from "#chrome/screens/administration/administration.tsx";
import { OneServer } from "./one-server.tsx";
import { IconPlus, IconServer } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ServerEntry } from "#actions/administration/registered-server-actions.ts";
import { byServerName, filterServers, SERVER_FILTERS, type ServerFilter } from "#domain/servers/registered-servers.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { Select } from "#chrome/kit/field/select.tsx";
import { EmptyState } from "#chrome/kit/feedback/states.tsx";
import { useDocumentTitle } from "#chrome/kit/browser/use-document-title.ts";
import { useWorkspace } from "#chrome/product.ts";
import { serversAddress } from "../administration/addresses.ts";
import { ListSearch, NothingFound } from "../administration/list-search.tsx";
import { BadLink, Card, Notice, Page } from "../administration/page.tsx";
import { useAddress } from "../administration/use-address.ts";
import { useKept } from "../administration/use-kept.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { RegisterDialog } from "./register-dialog.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import { ServersTable } from "./servers-table.tsx";
import { UnregisterDialog } from "./unregister-dialog.tsx";
import { SERVERS_QUERY, useServers } from "./use-servers.ts";
import { QueryState } from "#chrome/screens/administration/query-state.tsx";

export default function ServersScreen() {
  const { pathname } = useLocation();
  const asked = serverScreenOf(pathname);
  return (
    <AdministrationRoom>
      {asked ? <OneServer key={asked.serverId} id={asked.serverId} screen={asked.screen} /> : <Servers />}
    </AdministrationRoom>
  );
}

/** The dashboard: every registered server, its health, and the actions on it. */
function Servers() {
  const say = useText();
  const queries = useQueryClient();
  const { cameras } = useWorkspace();
  const list = useServers();
  const address = useAddress(serversAddress);
  const [typed, setTyped] = useState("");
  const [filter, setFilter] = useState<ServerFilter>("all");
  const [leaving, setLeaving] = useState<ServerEntry | null>(null);
  useDocumentTitle(say("nav.servers"));

  const all = list.data?.toSorted(byServerName) ?? [];
  const shown = filterServers(all, typed, filter);
  const { server: editedId, dialog } = address.value;
  const found = all.find((each) => each.id === editedId) ?? null;
  const edited = useKept(found, editedId);
  // The table also stays when a later request fails, so that nobody loses what they have typed.
  const registering = dialog === "register" && list.data !== undefined;
  const changed = (): void => {
    void queries.invalidateQueries({ queryKey: SERVERS_QUERY });
    void cameras.load();
  };
  const register = (
    <Button tone="primary" isDisabled={list.data === undefined} onPress={() => address.open({ dialog: "register" })}>
      <IconPlus size={16} aria-hidden="true" />
      {say("servers.register")}
    </Button>
  );

  return (
    <Page
      title={
        list.data
          ? say("servers.count", { available: all.filter((each) => each.isAvailable).length, count: all.length })
          : say("nav.servers")
      }
      actions={all.length === 0 ? undefined : register}
    >
      {address.unreadable ? <BadLink /> : null}
      {list.isSuccess && editedId !== undefined && found === null ? (
        <Notice tone="warn">{say("servers.unknownText", { id: editedId })}</Notice>
      ) : null}
      <QueryState of={list} loading={say("servers.loading")} failed={say("servers.failed")} />
      {list.data && all.length === 0 ? (
        <Card>
          <EmptyState icon={<IconServer size={28} />} title={say("servers.none")} text={say("servers.noneText")}>
            {register}
          </EmptyState>
        </Card>
      ) : null}
      {all.length > 0 ? (
        <>
          <ListSearch
            label={say("servers.search")}
            typed={typed}
            setTyped={setTyped}
            found={shown.length}
            count={all.length}
          >
            <Select
              compact
              label={say("servers.filter")}
              value={filter}
              options={SERVER_FILTERS.map((id) => ({ id, label: say(`servers.filter.${id}`) }))}
              onChange={setFilter}
            />
          </ListSearch>
          <Card flush>
            {shown.length === 0 ? (
              <NothingFound
                title={say("servers.noMatch")}
                text={say("servers.noMatchText")}
                onClear={() => {
                  setTyped("");
                  setFilter("all");
                }}
              />
            ) : (
              <ServersTable
                servers={shown}
                onEdit={({ id }) => address.open({ server: id })}
                onUnregister={setLeaving}
                onChanged={changed}
              />
            )}
          </Card>
        </>
      ) : null}
      {registering ? <RegisterDialog onClose={() => address.close()} onDone={changed} /> : null}
      {edited ? <EditDialog key={edited.id} server={edited} onClose={() => address.close()} onDone={changed} /> : null}
      {leaving ? <UnregisterDialog server={leaving} onClose={() => setLeaving(null)} onDone={changed} /> : null}
    </Page>
  );
}
