import { CopyButton } from "../feedback/copy-button.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./factor.module.css";

/** They are shown this one time. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const say = useText();
  return (
    <div className={css.kept}>
      <p>{say("factor.codesText")}</p>
      <ul className={css.codes} aria-label={say("factor.codes")}>
        {codes.map((code) => (
          <li key={code} className={css.text}>
            {code}
          </li>
        ))}
      </ul>
      <CopyButton
        text={codes.join("\n")}
        label={say("factor.copy")}
        copied={say("factor.copied")}
        failed={say("factor.copyFailed")}
      />
    </div>
  );
}
