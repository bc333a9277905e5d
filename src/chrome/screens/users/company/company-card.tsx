import { useQuery } from "@tanstack/react-query";
import { useProduct } from "#chrome/product.ts";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { useServerHere } from "#chrome/screens/administration/server-here.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { valueOf } from "#chrome/value-of.ts";
import { CompanyDialog } from "./company-dialog.tsx";
import type { GrantOption } from "./grants-field.tsx";
import { ProviderAddresses } from "./provider-addresses.tsx";
import { SetupCard } from "./setup-card.tsx";

/** The company's provider as it is set up at this server. */
export function useCompany() {
  const { company } = useAdministration();
  return useQuery({ queryKey: ["company-sign-in"], queryFn: ({ signal }) => valueOf(company.get(signal)) });
}

/** Who signs in at the company's provider. */
export function CompanyCard({ options }: { readonly options: readonly GrantOption[] }) {
  const { session } = useProduct();
  const { company } = useAdministration();
  const here = useServerHere();
  const say = useText();
  return (
    <SetupCard
      of="company"
      now={useCompany()}
      options={options}
      renderWhere={({ issuer, label }) => (
        <>
          <dt>{say("company.issuer")}</dt>
          <dd>{issuer}</dd>
          <dt>{say("company.label")}</dt>
          <dd>{label}</dd>
        </>
      )}
      renderMore={({ makesAccounts, publicAddress }, { paths }) => (
        <>
          <dt>{say("company.accounts")}</dt>
          <dd>{say(makesAccounts ? "company.accounts.made" : "company.accounts.byHand")}</dd>
          <ProviderAddresses publicAddress={publicAddress} paths={paths} />
        </>
      )}
      renderDialog={(now, done) => <CompanyDialog now={now} options={options} {...done} />}
      remove={() => company.remove()}
      onChanged={() => {
        if (here === null) void session.refreshAbout();
      }}
    />
  );
}
