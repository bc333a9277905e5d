import { useQuery } from "@tanstack/react-query";
import { useProduct } from "#chrome/product.ts";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { useServerHere } from "#chrome/screens/administration/server-here.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { sameFields, useFacts } from "#chrome/use-facts.ts";
import { valueOf } from "#chrome/value-of.ts";

interface AccountRules {
  /** the least number of letters in a password; 0 = not known */
  readonly shortest: number;
  /** sign-in is by domain or by Google: names may have the form user@domain */
  readonly addresses: boolean;
}

/** What a server says of itself that decides the rules. */
interface AboutServer {
  readonly passwordMinLength: number;
  readonly domainLogin: boolean;
  readonly googleClientId: string;
}
const rulesOf = (about: AboutServer | null | undefined): AccountRules => ({
  shortest: about?.passwordMinLength ?? 0,
  addresses: about?.domainLogin === true || (about?.googleClientId ?? "") !== "",
});

/** The rules for accounts of this server; for a server of the aggregator, that server is asked. */
export function useAccountRules(): AccountRules {
  const { stores } = useProduct();
  const { system } = useAdministration();
  const here = useServerHere();
  const own = useFacts(stores.session, ({ about }) => rulesOf(about), sameFields);
  const about = useQuery({
    queryKey: ["about"],
    queryFn: ({ signal }) => valueOf(system.about(signal)),
    enabled: here !== null,
  });
  return here === null ? own : rulesOf(about.data);
}

/**
 * The hint under the password of a form: its least length, and that an edited account keeps its password when the field
 * is empty.
 */
export function usePasswordHint(isNew: boolean, shortest: number): string {
  const say = useText();
  const parts = [
    ...(isNew ? [] : [say("users.passwordKeep")]),
    ...(shortest > 0 ? [say("users.passwordHint", { count: shortest })] : []),
  ];
  return parts.join(" ");
}
