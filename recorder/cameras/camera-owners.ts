/** Recorders whose cameras are recorded here beside our own (decision 0052), by their names. */
import { type Refusal, refuse } from "#domain/failures/failure.ts";
import type { CameraRow } from "#recorder/store/tables/camera-rows.ts";

type Borrowed = Pick<CameraRow, "stood_in_for">;

export class CameraOwners {
  readonly #names = new Map<string, string>();

  /** What an owner is called. True: it was called otherwise until now, or was not known. */
  name(owner: string, name: string): boolean {
    const isOther = this.#names.get(owner) !== name;
    this.#names.set(owner, name);
    return isOther;
  }

  /** Whose camera it is; null = our own. Until its group has answered an owner is called by its id. */
  of({ stood_in_for: id }: Borrowed): { readonly id: string; readonly name: string } | null {
    return id === null ? null : { id, name: this.#names.get(id) ?? id };
  }

  /** Why it cannot be changed here, what its owner says would undo it: camera/borrowed. Null = it is our own. */
  refusal(row: Borrowed | undefined): Refusal | null {
    const owner = row ? this.of(row) : null;
    return owner && refuse("camera/borrowed", { name: owner.name });
  }
}
