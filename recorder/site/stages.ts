/**
 * Stages belong to an account; shared ones are seen by everybody and changed only by administrators. Who may share:
 * document 1, section 4.
 */
import { type Result, ok } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import { Mutex, type AnyMutex } from "#base/mutex.ts";
import { type Stage, type StageCreate, type StageMatrix, stageMatrix, type StagePatch } from "#protocol/rest/stage.ts";
import { newId } from "#recorder/store/ids.ts";
import type { Store } from "#recorder/store/store.ts";
import type { StageRow } from "#recorder/store/tables/stage-rows.ts";
import {
  administrators,
  anyOf,
  type AudienceRule,
  everyone,
  isMeant,
  theUser,
  whoSees,
} from "#recorder/core/audience.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";
import { can, canSeeCamera, type Identity } from "#recorder/core/identity.ts";
import { withHiddenCells } from "./stage-merge.ts";

const MAX_STAGES_OF_A_USER = 500;
const UNKNOWN = refuse("stage/unknown");
const NO_SHARING = refuse("stage/share");
const READ_ONLY = refuse("stage/read-only");

export class Stages {
  readonly #store: Store;
  readonly #hub: EventHub;
  readonly #now: () => number;
  readonly #sharing: "administrators" | "everybody";
  /** Changes run one after the other, so that a row is as it was read. */
  readonly #mutex: AnyMutex;

  /** `sharing`: users who share stages and withdraw their own; administrators withdraw everybody's. */
  constructor(
    store: Store,
    hub: EventHub,
    now: () => number,
    sharing: "administrators" | "everybody" = "administrators",
    mutex: AnyMutex = new Mutex(),
  ) {
    this.#mutex = mutex;
    this.#store = store;
    this.#hub = hub;
    this.#now = now;
    this.#sharing = sharing;
  }

  /** By name: the user's own, and the shared ones of which they may see a camera. */
  async list(who: Identity): Promise<Stage[]> {
    const rows = await this.#store
      .selectFrom("stages")
      .selectAll()
      .where((either) => either.or([either("owner_id", "=", who.userId), either("shared", "=", 1)]))
      .execute();
    return rows
      .filter((row) => isVisible(row, who))
      .map((row) => show(row, who))
      .sort((a, b) => a.name.localeCompare(b.name));
  }

  async get(id: string, who: Identity): Promise<Result<Stage, Failure>> {
    const row = await this.#row(id);
    return row && isVisible(row, who) ? ok(show(row, who)) : UNKNOWN;
  }

  /** Failures: stage/share, stage/too-many. */
  create(ask: StageCreate, who: Identity): Promise<Result<Stage, Failure>> {
    return this.#mutex.run(() => this.#create(ask, who));
  }

  /** Failures: stage/unknown, stage/read-only, stage/share. */
  patch(id: string, ask: StagePatch, who: Identity): Promise<Result<Stage, Failure>> {
    return this.#mutex.run(() => this.#patch(id, ask, who));
  }

  /** Failures: stage/unknown, stage/read-only. */
  remove(id: string, who: Identity): Promise<Result<null, Failure>> {
    return this.#mutex.run(() => this.#remove(id, who));
  }

  async #create(ask: StageCreate, who: Identity): Promise<Result<Stage, Failure>> {
    if (ask.shared === true && !this.#mayShare(who)) return NO_SHARING;
    const { count } = await this.#store
      .selectFrom("stages")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("owner_id", "=", who.userId)
      .executeTakeFirstOrThrow();
    if (count >= MAX_STAGES_OF_A_USER) return refuse("stage/too-many");
    const row: StageRow = {
      id: newId(),
      owner_id: who.userId,
      name: ask.name,
      shared: ask.shared === true ? 1 : 0,
      matrix: JSON.stringify(ask.stageMatrix ?? []),
      created_ms: this.#now(),
    };
    await this.#store.insertInto("stages").values(row).execute();
    this.#hub.publish("layout-added", "stages", row.id, seen(row));
    return ok(show(row, who));
  }

  async #patch(id: string, ask: StagePatch, who: Identity): Promise<Result<Stage, Failure>> {
    const row = await this.#row(id);
    if (!row || !isVisible(row, who)) return UNKNOWN;
    const isOwnTakenBack =
      ask.shared === false && Object.keys(ask).length === 1 && row.owner_id === who.userId && this.#mayShare(who);
    if (!isEditable(row, who) && !isOwnTakenBack) return READ_ONLY;
    if (ask.shared !== undefined && (ask.shared ? 1 : 0) !== row.shared && !this.#mayShare(who)) return NO_SHARING;
    const change = {
      name: ask.name ?? row.name,
      shared: ask.shared === undefined ? row.shared : ask.shared ? 1 : 0,
      matrix: ask.stageMatrix ? JSON.stringify(merged(row, ask.stageMatrix, who)) : row.matrix,
    };
    await this.#store.updateTable("stages").set(change).where("id", "=", id).execute();
    const after = { ...row, ...change };
    // Users who lose sight of it are told as well: for them it is gone.
    this.#hub.publish("layout-modified", "stages", id, anyOf(seen(row), seen(after)));
    return ok(show(after, who));
  }

  async #remove(id: string, who: Identity): Promise<Result<null, Failure>> {
    const row = await this.#row(id);
    if (!row || !isVisible(row, who)) return UNKNOWN;
    if (!isEditable(row, who)) return READ_ONLY;
    await this.#store.deleteFrom("stages").where("id", "=", id).execute();
    this.#hub.publish("layout-removed", "stages", id, seen(row));
    return ok(null);
  }

  #mayShare(who: Identity): boolean {
    return this.#sharing === "everybody" || can(who, "config");
  }

  #row(id: string): Promise<StageRow | undefined> {
    return this.#store.selectFrom("stages").selectAll().where("id", "=", id).executeTakeFirst();
  }
}

const matrixOf = (row: StageRow): StageMatrix => JSON.parse(row.matrix) as StageMatrix;

const merged = (row: StageRow, asked: NonNullable<StagePatch["stageMatrix"]>, who: Identity): StageMatrix =>
  withHiddenCells(matrixOf(row), stageMatrix.parse(asked), (id) => canSeeCamera(who, id));

const isVisible = (row: StageRow, who: Identity): boolean => isMeant(seen(row), who);

const isEditable = (row: StageRow, who: Identity): boolean =>
  row.shared === 1 ? can(who, "config") : row.owner_id === who.userId;

function seen(row: StageRow): AudienceRule {
  if (row.shared !== 1) return theUser(row.owner_id);
  const cameras = matrixOf(row).flatMap((cells) => cells.flatMap((cell) => (cell?.camera ? [cell.camera.id] : [])));
  if (cameras.length === 0) return everyone;
  return anyOf(theUser(row.owner_id), administrators, ...[...new Set(cameras)].map(whoSees));
}

/** Cameras that this session may not see are absent. */
function show(row: StageRow, who: Identity): Stage {
  const shown = matrixOf(row).map((cells) =>
    cells.map((cell) => (cell?.camera && !canSeeCamera(who, cell.camera.id) ? { ...cell, camera: null } : cell)),
  );
  return {
    id: row.id,
    href: `/service/stages/${row.id}`,
    name: row.name,
    shared: row.shared === 1,
    stageMatrix: shown,
    owner: { id: row.owner_id },
    editable: isEditable(row, who),
  };
}
