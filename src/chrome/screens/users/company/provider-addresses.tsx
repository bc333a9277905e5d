import { CopyButton } from "#chrome/kit/feedback/copy-button.tsx";
import type { CompanyFacts } from "#actions/administration/company-actions.ts";
import { useText } from "#chrome/texts/use-text.ts";
import css from "#chrome/screens/administration/forms/form.module.css";

/** The rows of a list of facts: what the provider must know of this server. */
export function ProviderAddresses(props: { readonly publicAddress: string; readonly paths: CompanyFacts["paths"] }) {
  const { publicAddress, paths } = props;
  const say = useText();
  return (["redirect", "backChannel", "afterSignOut"] as const).map((name) => {
    const address = publicAddress + paths[name];
    return [
      <dt key={`${name}-name`}>{say(`company.path.${name}`)}</dt>,
      <dd key={name}>
        <span className={css.inline}>
          {address}
          <CopyButton
            text={address}
            label={say("company.copy", { name: say(`company.path.${name}`) })}
            copied={say("company.copied")}
            failed={say("company.notCopied")}
          />
        </span>
      </dd>,
    ];
  });
}
