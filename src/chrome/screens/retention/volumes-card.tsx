/** The volumes of a recorder, and what administrators do with them while it records. */
import { IconPlus } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Disk, DiskVolume } from "#actions/administration/system-actions.ts";
import type { ManagedVolume } from "#actions/administration/volume-actions.ts";
import { chunk } from "#chrome/kit/feedback/chunk.tsx";
import { LatePart } from "#chrome/kit/feedback/late-part.tsx";
import { Button } from "#chrome/kit/button/button.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { DeleteDialog } from "#chrome/screens/administration/forms/delete-dialog.tsx";
import { Card, Notice } from "#chrome/screens/administration/page.tsx";
import { useFollowed } from "#chrome/screens/administration/use-followed.ts";
import type { PickableServer } from "#domain/cameras/camera-picking.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { valueOf } from "#chrome/value-of.ts";
import form from "../administration/forms/form.module.css";
import { useBytesWords } from "#chrome/texts/use-bytes-words.ts";
import { ForgetDialog } from "./forget-dialog.tsx";
import { VolumeTable } from "./volume-table.tsx";

// Its lists to choose from take more to load than the card.
const VolumeDialog = chunk(() => import("./volume-dialog.tsx"));

const MANAGED = ["volumes"] as const;
type Open =
  | { readonly kind: "add" }
  | { readonly kind: "edit" | "remove"; readonly volume: ManagedVolume }
  | { readonly kind: "forget"; readonly name: string };

export function VolumesCard(props: {
  readonly disk: Disk;
  readonly cameras: PickableServer["cameras"];
  readonly onChanged: () => void;
}) {
  const { disk, onChanged } = props;
  const { volumes } = useAdministration();
  const say = useText();
  const bytesWords = useBytesWords();
  const queries = useQueryClient();
  const [open, setOpen] = useState<Open | null>(null);
  // Servers that are older have no such list: what they tell of their volumes is shown all the same.
  const managed = useQuery({ queryKey: MANAGED, queryFn: ({ signal }) => valueOf(volumes.list(signal)) }).data;
  useFollowed("servers", MANAGED);
  const used = disk.volumes ?? [];
  const rows = managed?.isPending ? managed.volumes.map(pendingRow) : used;
  if (!managed && rows.length === 0) return null;
  const changed = (): void => {
    setOpen(null);
    void queries.invalidateQueries({ queryKey: MANAGED });
    onChanged();
  };
  const find = (name: string): ManagedVolume | undefined => managed?.volumes.find((one) => one.name === name);
  const removed = open?.kind === "remove" ? open.volume : null;
  const held = used.find(({ name }) => name === removed?.name)?.archivesSize ?? 0;
  return (
    <Card
      title={say("volumes.title")}
      flush={rows.length > 0}
      actions={
        managed ? (
          <Button size="small" onPress={() => setOpen({ kind: "add" })}>
            <IconPlus size={14} aria-hidden="true" />
            {say("volumes.addMore")}
          </Button>
        ) : null
      }
    >
      {managed?.isPending ? <Notice tone="info">{say("volumes.pending")}</Notice> : null}
      {rows.length === 0 ? (
        <p className={form.muted}>{say("volumes.one")}</p>
      ) : (
        <VolumeTable
          volumes={rows}
          isManaged={(name) => find(name) !== undefined}
          onEdit={(name) => {
            const volume = find(name);
            if (volume) setOpen({ kind: "edit", volume });
          }}
          onRemove={(name) => {
            const volume = find(name);
            if (volume) setOpen({ kind: "remove", volume });
          }}
          onForget={managed ? (name) => setOpen({ kind: "forget", name }) : undefined}
        />
      )}
      {open?.kind === "add" || open?.kind === "edit" ? (
        <LatePart onClose={() => setOpen(null)}>
          <VolumeDialog
            volume={open.kind === "edit" ? open.volume : null}
            now={open.kind === "edit" ? (find(open.volume.name) ?? null) : null}
            used={used}
            cameras={props.cameras}
            onClose={() => setOpen(null)}
            onSaved={changed}
          />
        </LatePart>
      ) : null}
      {open?.kind === "forget" ? (
        <ForgetDialog
          name={open.name}
          isListed={find(open.name) !== undefined}
          onDone={changed}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {removed ? (
        <DeleteDialog
          title={say("volumes.removeTitle", { name: removed.name })}
          confirmLabel={say("volumes.remove")}
          onDelete={() => volumes.remove(removed.name)}
          onDeleted={changed}
          onClose={() => setOpen(null)}
        >
          <p>{say("volumes.removeWill", { path: removed.path })}</p>
          <p>{held > 0 ? say("volumes.removeHeld", { held: bytesWords(held) }) : say("volumes.removeEmpty")}</p>
        </DeleteDialog>
      ) : null}
    </Card>
  );
}

/** The row of a volume that the recorder uses from its next start on. */
const pendingRow = ({ name, path, role, reserve, weight }: ManagedVolume): DiskVolume => ({
  name,
  path,
  role,
  reserve,
  weight,
  state: "pending",
  reason: "",
  capacity: 0,
  free: 0,
  archivesSize: 0,
  oldest: 0,
  newest: 0,
  bytesPerSecond: 0,
  streams: 0,
});
