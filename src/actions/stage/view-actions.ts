/** The named views of fisheyes on the server, and the patrols through them: the lists; changes of views. */
import { ok, type Result } from "#base/result.ts";
import { lookOf } from "#domain/dewarp/look.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { refuse } from "#domain/failures/failure.ts";
import { requiredName } from "#domain/required-name.ts";
import { cellById } from "#domain/stage-grid/grid.ts";
import { byName } from "#domain/stage/stage-cycle.ts";
import { patrolList } from "#protocol/rest/patrol.ts";
import { namedView, namedViewList, type NamedViewWire, type ViewPatch } from "#protocol/rest/view.ts";
import type { CameraStore } from "#state/camera-store.ts";
import { tileDewarp } from "#state/stage/dewarp-tile.ts";
import type { PlayerStore } from "#state/stage/player-store.ts";
import type { PreferenceStore } from "#state/preference-store.ts";
import type { StageStore } from "#state/stage/stage-store.ts";
import type { NamedView, ViewStore } from "#state/stage/view-store.ts";
import type { HttpClient } from "#transport/http.ts";
import { answeredWith } from "../answered.ts";
import { oneAtATime } from "../one-at-a-time.ts";
import { patrolOf } from "./patrol-of.ts";
import type { StageActions } from "./stage-actions.ts";

export interface ViewActions {
  readonly load: () => Promise<void>;
  /** Names what a tile shows, and the tile shows that view from now on. Failures: view/name-required, the server's. */
  readonly create: (tileId: string, name: string, shared: boolean) => Promise<Result<null, Failure>>;
  readonly rename: (id: string, name: string, shared: boolean) => Promise<Result<null, Failure>>;
  /** The view becomes what a tile shows. */
  readonly update: (id: string, tileId: string) => Promise<Result<null, Failure>>;
  /** The account begins with it on its camera, or no more. */
  readonly setHome: (id: string, home: boolean) => Promise<Result<null, Failure>>;
  readonly remove: (id: string) => Promise<Result<null, Failure>>;
}

export interface ViewActionDeps {
  readonly http: HttpClient;
  readonly views: ViewStore;
  readonly stage: StageStore;
  readonly cameras: CameraStore;
  readonly players: PlayerStore;
  readonly preferences: PreferenceStore;
  readonly actions: Pick<StageActions, "showView">;
}

export function createViewActions(deps: ViewActionDeps): ViewActions {
  const { http, views, stage, players } = deps;
  const put = (wire: NamedViewWire): void =>
    views.change((facts) => {
      const others = facts.list.filter(({ id }) => id !== wire.id);
      // A camera has one beginning: another one has given way.
      const before = wire.home
        ? others.map((each) => (isOfCamera(each, wire) ? { ...each, home: false } : each))
        : others;
      facts.list = [...before, viewOf(wire)].sort(byName);
    });
  const patch = async (id: string, body: ViewPatch): Promise<Result<null, Failure>> => {
    const path = `/service/views/${encodeURIComponent(id)}`;
    const answer = answeredWith(await http.json({ method: "PATCH", path, body }, namedView), (value) => value);
    if (!answer.ok) return answer;
    put(answer.value);
    return ok(null);
  };
  const shownLook = (tileId: string) => {
    const tile = tileDewarp(
      {
        grid: stage.get().grid,
        cameras: deps.cameras.get(),
        players: players.get(),
        views: views.get(),
        dewarpMax: deps.preferences.get().dewarpMax,
      },
      tileId,
    );
    return tile && lookOf(tile);
  };
  return {
    load: oneAtATime(async () => {
      views.change((facts) => {
        if (facts.status !== "ready") facts.status = "loading";
      });
      const [listed, patrolled] = await Promise.all([
        http.json({ path: "/service/views" }, namedViewList),
        http.json({ path: "/service/patrols" }, patrolList),
      ]);
      const answer = answeredWith(listed, (value) => value.views);
      views.change((facts) => {
        if (answer.ok) {
          facts.status = "ready";
          facts.failure = null;
          facts.list = answer.value.map(viewOf).sort(byName);
          // A server of before has none.
          if (patrolled.ok) facts.patrols = patrolled.value.patrols.map(patrolOf).sort(byName) as typeof facts.patrols;
          return;
        }
        if (facts.status !== "ready") facts.status = "failed";
        facts.failure = answer.error;
      });
    }),
    async create(tileId, typed, shared) {
      const name = requiredName(typed, "view");
      if (!name.ok) return name;
      const cell = cellById(stage.get().grid, tileId);
      const look = shownLook(tileId);
      if (!cell || !look) return refuse("view/gone");
      const body = { name: name.value, shared, camera: cell.camera, look };
      const answer = answeredWith(
        await http.json({ method: "POST", path: "/service/views", body }, namedView),
        (value) => value,
      );
      if (!answer.ok) return answer;
      put(answer.value);
      deps.actions.showView(tileId, answer.value.id);
      // From now on the view is where the tile begins, so nothing of it is the user's own change.
      players.change(({ byTile }) => {
        const player = byTile[tileId];
        if (player) player.dewarp = null;
      });
      return ok(null);
    },
    async rename(id, typed, shared) {
      const name = requiredName(typed, "view");
      if (!name.ok) return name;
      const before = views.get().list.find((each) => each.id === id);
      if (!before) return refuse("view/gone");
      const change = {
        ...(before.name === name.value ? {} : { name: name.value }),
        ...(before.shared === shared ? {} : { shared }),
      };
      return Object.keys(change).length === 0 ? ok(null) : patch(id, change);
    },
    async update(id, tileId) {
      const look = shownLook(tileId);
      return look ? patch(id, { look }) : refuse("view/gone");
    },
    setHome: (id, home) => patch(id, { home }),
    async remove(id) {
      const path = `/service/views/${encodeURIComponent(id)}`;
      const answer = answeredWith(await http.done({ method: "DELETE", path }), () => null);
      if (answer.ok)
        views.change((facts) => {
          facts.list = facts.list.filter((each) => each.id !== id);
        });
      return answer;
    },
  };
}

const isOfCamera = ({ camera }: NamedView, wire: NamedViewWire): boolean =>
  camera.id === wire.camera.id && camera.orchidId === wire.camera.orchidId;

const viewOf = ({ id, name, camera, look, shared, editable, home }: NamedViewWire): NamedView => ({
  id,
  name,
  camera,
  look,
  shared,
  editable,
  home,
});
