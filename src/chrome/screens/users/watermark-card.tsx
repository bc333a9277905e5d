import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { WATERMARKS } from "#domain/accounts/watermark.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { Select } from "#chrome/kit/field/select.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { Card, Notice } from "#chrome/screens/administration/page.tsx";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { valueOf } from "#chrome/value-of.ts";
import css from "../administration/forms/form.module.css";
import { SettingsState } from "./settings-state.tsx";

/** Over whose views and exports account and time are written. A choice is saved at once. */
export function WatermarkCard() {
  const { system } = useAdministration();
  const say = useText();
  const queries = useQueryClient();
  const now = useQuery({ queryKey: ["settings"], queryFn: ({ signal }) => valueOf(system.settings(signal)) });
  const [failure, setFailure] = useState<Failure | null>(null);
  const save = async (change: Parameters<typeof system.changeSettings>[0]): Promise<void> => {
    setFailure(null);
    const saved = await system.changeSettings(change);
    if (!saved.ok) return setFailure(saved.error);
    await queries.invalidateQueries({ queryKey: ["settings"] });
    showToast({ text: say("watermark.saved"), tone: "info" });
  };
  return (
    <Card title={say("watermark.title")}>
      <SettingsState of={now} />
      {failure === null ? null : (
        <Notice tone="bad">
          <FailureWords of={failure} />
        </Notice>
      )}
      {now.isSuccess ? (
        <div className={css.form}>
          <Select
            label={say("watermark.who")}
            value={now.data.watermark}
            options={WATERMARKS.map((id) => ({ id, label: say(`watermark.${id}`) }))}
            onChange={(watermark) => void save({ watermark })}
          />
          <p className={css.small}>{say("watermark.about")}</p>
          {now.data.watermark === "off" ? null : (
            <div>
              <Checkbox
                isSelected={now.data.watermarkRtsp}
                onChange={(watermarkRtsp) => void save({ watermarkRtsp })}
                aria-describedby="watermark-rtsp-hint"
              >
                {say("watermark.rtsp")}
              </Checkbox>
              <p className={css.small} id="watermark-rtsp-hint">
                {say("watermark.rtspHint")}
              </p>
            </div>
          )}
        </div>
      ) : null}
    </Card>
  );
}
