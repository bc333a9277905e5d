/** The two cameras that the specs of playback play side by side, and the administrator of their recorder. */
import { Api } from "../api.ts";
import { shared } from "../shared.ts";

export const NAMES = ["Yard", "Corridor"] as const;
export const api = (): Promise<Api> => Api.signedIn(shared().url, "admin", shared().password);
