/** The licence of the server and its parent (document 2, section 2). */
import { reportedFailure } from "#actions/reported-failure.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  isActivated,
  licenseFailure,
  licenseHealth,
  mayRemoveLicense,
  mayTakeStorage,
} from "#domain/servers/license.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { AdministrationRoom, useAdministration } from "#chrome/screens/administration/administration.tsx";
import { activationAddress } from "#chrome/screens/administration/addresses.ts";
import { BadLink, Card, Notice, Page } from "#chrome/screens/administration/page.tsx";
import { useAddress } from "#chrome/screens/administration/use-address.ts";
import { useFollowed } from "#chrome/screens/administration/use-followed.ts";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { valueOf } from "#chrome/value-of.ts";
import { LicenseDialog } from "./license-dialog.tsx";
import { LicenseTable } from "./license-table.tsx";
import { ParentCard } from "./parent-card.tsx";
import { Confirmed } from "./confirmed.tsx";
import { QueryState } from "#chrome/screens/administration/query-state.tsx";

const LICENSE = ["license"] as const;

export default function ActivationScreen() {
  return (
    <AdministrationRoom>
      <Activation />
    </AdministrationRoom>
  );
}

function Activation() {
  const { license: actions } = useAdministration();
  const say = useText();
  const queries = useQueryClient();
  const query = useQuery({ queryKey: LICENSE, queryFn: ({ signal }) => valueOf(actions.session(signal)) });
  const [removing, setRemoving] = useState(false);
  const [takingStorage, setTakingStorage] = useState(false);
  const address = useAddress(activationAddress);
  const refresh = (): void => void queries.invalidateQueries({ queryKey: LICENSE });
  // Another administrator may change the license, and it may expire.
  useFollowed("license", LICENSE);

  const session = query.data;
  const activated = isActivated(session?.license.edition);
  const health = session ? licenseHealth(session.state) : "normal";
  const degraded = health === "degraded";
  return (
    <Page title={say("activation.title")}>
      {address.unreadable ? <BadLink /> : null}
      {health === "normal" ? null : (
        <Notice tone={degraded ? "bad" : "warn"}>
          <strong>{say(degraded ? "activation.degraded" : "activation.pending")}</strong>
          <div>
            <FailureWords of={degraded && session ? licenseFailure(session.state) : say("activation.pendingText")} />
          </div>
          {degraded && session?.state.description ? (
            <div>
              <FailureWords of={reportedFailure(session.state.told, session.state.description)} />
            </div>
          ) : null}
          {degraded ? <div>{say("activation.degradedText")}</div> : null}
        </Notice>
      )}
      <Card
        flush
        title={say("activation.license")}
        actions={
          session ? (
            <>
              <Button tone="primary" onPress={() => address.open({ dialog: "license" })}>
                {say(activated ? "activation.modify" : "activation.add")}
              </Button>
              {mayRemoveLicense(session) ? (
                <Button onPress={() => setRemoving(true)}>{say("activation.remove")}</Button>
              ) : null}
              {mayTakeStorage(session) ? (
                <Button onPress={() => setTakingStorage(true)}>{say("activation.storage")}</Button>
              ) : null}
            </>
          ) : null
        }
      >
        <QueryState of={query} loading={say("activation.loading")} failed={say("activation.failed")} />
        {session ? <LicenseTable license={session.license} /> : null}
      </Card>
      <ParentCard />
      {address.value.dialog === "license" && session ? (
        <LicenseDialog activated={activated} onClose={() => address.close()} onDone={refresh} />
      ) : null}
      {removing ? <RemoveLicenseDialog onClose={() => setRemoving(false)} onDone={refresh} /> : null}
      {takingStorage ? <StorageDialog onClose={() => setTakingStorage(false)} onDone={refresh} /> : null}
    </Page>
  );
}

function RemoveLicenseDialog(props: { readonly onClose: () => void; readonly onDone: () => void }) {
  const { license } = useAdministration();
  const say = useText();
  return (
    <Confirmed
      title={say("activation.remove")}
      confirmLabel={say("activation.removeConfirm")}
      act={() => license.remove()}
      {...props}
    >
      {say("activation.removeText")}
    </Confirmed>
  );
}

/**
 * Takes over a storage device that changed, for a server without a license. The call is the same as for removing a
 * license, and here there is none to remove.
 */
function StorageDialog(props: { readonly onClose: () => void; readonly onDone: () => void }) {
  const { license } = useAdministration();
  const say = useText();
  return (
    <Confirmed
      title={say("activation.storage")}
      confirmLabel={say("activation.storageConfirm")}
      act={() => license.remove()}
      {...props}
    >
      {say("activation.storageText")}
    </Confirmed>
  );
}
