/** Japanese. The stages tab, its dialogs, the kiosk, the keyboard overlay and the command palette. */
import type { viewsTexts as english } from "../en/views.ts";
import type { Translated } from "../translated.ts";

export const viewsTexts: Translated<typeof english> = {
  "views.free": "ビュー {number, number}",
  "views.make": "ビューとして保存…",
  "views.update": "{name} を表示中の内容に更新",
  "views.updated": "{name} はこの内容になりました",
  "views.begin": "{name} から始める",
  "views.begun": "このカメラは {name} から始まり、ホームでここに戻ります",
  "views.begunNot": "このカメラは元のビューから始まります",
  "views.split": "{count, number} 個のビューに分割",
  "views.newTitle": "ビューを保存",
  "views.editTitle": "ビューを編集",
  "views.name": "ビュー名",
  "views.save": "保存",
  "views.saved": "ビュー {name} を保存しました",
  "views.share": "カメラを閲覧できる全員と共有",
  "views.menu": "ビュー {name} の操作",
  "views.edit": "編集",
  "views.remove": "削除",
  "views.removeTitle": "ビューを削除",
  "views.removeText": "ビュー {name} を削除します。これを表示しているステージはカメラ本来のビューになります。",
  "views.removeSharedText":
    "ビュー {name} を全員から削除します。これを表示しているステージはカメラ本来のビューになります。",
  "views.shared": "共有",
  "views.home": "開始ビュー",
};
