/** Japanese. The side panel's Groups and Servers sections. */
import type { groupsTexts as english } from "../en/groups.ts";
import type { Translated } from "../translated.ts";

export const groupsTexts: Translated<typeof english> = {
  "groups.title": "グループ",
  "groups.home": "ホーム",
  "groups.path": "グループ内の現在位置",
  "groups.new": "新しいグループ",
  "groups.open": "グループ {name} を開く",
  "groups.menu": "グループ {name} の操作",
  "groups.edit": "編集",
  "groups.remove": "削除",
  "groups.empty": "このグループは空です",
  "groups.emptyText": "表示できるカメラがありません。",
  "groups.editTitle": "グループの編集",
  "groups.name": "グループ名",
  "groups.inside": "親グループ",
  "groups.cameras": "グループのカメラ",
  "groups.chosen": "{count, plural, other {# 台のカメラ}}を選択中",
  "groups.save": "保存",
  "groups.nameRequired": "グループ名を入力してください。",
  "groups.removeTitle": "グループの削除",
  "groups.removeText": "グループ {name} とその中のグループを削除しますか? カメラと録画は残ります。",
  "groups.failed": "グループを読み込めませんでした",
  "servers.title": "サーバー",
  "servers.expand": "{name} のカメラを表示",
  "servers.available": "利用可能",
  "servers.unavailable": "利用不可",
  "groups.nameTaken": "同じ名前のグループがほかにもあります。",
};
