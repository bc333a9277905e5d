/** Japanese. Reports of the watch over the servers, for its mails. */
import type { trouble as rows } from "../rows/trouble.ts";
import type { TextsOf } from "../texts-of.ts";

export const trouble: TextsOf<typeof rows> = {
  "trouble/server-away": "{name} に接続できません: {cause}。",
  "trouble/server-back": "{name} に再び接続できました。",
  "trouble/camera-away": "{name} の {camera} から映像が届いていません。",
  "trouble/camera-back": "{name} の {camera} が復旧しました。",
  "trouble/storage": "{name}: ストレージのエラーを検出しました。ストレージデバイスが変わりました。",
  "trouble/license": "{name}: ライセンスのエラーを検出しました。録画とクリーンアップを停止しました。",
  "trouble/unrecorded": "{name}: {cause}。",
};
