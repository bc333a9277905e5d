/** Sign-in by the company's directory: its settings. */
import type { Failure } from "#domain/failures/failure.ts";
import type { Result } from "#base/result.ts";
import type { DirectoryAsk } from "#domain/accounts/directory-form.ts";
import {
  type DirectorySignIn,
  directorySignIn,
  type DirectoryTest,
  directoryTest,
} from "#protocol/rest/accounts/directory.ts";
import type { HttpClient } from "#transport/http.ts";

export type DirectoryFacts = DirectorySignIn;
export type DirectoryTested = DirectoryTest;

export interface DirectoryActions {
  readonly get: (signal?: AbortSignal) => Promise<Result<DirectoryFacts, Failure>>;
  readonly save: (ask: DirectoryAsk) => Promise<Result<DirectoryFacts, Failure>>;
  /** Asks the directory with what is not saved yet, and for one person. */
  readonly test: (ask: DirectoryAsk, name: string, password: string) => Promise<Result<DirectoryTested, Failure>>;
  readonly remove: () => Promise<Result<null, Failure>>;
}

const PATH = "/service/directory-sign-in";

export const createDirectoryActions = (http: HttpClient): DirectoryActions => ({
  get: async (signal) => await http.json({ path: PATH, ...(signal ? { signal } : {}) }, directorySignIn),
  save: async (body) => await http.json({ method: "PUT", path: PATH, body }, directorySignIn),
  test: async (settings, name, password) =>
    await http.json({ method: "POST", path: `${PATH}/test`, body: { settings, name, password } }, directoryTest),
  remove: async () => await http.done({ method: "DELETE", path: PATH }),
});
