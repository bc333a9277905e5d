import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AUDIT_DAYS, auditDaysOf } from "#domain/accounts/audit.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { Card, Notice } from "#chrome/screens/administration/page.tsx";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { valueOf } from "#chrome/value-of.ts";
import form from "../administration/forms/form.module.css";
import css from "./audit.module.css";

/** Retention of the audit's own. */
export function KeptDaysCard({ removedSeq }: { readonly removedSeq: number }) {
  const { audit } = useAdministration();
  const say = useText();
  const kept = useQuery({ queryKey: ["audit-days"], queryFn: ({ signal }) => valueOf(audit.keptDays(signal)) });
  const [typed, setTyped] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const text = typed ?? (kept.data === undefined ? "" : String(kept.data));
  const days = auditDaysOf(text);
  const save = async (): Promise<void> => {
    if (days === null) return;
    setSaving(true);
    setFailure(null);
    const answer = await audit.keepDays(days);
    setSaving(false);
    if (!answer.ok) return setFailure(answer.error);
    setTyped(null);
    await kept.refetch();
    showToast({ text: say("audit.saved"), tone: "info" });
  };
  return (
    <Card title={say("audit.kept")}>
      <div className={form.form}>
        {failure === null ? null : (
          <Notice tone="bad">
            {say("audit.saveFailed")}: <FailureWords of={failure} />
          </Notice>
        )}
        <div className={css.days}>
          <TextField
            label={say("audit.days")}
            inputMode="numeric"
            value={text}
            onChange={setTyped}
            isDisabled={kept.data === undefined}
            {...(typed === null || days !== null ? {} : { error: say("audit.daysHint", AUDIT_DAYS) })}
          />
          <Button
            tone="primary"
            isDisabled={isSaving || days === null || days === kept.data}
            onPress={() => void save()}
          >
            {say(isSaving ? "admin.processing" : "admin.save")}
          </Button>
        </div>
        <p className={form.small}>
          {say("audit.chain")} {removedSeq === 0 ? null : say("audit.removed", { seq: removedSeq })}
        </p>
      </div>
    </Card>
  );
}
