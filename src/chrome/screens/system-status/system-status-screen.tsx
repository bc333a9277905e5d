/** The recorder's disk and its active streams (document 2, section 2). */
import { useQuery } from "@tanstack/react-query";
import { standsStill } from "#domain/servers/license.ts";
import { useProduct } from "#chrome/product.ts";
import { AdministrationRoom, useAdministration } from "#chrome/screens/administration/administration.tsx";
import { DiskBar } from "../administration/streams/disk-bar.tsx";
import { Card, Notice, Page } from "#chrome/screens/administration/page.tsx";
import { useServerHere } from "#chrome/screens/administration/server-here.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { valueOf } from "#chrome/value-of.ts";
import { ActiveStreams } from "./active-streams.tsx";
import { StandbyCard } from "./standby-card.tsx";
import { QueryState } from "#chrome/screens/administration/query-state.tsx";

const DISK_EVERY_MS = 30_000;

export default function SystemStatusScreen() {
  return (
    <AdministrationRoom>
      <SystemStatus />
    </AdministrationRoom>
  );
}

function SystemStatus() {
  const { stores } = useProduct();
  const { system } = useAdministration();
  const say = useText();
  const here = useServerHere();
  const isOffHere = useFacts(stores.standing, ({ licenseStatus, licenseReason }) =>
    standsStill({ status: licenseStatus, reason: licenseReason }),
  );
  const isOff = here === null ? isOffHere : here.isOff;
  const disk = useQuery({
    queryKey: ["disk"],
    queryFn: ({ signal }) => valueOf(system.disk(signal)),
    refetchInterval: DISK_EVERY_MS,
  });
  return (
    <Page title={say("status.title")}>
      <Card title={say("disk.title")}>
        <QueryState of={disk} loading={say("disk.loading")} failed={say("disk.failed")} />
        {disk.data ? <DiskBar disk={disk.data} /> : null}
      </Card>
      <StandbyCard />
      {isOff ? <Notice tone="bad">{say("status.degraded")}</Notice> : <ActiveStreams />}
    </Page>
  );
}
