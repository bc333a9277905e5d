/** Japanese. The version page. */
import type { versionTexts as english } from "../en/version.ts";
import type { Translated } from "../translated.ts";

export const versionTexts: Translated<typeof english> = {
  "version.title": "バージョン情報",
  "version.version": "バージョン",
  "version.target": "対象アーキテクチャ",
  "version.hash": "ビルドハッシュ",
  "version.date": "ビルド日",
  "version.user": "ビルドユーザー",
  "version.host": "ビルドホスト",
  "version.client": "クライアントのビルド",
  "version.update": "クライアントを更新",
  "version.updateText": "ビルド済みクライアントの zip ファイルです。確認した後、以後は全員に配信されます。",
  "version.file": "クライアントファイル (.zip)",
  "version.password": "自分のパスワード",
  "version.passwordHint": "このクライアントは全員に配信されます。自分のパスワードで確認してください。",
  "version.upload": "更新",
  "version.restore": "元に戻す",
  "version.updated": "クライアントを変更しました",
  "version.updatedText": "これ以降にページを開く人に配信されます。",
  "version.reload": "今すぐ読み込む",
  "version.resources": "リソース",
  "version.apiDocs": "API ドキュメント",
  "version.support": "サポート",
  "version.acknowledgments": "オープンソースの謝辞",
  "version.changelog": "変更履歴",
  "version.eula": "使用許諾契約",
  "version.noText": "このビルドにはこの文書がありません。",
  "version.failed": "バージョンを読み込めませんでした",
};
