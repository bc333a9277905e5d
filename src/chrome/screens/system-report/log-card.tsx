import { FailureWords } from "#chrome/texts/failure-words.tsx";
import type { Failure } from "#domain/failures/failure.ts";
import { useState } from "react";
import { logQuery, rangeFault } from "#domain/servers/report.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { Select } from "#chrome/kit/field/select.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import form from "../administration/forms/form.module.css";
import { Card, Notice } from "#chrome/screens/administration/page.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { downloadFrom } from "./download.ts";
import { readLocalTime } from "../administration/local-time.ts";
import { MomentField } from "../administration/moment-field.tsx";
import css from "./report.module.css";

type Format = "gzip" | "text";

/** Something is typed that is no time: the log of another time is not what was asked for. */
const isHalf = (text: string, ms: number | null): boolean => text.trim() !== "" && ms === null;

/** Exports the recorder's log. The browser downloads it with a single-use ticket. */
export function LogCard() {
  const { system } = useAdministration();
  const say = useText();
  const [format, setFormat] = useState<Format>("gzip");
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [processing, setProcessing] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const fromMs = readLocalTime(from);
  const toMs = readLocalTime(to);
  const fault = rangeFault(fromMs, toMs);

  const download = async (): Promise<void> => {
    setProcessing(true);
    setFailure(null);
    const address = await system.logAddress(logQuery(format, fromMs, toMs));
    setProcessing(false);
    if (!address.ok) return setFailure(address.error);
    downloadFrom(address.value);
  };

  return (
    <Card title={say("report.log")}>
      <div className={form.form}>
        {failure === null ? null : (
          <Notice tone="bad">
            {say("report.exportFailed")}: <FailureWords of={failure} />
          </Notice>
        )}
        <div className={form.row}>
          <Select
            label={say("report.format")}
            value={format}
            options={[
              { id: "gzip", label: say("report.format.gzip") },
              { id: "text", label: say("report.format.text") },
            ]}
            onChange={setFormat}
          />
          <MomentField
            label={say("report.logFrom")}
            end="from"
            value={from}
            onChange={setFrom}
            error={fault ?? undefined}
          />
          <MomentField label={say("report.logTo")} end="to" value={to} onChange={setTo} error={fault ?? undefined} />
        </div>
        <div className={css.actions}>
          <Button
            tone="primary"
            isDisabled={processing || fault !== null || isHalf(from, fromMs) || isHalf(to, toMs)}
            onPress={() => void download()}
          >
            {say(processing ? "admin.processing" : "report.export")}
          </Button>
        </div>
      </div>
    </Card>
  );
}
