import { useQuery } from "@tanstack/react-query";
import { useProduct } from "#chrome/product.ts";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { useServerHere } from "#chrome/screens/administration/server-here.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { sameFields, useFacts } from "#chrome/use-facts.ts";
import { valueOf } from "#chrome/value-of.ts";

export interface AccountRules {
  /** letters of a password at least; 0 = not known */
  readonly shortest: number;
  /** sign-in is by domain or by Google: names may be user@domain */
  readonly addresses: boolean;
}

interface Said {
  readonly passwordMinLength: number;
  readonly domainLogin: boolean;
  readonly googleClientId: string;
}
const rulesOf = (about: Said | null | undefined): AccountRules => ({
  shortest: about?.passwordMinLength ?? 0,
  addresses: about?.domainLogin === true || (about?.googleClientId ?? "") !== "",
});

/** What accounts of this server must be like; a server of the aggregator is asked. */
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

/** What stands under the password of a form: how long it must be at least, and that an edited account keeps its own. */
export function usePasswordHint(isNew: boolean, shortest: number): string {
  const say = useText();
  const parts = [
    ...(isNew ? [] : [say("users.passwordKeep")]),
    ...(shortest > 0 ? [say("users.passwordHint", { count: shortest })] : []),
  ];
  return parts.join(" ");
}
