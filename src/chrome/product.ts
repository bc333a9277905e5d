/** What the chrome is given by the composition root: stores to read, verbs to call, and the stage's host. */
import { createContext, useContext } from "react";
import type { SessionActions } from "#actions/session-actions.ts";
import type { VersionInformation } from "#actions/version-actions.ts";
import { need } from "#base/assert.ts";
import type { Result } from "#base/result.ts";
import type { CameraStore } from "#state/camera-store.ts";
import type { DialogStore } from "#state/dialog-store.ts";
import type { HealthStore } from "#state/health-store.ts";
import type { PreferenceStore } from "#state/preference-store.ts";
import type { SessionStore } from "#state/session-store.ts";

export interface Stores {
  readonly session: SessionStore;
  readonly cameras: CameraStore;
  readonly health: HealthStore;
  readonly dialogs: DialogStore;
  readonly preferences: PreferenceStore;
}

/** What this browser lacks (document 1, section 2), null = nothing. */
export type BrowserGate = "unsupported-browser" | "no-websocket" | "incognito" | "browser-compatibility" | null;

export interface Product {
  readonly stores: Stores;
  readonly session: SessionActions;
  readonly gate: BrowserGate;
  /** not Internet Explorer or the old Edge: the Google button may show */
  readonly isEdge: boolean;
  /** leaves the page for Google's sign-in */
  readonly startGoogleSignIn: (clientId: string) => void;
  readonly reload: () => void;
  readonly loadVersion: () => Promise<Result<VersionInformation, string>>;
}

const Context = createContext<Product | null>(null);
export const ProductProvider = Context.Provider;
export const useProduct = (): Product => need(useContext(Context), "product context");
