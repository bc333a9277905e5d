/** The chrome's dependencies, given by the composition root: stores to read, actions to call, and the stage's host. */
import type { Failure } from "#domain/failures/failure.ts";
import { createContext, useContext } from "react";
import type { Administration } from "#actions/administration/administration.ts";
import type { AdvancedSettings } from "#actions/session/advanced-settings.ts";
import type { CameraActions } from "#actions/cameras/camera-actions.ts";
import type { CameraGroupActions } from "#actions/cameras/camera-group-actions.ts";
import type { CameraSearch } from "#actions/cameras/camera-search.ts";
import type { OwnAccountActions } from "#actions/session/own-account-actions.ts";
import type { ExportActions } from "#actions/recordings/export-actions.ts";
import type { PlayerActions } from "#actions/stage/player-actions.ts";
import type { PtzTourActions } from "#actions/cameras/ptz-tour-actions.ts";
import type { PtzActions } from "#actions/cameras/ptz-actions.ts";
import type { PreviewFeed } from "#actions/cameras/preview-feed.ts";
import type { ServerEventSource } from "#actions/session/server-events.ts";
import type { SessionActions } from "#actions/session/session-actions.ts";
import type { SavedStageActions } from "#actions/stage/saved-stage-actions.ts";
import type { SingleStream } from "#actions/stage/single-player-actions.ts";
import type { LookActions } from "#actions/stage/look-actions.ts";
import type { Arranging } from "#actions/stage/arranging.ts";
import type { StageActions } from "#actions/stage/stage-actions.ts";
import type { PatrolActions } from "#actions/stage/patrol-actions.ts";
import type { ViewActions } from "#actions/stage/view-actions.ts";
import type { LinkActions } from "#actions/stage/link-actions.ts";
import type { BookmarkActions } from "#actions/timeline/bookmark-actions.ts";
import type { MarkActions } from "#actions/timeline/mark-actions.ts";
import type { RecordingActions } from "#actions/recordings/recording-actions.ts";
import type { ThumbnailFeed } from "#actions/timeline/thumbnail-feed.ts";
import type { TimelineActions } from "#actions/timeline/timeline-actions.ts";
import type { VersionInformation } from "#actions/session/version-actions.ts";
import { need } from "#base/assert.ts";
import type { Disposer } from "#base/disposer.ts";
import type { Result } from "#base/result.ts";
import type { Gate } from "#domain/browser-support.ts";
import type { SignInChoices } from "#domain/accounts/sign-in.ts";
import type { CameraGroupStore } from "#state/camera-group-store.ts";
import type { CameraStore } from "#state/camera-store.ts";
import type { DialogStore } from "#state/dialog-store.ts";
import type { HealthStore } from "#state/health-store.ts";
import type { PanelStore } from "#state/panel-store.ts";
import type { PreferenceStore } from "#state/preference-store.ts";
import type { PluginStore } from "#state/plugin-store.ts";
import type { PlayerStore } from "#state/stage/player-store.ts";
import type { SavedStageStore } from "#state/stage/saved-stage-store.ts";
import type { ServerStore } from "#state/server-store.ts";
import type { SessionStore } from "#state/session-store.ts";
import type { SinglePlayerStore } from "#state/stage/single-player-store.ts";
import type { StandingStore } from "#state/standing-store.ts";
import type { StageStore } from "#state/stage/stage-store.ts";
import type { TimelineStore } from "#state/timeline-store.ts";
import type { UnlinkedStore } from "#state/stage/unlinked-store.ts";
import type { ViewStore } from "#state/stage/view-store.ts";

/** State that belongs to the page, this browser or the server, independent of the signed-in user. */
export interface PageStores {
  readonly session: SessionStore;
  readonly health: HealthStore;
  readonly preferences: PreferenceStore;
  readonly single: SinglePlayerStore;
}

/** State of one session: it is created for each one (src/app/session-scope.ts). */
export interface SessionStores {
  readonly standing: StandingStore;
  readonly cameras: CameraStore;
  readonly servers: ServerStore;
  readonly dialogs: DialogStore;
  readonly panel: PanelStore;
  readonly stage: StageStore;
  readonly groups: CameraGroupStore;
  readonly savedStages: SavedStageStore;
  readonly players: PlayerStore;
  readonly views: ViewStore;
  readonly timeline: TimelineStore;
  readonly unlinked: UnlinkedStore;
  readonly plugins: PluginStore;
}

export interface Stores extends PageStores, SessionStores {}

/** Draws the stage into an element and runs its players until it is disposed. */
export interface StageHost {
  attach(element: HTMLElement): Disposer;
}

/** The actions of a signed-in visitor. The sign-in page does not contain them. */
export interface Workspace {
  readonly cameras: CameraActions;
  readonly stage: StageActions;
  /** how a small window looks at the stage */
  readonly look: LookActions;
  /** a chunk of its own, like `exports` */
  readonly arranging: () => Promise<Arranging>;
  readonly groups: CameraGroupActions;
  readonly search: CameraSearch;
  readonly savedStages: SavedStageActions;
  /** named views of fisheyes */
  readonly views: ViewActions;
  /** patrols through them */
  readonly patrols: PatrolActions;
  readonly players: PlayerActions;
  readonly ptz: PtzActions;
  readonly ptzTours: PtzTourActions;
  readonly previews: PreviewFeed;
  readonly timeline: TimelineActions;
  readonly recordings: RecordingActions;
  readonly marks: MarkActions;
  /** set with one press, and named afterwards */
  readonly bookmarks: BookmarkActions;
  readonly links: LinkActions;
  readonly thumbnails: ThumbnailFeed;
  readonly ownAccount: OwnAccountActions;
  /** a chunk of its own; every call gives the same promise, unless the load failed */
  readonly exports: () => Promise<ExportActions>;
  /**
   * loads the actions of the administration screens, for the page's own server or for one server of an aggregator;
   * every call gives the same promise, unless the load failed
   */
  readonly administration: (serverId?: string) => Promise<Administration>;
  /** loads the stage's own chunk */
  readonly stageHost: () => Promise<StageHost>;
}

/** The product of the current session, or of nobody: each sign-in and sign-out replaces it. */
export interface Product {
  /** a different number for each session: screens are mounted anew with it */
  readonly visit: number;
  readonly stores: Stores;
  /** changes that the recorder reports */
  readonly events: ServerEventSource;
  readonly session: SessionActions;
  /** loads the parts that only a signed-in visitor needs; every call gives the same promise, unless the load failed */
  readonly workspace: () => Promise<Workspace>;
  /** the feature that this browser lacks, null = none */
  readonly gate: Gate | null;
  /** what the page needs and this browser has not, by name */
  readonly lacking: readonly string[];
  readonly browserName: string;
  /** how the page was opened: URL flags that remove parts of the stage */
  readonly hidden: { readonly timeline: boolean; readonly controls: boolean; readonly header: boolean };
  /** the single player page and its options; its store's `page` is null in the whole application */
  readonly single: () => Promise<SingleStream>;
  readonly advanced: {
    readonly read: () => AdvancedSettings;
    /** saves the changed flags and reloads the application at its base address; false when they cannot be saved */
    readonly save: (changed: Partial<AdvancedSettings>) => boolean;
  };
  /** leaves the page for Google's sign-in, which returns to the router's address `askedFor` */
  readonly startGoogleSignIn: (
    clientId: string,
    authorization: string,
    choices: SignInChoices,
    askedFor: string,
  ) => void;
  /** leaves the page for the company's sign-in; null as the answer: the browser is on its way */
  readonly startCompanySignIn: (choices: SignInChoices, askedFor: string) => Promise<Result<null, Failure>>;
  /** why the company's sign-in of this browser was refused; null = it was not */
  readonly companyRefusal: () => Promise<Failure | null>;
  /** begins the stage's thread: nothing has to travel for it when the stage opens. Never rejects */
  readonly prepareStage: () => Promise<void>;
  readonly reload: () => void;
  /** asks whether the server answers */
  readonly serverAnswers: () => Promise<boolean>;
  /** `all`: including change log, licence and acknowledgments */
  readonly loadVersion: (all?: boolean) => Promise<Result<VersionInformation, Failure>>;
}

const Context = createContext<Product | null>(null);
export const ProductProvider = Context.Provider;
const WorkspaceContext = createContext<Workspace | null>(null);
export const WorkspaceProvider = WorkspaceContext.Provider;
/** For use inside a screen that has waited for `Product.workspace`. */
export const useWorkspace = (): Workspace => need(useContext(WorkspaceContext), "workspace context");

export const useProduct = (): Product => need(useContext(Context), "product context");
