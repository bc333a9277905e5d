/** Japanese. Texts that several administration screens share. */
import type { administrationTexts as english } from "../en/administration.ts";
import type { Translated } from "../translated.ts";

export const administrationTexts: Translated<typeof english> = {
  "admin.badLink": "このリンクは読み取れません。途中で切れているか、入力に誤りがあります。",
  "disk.title": "ディスク使用状況",
  "disk.summary": "{capacity} のうち {used} を使用中。",
  "disk.threshold": "{percent, number} % で削除を開始",
  "disk.archives": "録画",
  "disk.other": "その他のデータ",
  "disk.free": "空き",
  "disk.failed": "ディスク使用状況を読み込めませんでした",
  "disk.loading": "ディスク使用状況を読み込んでいます…",
  "preview.title": "{name} のプレビュー",
  "preview.loading": "映像を待っています…",
  "preview.picture": "{name} の映像",
  "admin.copy": "{name} をコピー",
  "admin.copied": "コピーしました",
  "admin.copyFailed": "コピーできませんでした。ブラウザーがここでは許可していません。",
  "admin.processing": "処理しています…",
  "admin.save": "保存",
  "admin.actions": "操作",
  "admin.primary": "プライマリ",
};
