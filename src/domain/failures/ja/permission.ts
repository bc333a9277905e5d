/** Japanese. Permission groups of an aggregator. */
import type { permission as rows } from "../permission.ts";
import type { TextsOf } from "../texts-of.ts";

export const permission: TextsOf<typeof rows> = {
  "permission/unknown": "そのような権限グループはありません。",
  "permission/too-many": "権限グループの数が上限に達しています。",
  "permission/last-administrator": "管理者が 1 人もいなくなります。",
};
