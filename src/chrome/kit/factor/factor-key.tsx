import { useText } from "#chrome/texts/use-text.ts";
import css from "./factor.module.css";
import { QrCode } from "./qr-code.tsx";

/** The key of a new second factor: a picture for the phone, and the same to type. */
export function FactorKeyView({ of }: { readonly of: { readonly key: string; readonly uri: string } }) {
  const say = useText();
  return (
    <div className={css.key}>
      <p>{say("factor.scan")}</p>
      <QrCode text={of.uri} label={say("factor.picture")} />
      <p>{say("factor.orType")}</p>
      <code className={css.text}>{of.key.match(/.{1,4}/g)?.join(" ")}</code>
    </div>
  );
}
