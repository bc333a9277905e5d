/** Japanese. A client is uploaded. */
import type { client as rows } from "../client.ts";
import type { TextsOf } from "../texts-of.ts";

export const client: TextsOf<typeof rows> = {
  "client/no-file": "ファイルが指定されていません",
  "client/none": "クライアントはアップロードされていません。",
  "client/bad-file": "このファイルはクライアントではありません: {cause}。",
  "client/no-page": "index.html がありません",
  "client/other-page": "この製品のページではありません",
  "client/no-zip": "ZIP アーカイブではありません",
  "client/many-files": "ファイルが {count} 個を超えています",
  "client/links": "リンクまたはデバイスが含まれています",
  "client/file-name": "許可されていないファイル名が含まれています",
  "client/file-twice": "同じファイルが 2 回含まれています",
  "client/large": "展開すると大きすぎます",
  "client/damaged": "アーカイブが壊れています",
  "client/empty": "空です",
};
