/** Camera groups on the recorder: the list for every user, changes for administrators. */
import type { Failure } from "#domain/failures/failure.ts";
import { fail, ok, type Result } from "#base/result.ts";
import type { CameraGroup, GroupedCamera } from "#domain/cameras/camera-groups.ts";
import { changedFields } from "#domain/changed-fields.ts";
import { cameraGroup, cameraGroupList, type CameraGroupWire } from "#protocol/rest/cameras/camera-group.ts";
import type { CameraGroupStore } from "#state/camera-group-store.ts";
import type { HttpClient } from "#transport/http.ts";
import { answeredWith } from "../answered.ts";

/** The result of the group dialog: a trimmed name, the parent group, the cameras in it. */
export interface CameraGroupEdit {
  readonly name: string;
  /** null: Home */
  readonly parentId: string | null;
  readonly cameras: readonly GroupedCamera[];
}

export interface CameraGroupActions {
  readonly load: () => Promise<void>;
  /** null: Home */
  readonly open: (id: string | null) => void;
  readonly foldServer: (id: string, folded: boolean) => void;
  /** Adds a group, or with an id changes it: only in what differs from `before`, the state at the start of the edit. */
  readonly save: (
    id: string | null,
    edit: CameraGroupEdit,
    before?: CameraGroupEdit | null,
  ) => Promise<Result<null, Failure>>;
  /** Removes it with everything inside. The failure gives the reason. */
  readonly remove: (id: string) => Promise<Result<null, Failure>>;
}

export function createCameraGroupActions(deps: {
  readonly http: HttpClient;
  readonly groups: CameraGroupStore;
}): CameraGroupActions {
  const { http, groups } = deps;
  let newest = 0;

  const load = async (): Promise<void> => {
    const mine = ++newest;
    groups.change((facts) => {
      if (facts.status !== "ready") facts.status = "loading";
    });
    const answer = answeredWith(await http.json({ path: "/service/groups" }, cameraGroupList), (list) => list.groups);
    if (mine !== newest) return;
    groups.change((facts) => {
      facts.failure = answer.ok ? null : answer.error;
      if (answer.ok) Object.assign(facts, { status: "ready", groups: answer.value.map(groupOf) });
      // An old list is better than none.
      else if (facts.status !== "ready") facts.status = "failed";
    });
  };

  return {
    load,
    open: (id) =>
      groups.change((facts) => {
        facts.openId = id;
      }),
    foldServer: (id, folded) =>
      groups.change((facts) => {
        facts.foldedServers = [...facts.foldedServers.filter((each) => each !== id), ...(folded ? [id] : [])];
      }),
    async save(id, edit, before = null) {
      const body = before === null ? bodyOf(edit) : changedFields(bodyOf(before), bodyOf(edit));
      const path = id === null ? "/service/groups" : `/service/groups/${encodeURIComponent(id)}`;
      const answer = await http.json({ method: id === null ? "POST" : "PATCH", path, body }, cameraGroup);
      const saved = answeredWith(answer, () => null);
      if (!saved.ok) return fail(saved.error);
      await load();
      return ok(null);
    },
    async remove(id) {
      const path = `/service/groups/${encodeURIComponent(id)}`;
      const answer = answeredWith(await http.done({ method: "DELETE", path }), () => null);
      if (answer.ok) await load();
      return answer;
    },
  };
}

const bodyOf = ({ name, parentId, cameras }: CameraGroupEdit) => ({
  name,
  parent: parentId === null ? null : { id: parentId },
  cameras,
});

const groupOf = (wire: CameraGroupWire): CameraGroup => ({
  id: wire.id,
  name: wire.name,
  parentId: wire.parent?.id ?? null,
  cameras: wire.cameras,
});
