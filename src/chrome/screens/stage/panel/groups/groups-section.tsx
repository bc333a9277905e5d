/**
 * The Groups section of the cameras tab: breadcrumbs from Home, the groups inside, and the administrators' actions on
 * them.
 */
import { IconChevronRight, IconFolderPlus } from "@tabler/icons-react";
import { type PointerEvent, useState } from "react";
import { ConfirmDialog } from "#chrome/kit/dialog/confirm-dialog.tsx";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { lateChunk } from "#chrome/kit/feedback/chunk.tsx";
import { LatePart } from "#chrome/kit/feedback/late-part.tsx";
import { ErrorState } from "#chrome/kit/feedback/states.tsx";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { sameFields, useFacts } from "#chrome/use-facts.ts";
import { isAdministrator } from "#domain/accounts/access.ts";
import { breadcrumbs, type CameraGroup, camerasUnder, groupsIn, groupsUnder } from "#domain/cameras/camera-groups.ts";
import { cameraKey } from "#state/camera-store.ts";
import { visitorOf } from "#state/session-store.ts";
import { GroupRow } from "./group-row.tsx";
import css from "./groups.module.css";

const GroupDialog = lateChunk(() => import("./group-dialog.tsx"));

type Open =
  | { readonly kind: "edit"; readonly group: CameraGroup | null }
  | { readonly kind: "remove"; readonly group: CameraGroup };

/**
 * `openId`: the group that is shown, null = Home. The section is empty where there are no groups and the user cannot
 * make any.
 */
export function GroupsSection({
  openId,
  onDrag,
}: {
  readonly openId: string | null;
  readonly onDrag: (event: PointerEvent, cameraKeys: readonly string[]) => void;
}) {
  const { stores } = useProduct();
  const { groups: verbs, arranging } = useWorkspace();
  const say = useText();
  const [open, setOpen] = useState<Open | null>(null);
  const [processing, setProcessing] = useState(false);
  const groups = useFacts(stores.groups, (facts) => facts.groups);
  const failed = useFacts(stores.groups, (facts) => (facts.status === "failed" ? (facts.failure ?? "") : null));
  const byKey = useFacts(stores.cameras, (facts) => facts.byKey);
  const mayEdit = isAdministrator(useFacts(stores.session, visitorOf, sameFields));
  const close = (): void => setOpen(null);
  if (groups.length === 0 && !mayEdit && failed === null) return null;

  const camerasOf = (id: string): readonly string[] => {
    const under = groupsUnder(groups, id);
    const keys = groups.flatMap((group) => (under.has(group.id) ? group.cameras.map(cameraKey) : []));
    return [...new Set(keys)].filter((key) => byKey[key]);
  };
  const remove = async (group: CameraGroup): Promise<void> => {
    setProcessing(true);
    const done = await verbs.remove(group.id);
    setProcessing(false);
    close();
    if (!done.ok) showToast({ text: done.error, tone: "bad" });
  };

  const crumbs = breadcrumbs(groups, openId, say("groups.home"));
  return (
    <section className={css.section} aria-label={say("groups.title")}>
      <div className={css.heading}>
        <h2>{say("groups.title")}</h2>
        {mayEdit ? (
          <IconButton size="small" label={say("groups.new")} onPress={() => setOpen({ kind: "edit", group: null })}>
            <IconFolderPlus size={16} />
          </IconButton>
        ) : null}
      </div>
      {failed === null ? null : (
        <ErrorState
          title={say("groups.failed")}
          reason={failed}
          retryLabel={say("app.retry")}
          onRetry={() => void verbs.load()}
        />
      )}
      {groups.length === 0 ? null : (
        <nav aria-label={say("groups.path")}>
          <ol className={css.crumbs}>
            {crumbs.map((crumb, at) => (
              <li key={crumb.id ?? "home"}>
                {at === 0 ? null : <IconChevronRight size={14} aria-hidden="true" />}
                {at === crumbs.length - 1 ? (
                  <span aria-current="page">{crumb.name}</span>
                ) : (
                  <button type="button" onClick={() => verbs.open(crumb.id)}>
                    {crumb.name}
                  </button>
                )}
              </li>
            ))}
          </ol>
        </nav>
      )}
      <ul className={css.groups}>
        {groupsIn(groups, openId).map((group) => (
          <GroupRow
            key={group.id}
            name={group.name}
            count={camerasUnder(groups, group.id)}
            mayEdit={mayEdit}
            onOpen={() => verbs.open(group.id)}
            onAddAll={() => void arranging().then(({ addAll }) => addAll(camerasOf(group.id)))}
            onPointerDown={(event) => onDrag(event, camerasOf(group.id))}
            onEdit={() => setOpen({ kind: "edit", group })}
            onRemove={() => setOpen({ kind: "remove", group })}
          />
        ))}
      </ul>
      {open?.kind === "edit" ? (
        <LatePart onClose={close}>
          <GroupDialog group={open.group} parentId={openId} onClose={close} />
        </LatePart>
      ) : null}
      {open?.kind === "remove" ? (
        <ConfirmDialog
          title={say("groups.removeTitle")}
          confirmLabel={say("groups.remove")}
          cancelLabel={say("app.cancel")}
          processing={processing}
          onConfirm={() => void remove(open.group)}
          onClose={close}
        >
          {say("groups.removeText", { name: open.group.name })}
        </ConfirmDialog>
      ) : null}
    </section>
  );
}
