/** Japanese. Who may what. */
import type { access as rows } from "../access.ts";
import type { TextsOf } from "../texts-of.ts";

export const access: TextsOf<typeof rows> = {
  "access/denied": "この操作を行う権限がありません。",
  "access/origin": "要求が別のサイトから送られています。",
  "access/no-live": "このストリームをライブで見る権限がありません。",
  "access/no-playback": "このストリームを再生する権限がありません。",
  "access/other-ticket": "このチケットは別のカメラ用です。",
  "access/ticket-for-ticket": "チケットで別のチケットを取得することはできません。",
};
