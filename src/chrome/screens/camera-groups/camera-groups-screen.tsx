/** The camera groups of the aggregator: folders of cameras of all servers (document 1, section 2). */
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import type { Failure } from "#domain/failures/failure.ts";
import { reasonOf } from "#chrome/value-of.ts";
import { IconPlus } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import type { CameraGroup, GroupedCamera } from "#domain/cameras/camera-groups.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { EmptyState, ErrorState, LoadingState } from "#chrome/kit/feedback/states.tsx";
import { useDocumentTitle } from "#chrome/kit/browser/use-document-title.ts";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { cameraGroupsAddress } from "#chrome/screens/administration/addresses.ts";
import { AdministrationRoom } from "#chrome/screens/administration/administration.tsx";
import { DeleteDialog } from "../administration/forms/delete-dialog.tsx";
import { BadLink, Card, Notice, Page } from "#chrome/screens/administration/page.tsx";
import { useAddress } from "#chrome/screens/administration/use-address.ts";
import { useDomain } from "#chrome/screens/administration/use-domain.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import css from "./camera-groups.module.css";
import { GroupCameras } from "./group-cameras.tsx";
import { GroupDialog } from "./group-dialog.tsx";
import { GroupTree } from "./group-tree.tsx";

export default function CameraGroupsScreen() {
  return (
    <AdministrationRoom>
      <CameraGroups />
    </AdministrationRoom>
  );
}

type Open =
  | { readonly kind: "edit"; readonly group: CameraGroup | null; readonly parentId: string | null }
  | { readonly kind: "remove"; readonly group: CameraGroup };

function CameraGroups() {
  const { stores } = useProduct();
  const verbs = useWorkspace().groups;
  const say = useText();
  const title = say("nav.camera-groups");
  useDocumentTitle(title);
  const status = useFacts(stores.groups, (facts) => facts.status);
  const failure = useFacts(stores.groups, (facts) => facts.failure);
  const groups = useFacts(stores.groups, (facts) => facts.groups);
  const domain = useDomain();
  const address = useAddress(cameraGroupsAddress);
  const [open, setOpen] = useState<Open | null>(null);
  const [processing, setProcessing] = useState(false);
  const [refusal, setRefusal] = useState<Failure | null>(null);
  useEffect(() => void verbs.load(), [verbs]);

  const chosen = groups.find(({ id }) => id === address.value.group) ?? null;
  const close = (): void => setOpen(null);
  const edit = (group: CameraGroup | null, parentId: string | null): void => setOpen({ kind: "edit", group, parentId });
  const takeOut = async (group: CameraGroup, camera: GroupedCamera): Promise<void> => {
    setProcessing(true);
    setRefusal(null);
    const cameras = group.cameras.filter((each) => each !== camera);
    const done = await verbs.save(group.id, { ...group, cameras }, group);
    setProcessing(false);
    if (!done.ok) setRefusal(done.error);
  };

  return (
    <Page
      title={title}
      actions={
        <Button tone="primary" isDisabled={status !== "ready" || !domain.isSuccess} onPress={() => edit(null, null)}>
          <IconPlus size={16} aria-hidden="true" />
          {say("cameraGroups.add")}
        </Button>
      }
    >
      {address.unreadable ? <BadLink /> : null}
      {refusal === null ? null : (
        <Notice tone="bad">
          <FailureWords of={refusal} />
        </Notice>
      )}
      {domain.isError ? (
        <Card flush>
          <ErrorState
            title={say("permissions.domainFailed")}
            reason={reasonOf(domain.error)}
            retryLabel={say("app.retry")}
            onRetry={() => void domain.refetch()}
          />
        </Card>
      ) : null}
      {status === "failed" ? (
        <Card flush>
          <ErrorState
            title={say("groups.failed")}
            reason={failure ?? ""}
            retryLabel={say("app.retry")}
            onRetry={() => void verbs.load()}
          />
        </Card>
      ) : null}
      {status === "idle" || status === "loading" || domain.isPending ? (
        <Card flush>
          <LoadingState text={say("cameraGroups.loading")} />
        </Card>
      ) : null}
      {status === "ready" && domain.data && groups.length === 0 ? (
        <Card flush>
          <EmptyState title={say("cameraGroups.empty")} text={say("cameraGroups.emptyText")} />
        </Card>
      ) : null}
      {status === "ready" && domain.data && groups.length > 0 ? (
        <div className={css.columns}>
          <Card title={say("groups.title")}>
            <GroupTree
              groups={groups}
              chosenId={chosen?.id ?? null}
              onChoose={(id) => address.replace({ group: id })}
              onAddInside={(id) => edit(null, id)}
              onEdit={(group) => edit(group, group.parentId)}
              onRemove={(group) => setOpen({ kind: "remove", group })}
            />
          </Card>
          <Card
            title={chosen ? say("cameraGroups.camerasOf", { name: chosen.name }) : say("groups.cameras")}
            actions={
              chosen ? (
                <Button size="small" onPress={() => edit(chosen, chosen.parentId)}>
                  {say("cameraGroups.fill")}
                </Button>
              ) : null
            }
          >
            {chosen ? (
              <GroupCameras
                group={chosen}
                servers={domain.data.servers}
                processing={processing}
                onTakeOut={(camera) => void takeOut(chosen, camera)}
              />
            ) : (
              <p className={css.note}>{say("cameraGroups.pick")}</p>
            )}
          </Card>
        </div>
      ) : null}
      {open?.kind === "edit" && domain.data ? (
        <GroupDialog
          groups={groups}
          group={open.group}
          parentId={open.parentId}
          servers={domain.data.servers}
          onClose={close}
        />
      ) : null}
      {open?.kind === "remove" ? (
        <DeleteDialog
          title={say("groups.removeTitle")}
          confirmLabel={say("groups.remove")}
          onDelete={() => verbs.remove(open.group.id)}
          onDeleted={close}
          onClose={close}
        >
          <p>{say("groups.removeText", { name: open.group.name })}</p>
        </DeleteDialog>
      ) : null}
    </Page>
  );
}
