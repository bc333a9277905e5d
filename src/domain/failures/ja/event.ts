/** Japanese. Events, for the list of the system report. */
import type { event as rows } from "../rows/event.ts";
import type { TextsOf } from "../texts-of.ts";

export const event: TextsOf<typeof rows> = {
  "event/recorder-started": "レコーダーが起動しました。",
  "event/recorder-stopped": "レコーダーが停止されました。",
  "event/aggregator-started": "アグリゲーターが起動しました。",
  "event/aggregator-stopped": "アグリゲーターが停止されました。",
  "event/stream-running": "{name} は実行中です。",
  "event/stream-idle": "{name} は待機中です。",
  "event/stream-starting": "{name} は開始中です。",
  "event/stream-restarting": "{name} は再起動中です。",
  "event/stream-idle-why": "{name} は待機中です。{trouble}: {cause}",
  "event/stream-starting-why": "{name} は開始中です。{trouble}: {cause}",
  "event/stream-restarting-why": "{name} は再起動中です。{trouble}: {cause}",
  "event/storage-ok": "録画の書き込みが再開しました。",
  "event/storage-full": "録画を書き込めません: ディスクの容量がいっぱいです。{reason}",
  "event/storage-gone": "録画を書き込めません: 録画フォルダーが削除されたか、ディスクが取り外されました。{reason}",
  "event/storage-stuck": "録画を書き込めません: ディスクが応答しません。{reason}",
  "event/volume-ok": "ボリューム {name} は正常です。保存されている録画を再生でき、録画の書き込みも再開されます。",
  "event/volume-full":
    "ボリューム {name} の容量がいっぱいです。このカメラの録画は、ほかのボリュームがあればそこで続きます。{reason}",
  "event/volume-unwritable":
    "ボリューム {name} にファイルを作成できません。このカメラの録画は、ほかのボリュームがあればそこで続きます。{reason}",
  "event/volume-gone":
    "ボリューム {name} がなくなり、保存されている録画を再生できません。カメラの録画は、ほかのボリュームがあればそこで続きます。{reason}",
  "event/volume-drained":
    "ボリューム {name} は空になりました。保存されていたものはすべて他のボリュームにあり、{path} のディスクは取り外せます。",
  "event/volume-forgotten": "ボリューム {name} にあった録画を索引から取り除きました（{size}、カメラ {cameras} 台分）。",
  "event/volume-found-again":
    "ボリューム {name} に再び接続できました。索引からの取り除きを中止し、すでに取り除いた録画はファイルから再び登録します。",
  "event/volume-stuck":
    "ボリューム {name} が応答せず、保存されている録画を再生できません。カメラの録画は、ほかのボリュームがあればそこで続きます。{reason}",
  "event/recordings-checked": "要求により、すべての録画を照合しました: {files} ファイル。破損: {damaged}。",
  "event/recordings-repaired":
    "ディスク上で破損していた録画: {count} 件。バケットのコピーから復元しました。録画を破損させるディスクは交換してください。",
  "event/recordings-damaged":
    "{count} 件の録画が書き込まれた内容と一致しません。ディスクのデータが失われています。見つかった録画は保存ポリシーの画面に表示されます。被害が広がる前にディスクを点検してください。",
  "event/data-ok": "設定とイベントを再び書き込めるようになりました。",
  "event/data-full":
    "設定用のディスクがいっぱいです。サインイン、設定、イベントのために予約領域を解放しました。{reason}",
  "event/data-unwritable": "設定とイベントを書き込めません。{reason}",
  "event/data-gone": "設定フォルダーが削除されたか、ディスクが取り外されました。変更はできません。{reason}",
  "event/data-stuck": "設定用のディスクが応答しません。{reason}",
  "event/process-hung": "プロセス {name} が応答しなくなりました。終了され、再起動されます。",
  "event/process-memory": "プロセス {name} が許容量を超える {size} のメモリを使用しました。終了され、再起動されます。",
  "event/process-busy":
    "プロセス {name} が1分間にわたり、使用できるプロセッサーをすべて使用しています({limit} のうち {used})。応答はしており、そのまま続行しますが、処理が遅れる場合があります。",
  "event/process-calm": "プロセス {name} によるプロセッサーの使用は、許容範囲内に戻りました。",
  "event/process-failing":
    "プロセス {name} が繰り返し終了しています(動作時間1分以内に {count} 回)。間隔を延ばしながら再起動されます。",
  "event/process-steady": "プロセス {name} は再び中断なく動作しています。",
  "event/recording-trouble": "{name} は録画されていません: {cause}",
  "event/recording-again": "{name} は再び録画されています。",
  "event/storage-unwritable": "録画を書き込めません: フォルダーにファイルを作成できません。{reason}",
  "event/index-replaced":
    "録画の索引が壊れていたため ({file})、ファイルから作り直しています。証拠ロック {locks} 件とブックマーク {bookmarks} 件をすべて引き継ぎました。",
  "event/index-replaced-partly":
    "録画の索引が壊れていたため ({file})、ファイルから作り直しています。証拠ロック {locks} 件とブックマーク {bookmarks} 件を引き継ぎましたが、失われたものがあるかもしれません。",
  "event/index-missing":
    "録画の索引がないか空だったため、ファイルから作り直しています。そこにあった証拠ロックとブックマークは失われました。",
  "event/database-replaced":
    "データベースが壊れていたため退避しました ({file})。{time} のコピーに置き換えました。それ以降の変更は失われたため、アカウント、カメラ、設定を確認してください。",
  "event/database-missing":
    "データベースがなくなっていました。{time} のコピーに置き換えました。それ以降の変更は失われたため、アカウント、カメラ、設定を確認してください。",
  "event/clock-forward":
    "このマシンの時計が{seconds}秒進められたか、マシンがスリープしました。タイムラインにその長さの空白があります。",
  "event/clock-back":
    "このマシンの時計が{seconds}秒戻されました。時刻が重複する部分では、最後に録画されたものがタイムラインに表示されます。",
  "event/key-other":
    "データフォルダーのsecret.keyは、データベースのパスワードを暗号化した鍵ではありません。カメラ、メールサーバー、ディレクトリサーバーのパスワードと第二要素を読み取れません。バックアップからファイルを戻してサーバーを再起動するか、再入力してください。",
  "event/certificate-renewed": "証明書が更新されました。有効期限は{time}です。",
  "event/certificate-unusable":
    "証明書のファイルを使用できないため、以前の証明書を引き続き使用します。ファイルは1分ごとに確認されます。{reason}",
  "event/certificate-early":
    "証明書は{time}まで有効になりません。ブラウザーが警告します。このマシンの時計を確認するか、別の証明書に置き換えてください。",
  "event/certificate-ending":
    "証明書は{time}に期限切れとなり、ブラウザーが警告するようになります。新しい証明書に置き換えてください。再起動は不要です。",
  "event/certificate-ended":
    "証明書は{time}に期限切れになりました。ブラウザーが警告します。新しい証明書に置き換えてください。再起動は不要です。",
  "event/media-gone": "レコーダーのプロセスが終了し、再起動されました。録画が中断しました。",
  "event/license-valid": "ライセンスが再び有効になりました。",
  "event/license-ending":
    "ライセンスは{time}に期限切れとなり、以降は録画されません。それまでに再アクティベーションするか、新しいキーをインストールしてください。",
  "event/license-removed": "ライセンスが削除されました。",
  "event/license-installed": "ライセンスがインストールされました。",
  "event/license-pending": "ライセンスを適用するにはサーバーを再起動してください。",
  "event/storage-changed": "ストレージデバイスが変わりました。",
  "event/storage-changed-license":
    "ストレージデバイスが変わりました。このデバイスを使うには、ライセンスを再度アクティベートしてください。",
  "event/mail-refused": "{name}: 次の宛先は受け付けられませんでした: {addresses}",
  "event/mail-not-sent": "{name}: {cause}",
  "event/mail-server-removed": "{name}: SMTP サーバーが削除されました",
  "event/scene-changed": "{name}: 画面全体が変化しました。",
  "event/view-blocked": "{name}: 視野が遮られているか、使えない状態です。",
  "event/view-usable": "{name}: 視野が回復しました。",
  "event/sensor-dark": "{name}: センサーから映像が得られません。",
  "event/sensor-back": "{name}: センサーの映像が回復しました。",
  "event/hardware-fault-of": "{name}: ハードウェアの故障です: {about}。",
  "event/hardware-fault": "{name}: ハードウェアの故障です。",
  "event/hardware-ok-of": "{name}: ハードウェアの故障が解消しました: {about}。",
  "event/hardware-ok": "{name}: ハードウェアの故障が解消しました。",
  "event/input-on-of": "{name}: 入力がオンになりました: {about}。",
  "event/input-on": "{name}: 入力がオンになりました。",
  "event/input-off-of": "{name}: 入力がオフになりました: {about}。",
  "event/input-off": "{name}: 入力がオフになりました。",
  "event/rule-met-of": "{name}: ルールの条件が満たされました: {about}。",
  "event/rule-met": "{name}: ルールの条件が満たされました。",
  "event/too-much": "{name}: 通知が多すぎるため、残りは 10 分間省略します。",
  "event/bucket-away":
    "バケット {bucket} を使用できません。コピー予定の録画は待機し、バケットにしかない録画は再生できません。{reason}",
  "event/bucket-ok": "バケット {bucket} を再び使用できます。",
  "event/thinning-stuck": "古い録画の一部を間引けませんでした。再試行します。{reason}",
  "event/stands-in": "{name} が応答しないため、このレコーダーがそのカメラ ({cameras} 台) を録画しています。",
  "event/mirrors": "このレコーダーは {name} のカメラ ({cameras} 台) も録画しています。",
  "event/stood-in": "{name} は再び録画しています。このレコーダーが代わりに録画したものを取得中です。",
  "event/handed-back":
    "{name} が代わりに録画したものはすべてこのレコーダーにあります (不足していたファイル {files} 件)。",
  "event/nobody-stands-in":
    "スタンバイグループに応答するレコーダーがありません。このレコーダーが停止している間、カメラは録画されません。",
  "event/clock-off":
    "時計がスタンバイグループの時計と {seconds} 秒ずれています。ここでの録画は日時が誤ったものになります。正しい日時になるのは、スタンバイが返却するものだけです。",
  "event/stands-by": "このレコーダーが停止している間は、{name} がカメラを録画します。",
  "event/adopted": "{name} は復帰しません。そのカメラ ({cameras} 台) はこのレコーダーのものになりました。",
  "event/bucket-restored": "バケット内の録画をインデックスに取り込みました: {objects} オブジェクト中の {files} 件。",
};
