/** Things of a camera that are personal, or shared with everybody who may see the camera. */
import { ok, type Result } from "#base/result.ts";
import type { Failure, Refusal } from "#domain/failures/failure.ts";
import { allOf, anyOf, type AudienceRule, isMeant, theUser, whoSees, whoSeesView } from "#recorder/core/audience.ts";
import { type Identity, sharesViews } from "#recorder/core/identity.ts";
import { newId } from "#recorder/store/ids.ts";

interface Thing {
  readonly id: string;
  readonly shared: number;
  readonly owner_id: string;
  readonly camera_id: string;
}
interface NamedThing extends Thing {
  readonly name: string;
  readonly orchid_id: string;
}
interface ThingCreate {
  readonly name: string;
  readonly camera: { readonly id: string; readonly orchidId?: string | undefined };
  readonly shared?: boolean | undefined;
}

export const isVisible = (row: Thing, who: Identity): boolean => isMeant(seenOf(row), who);

/** Its owner may change a personal thing; whoever may share things of the camera may change a shared one. */
const isEditable = (row: Thing, who: Identity): boolean =>
  row.shared === 1 ? sharesViews(who, row.camera_id) : row.owner_id === who.userId;

/** Whether this user may make a thing shared, or personal again. `asked`: absent = it stays as it is. */
export const mayShare = (now: number, asked: boolean | undefined, cameraId: string, who: Identity): boolean =>
  flag(asked, now) === now || sharesViews(who, cameraId);

/** The column for a flag that may have been asked for. */
export const flag = (asked: boolean | undefined, otherwise: number): number =>
  asked === undefined ? otherwise : asked ? 1 : 0;

export const visibleByName = <Row extends NamedThing>(rows: readonly Row[], who: Identity): Row[] =>
  rows.filter((row) => isVisible(row, who)).sort((a, b) => a.name.localeCompare(b.name));

/** A thing that only others may see does not exist for this user: `unknown`. */
export const seenRow = <Row extends Thing>(
  row: Row | undefined,
  who: Identity,
  unknown: Refusal,
): Result<Row, Failure> => (row && isVisible(row, who) ? ok(row) : unknown);

export function editableRow<Row extends Thing>(
  row: Row | undefined,
  who: Identity,
  no: { readonly unknown: Refusal; readonly readOnly: Refusal },
): Result<Row, Failure> {
  const seen = seenRow(row, who, no.unknown);
  return seen.ok && !isEditable(seen.value, who) ? no.readOnly : seen;
}

/** The columns that every new thing has. */
export const newThing = ({ name, camera, shared }: ThingCreate, who: Identity, nowMs: number) => ({
  id: newId(),
  owner_id: who.userId,
  camera_id: camera.id,
  orchid_id: camera.orchidId ?? "1",
  name,
  shared: flag(shared, 0),
  created_ms: nowMs,
});

/** The fields that every answer has. */
export const shownThing = (row: NamedThing, who: Identity) => ({
  id: row.id,
  name: row.name,
  camera: { id: row.camera_id, orchidId: row.orchid_id },
  shared: row.shared === 1,
  owner: { id: row.owner_id },
  editable: isEditable(row, who),
});

/** When a thing has changed (before, after), users who lose sight of it are told as well: for them it is gone. */
export const seenOf = (...rows: readonly Thing[]): AudienceRule => anyOf(...rows.map(seenBy));

/** A thing is seen by its owner while they see the camera. A shared one is seen by everybody who sees the camera, unless they see it only by other views. */
const seenBy = ({ id, shared, owner_id, camera_id }: Thing): AudienceRule => {
  const own = allOf(theUser(owner_id), whoSees(camera_id));
  return shared === 1 ? anyOf(own, whoSeesView(camera_id, id)) : own;
};
