import { FailureWords } from "#chrome/texts/failure-words.tsx";
import type { Failure } from "#domain/failures/failure.ts";
import { useState } from "react";
import { Button } from "#chrome/kit/button/button.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import form from "../administration/forms/form.module.css";
import { useProduct } from "#chrome/product.ts";
import { Card, Notice } from "#chrome/screens/administration/page.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { downloadFrom } from "./download.ts";
import css from "./report.module.css";

/** One file with all the information that a support engineer needs. */
export function SupportCard() {
  const { system } = useAdministration();
  const { stores } = useProduct();
  const say = useText();
  const [processing, setProcessing] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const download = async (): Promise<void> => {
    setProcessing(true);
    setFailure(null);
    const address = await system.supportAddress(stores.standing.get().painter);
    setProcessing(false);
    if (address.ok) downloadFrom(address.value);
    else setFailure(address.error);
  };
  return (
    <Card title={say("report.support")}>
      <div className={form.form}>
        {failure === null ? null : (
          <Notice tone="bad">
            {say("report.supportFailed")}: <FailureWords of={failure} />
          </Notice>
        )}
        <p>{say("report.supportText")}</p>
        <div className={css.actions}>
          <Button isDisabled={processing} onPress={() => void download()}>
            {say(processing ? "admin.processing" : "report.supportGet")}
          </Button>
        </div>
      </div>
    </Card>
  );
}
