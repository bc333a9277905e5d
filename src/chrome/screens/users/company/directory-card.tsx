import { useQuery } from "@tanstack/react-query";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { valueOf } from "#chrome/value-of.ts";
import { DirectoryDialog } from "./directory-dialog.tsx";
import type { GrantOption } from "./grants-field.tsx";
import { SetupCard } from "./setup-card.tsx";

/** The company's directory as it is set up at this server. */
export function useDirectory() {
  const { directory } = useAdministration();
  return useQuery({ queryKey: ["directory-sign-in"], queryFn: ({ signal }) => valueOf(directory.get(signal)) });
}

/** Whose passwords the directory checks. */
export function DirectoryCard({ options }: { readonly options: readonly GrantOption[] }) {
  const { directory } = useAdministration();
  const say = useText();
  return (
    <SetupCard
      of="directory"
      now={useDirectory()}
      options={options}
      renderWhere={({ address, base }) => (
        <>
          <dt>{say("directory.address")}</dt>
          <dd>{address}</dd>
          <dt>{say("directory.base")}</dt>
          <dd>{base}</dd>
        </>
      )}
      renderDialog={(now, done) => <DirectoryDialog now={now} options={options} {...done} />}
      remove={() => directory.remove()}
    />
  );
}
