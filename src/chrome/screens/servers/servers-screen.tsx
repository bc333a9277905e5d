/** The servers of an aggregator (document 2, section 2), and below them the screens of each. */
import { useLocation } from "react-router-dom";
import { serverScreenOf } from "#domain/routes.ts";
import { AdministrationRoom } from "#chrome/screens/administration/administration.tsx";
import { OneServer } from "./one-server.tsx";
import { IconPlus, IconServer } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OrchidEntry } from "#actions/administration/orchid-actions.ts";
import { byOrchidName, filterOrchids, ORCHID_FILTERS, type OrchidFilter } from "#domain/servers/orchids.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { Select } from "#chrome/kit/field/select.tsx";
import { SearchField } from "#chrome/kit/field/search-field.tsx";
import { EmptyState, ErrorState, LoadingState } from "#chrome/kit/feedback/states.tsx";
import { useDocumentTitle } from "#chrome/kit/browser/use-document-title.ts";
import { useWorkspace } from "#chrome/product.ts";
import { serversAddress } from "../administration/addresses.ts";
import { BadLink, Card, Notice, Page } from "../administration/page.tsx";
import { useAddress } from "../administration/use-address.ts";
import { useKept } from "../administration/use-kept.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { RegisterDialog } from "./register-dialog.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import { ServersTable } from "./servers-table.tsx";
import css from "./servers.module.css";
import { UnregisterDialog } from "./unregister-dialog.tsx";
import { ORCHIDS_QUERY, useOrchids } from "./use-orchids.ts";

export default function ServersScreen() {
  const { pathname } = useLocation();
  const asked = serverScreenOf(pathname);
  return (
    <AdministrationRoom>
      {asked ? <OneServer key={asked.serverId} id={asked.serverId} screen={asked.screen} /> : <Servers />}
    </AdministrationRoom>
  );
}

/** The dashboard: every server that is registered, how it is, and what can be done with it. */
function Servers() {
  const say = useText();
  const queries = useQueryClient();
  const { cameras } = useWorkspace();
  const list = useOrchids();
  const address = useAddress(serversAddress);
  const [typed, setTyped] = useState("");
  const [filter, setFilter] = useState<OrchidFilter>("all");
  const [leaving, setLeaving] = useState<OrchidEntry | null>(null);
  useDocumentTitle(say("nav.servers"));

  const all = list.data?.toSorted(byOrchidName) ?? [];
  const shown = filterOrchids(all, typed, filter);
  const { server: editedId, dialog } = address.value;
  const found = all.find((each) => each.id === editedId) ?? null;
  const edited = useKept(found, editedId);
  // Also while asking anew fails: nobody loses what they have typed.
  const registering = dialog === "register" && list.data !== undefined;
  const changed = (): void => {
    void queries.invalidateQueries({ queryKey: ORCHIDS_QUERY });
    void cameras.load();
  };
  const register = (
    <Button tone="primary" isDisabled={list.data === undefined} onPress={() => address.open({ dialog: "register" })}>
      <IconPlus size={16} aria-hidden="true" />
      {say("orchids.register")}
    </Button>
  );

  return (
    <Page
      title={
        list.data
          ? say("orchids.title", { available: all.filter((each) => each.isAvailable).length, count: all.length })
          : say("nav.servers")
      }
      actions={all.length === 0 ? undefined : register}
    >
      {address.unreadable ? <BadLink /> : null}
      {list.isSuccess && editedId !== undefined && found === null ? (
        <Notice tone="warn">{say("orchids.unknownText", { id: editedId })}</Notice>
      ) : null}
      {list.isPending ? <LoadingState text={say("orchids.loading")} /> : null}
      {list.isError ? (
        <ErrorState
          title={say("orchids.failed")}
          reason={list.error.message}
          retryLabel={say("app.retry")}
          onRetry={() => void list.refetch()}
        />
      ) : null}
      {list.data && all.length === 0 ? (
        <Card>
          <EmptyState icon={<IconServer size={28} />} title={say("orchids.none")} text={say("orchids.noneText")}>
            {register}
          </EmptyState>
        </Card>
      ) : null}
      {all.length > 0 ? (
        <>
          <div className={css.tools}>
            <div className={css.search}>
              <SearchField label={say("orchids.search")} value={typed} onChange={setTyped} />
            </div>
            <Select
              compact
              label={say("orchids.filter")}
              value={filter}
              options={ORCHID_FILTERS.map((id) => ({ id, label: say(`orchids.filter.${id}`) }))}
              onChange={setFilter}
            />
          </div>
          <Card flush>
            {shown.length === 0 ? (
              <EmptyState title={say("orchids.noMatch")} text={say("orchids.noMatchText")} />
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
