/** Accounts that see a camera by some of its named views only. [ours] */
import { type OnCamera, type Role, roleByViews } from "./access.ts";

/** Ids of views, by the camera. */
export type CameraViews = Readonly<Record<string, readonly string[]>>;

/** The cameras of which these rights name views. */
export const viewsNamed = (rights: readonly OnCamera[]): CameraViews =>
  Object.fromEntries(rights.flatMap(({ id, views }) => (views ? [[id, views]] : [])));

/** These rights with other views: what the role may see and export, of those alone. Rights that name no views stay as they are. */
export const withViews = (rights: readonly OnCamera[], views: CameraViews, role: Role): readonly OnCamera[] => [
  ...rights.filter((one) => !one.views && !(one.id in views)),
  ...Object.entries(views).map(([id, own]) => ({
    id,
    scope: roleByViews(role),
    views: own,
  })),
];
