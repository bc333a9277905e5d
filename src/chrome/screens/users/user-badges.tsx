import type { SignsInBy } from "#domain/accounts/users.ts";
import form from "../administration/forms/form.module.css";
import { useText } from "#chrome/texts/use-text.ts";

/** The badges of a user: superuser, administrator, oneself. */
export function UserBadges(props: {
  readonly user: {
    readonly superUser: boolean;
    readonly admin: boolean;
    readonly secondFactor: boolean;
    readonly signsInBy: SignsInBy;
  };
  readonly own: boolean;
}) {
  const { user, own } = props;
  const say = useText();
  return (
    <>
      {user.superUser ? <span className={`${form.badge} ${form.gold}`}>{say("users.superuser")}</span> : null}
      {user.admin && !user.superUser ? <span className={form.badge}>{say("users.admin")}</span> : null}
      {user.signsInBy === "company" ? <span className={form.badge}>{say("users.byCompany")}</span> : null}
      {user.signsInBy === "directory" ? <span className={form.badge}>{say("users.byDirectory")}</span> : null}
      {user.secondFactor ? <span className={form.badge}>{say("users.secondFactor")}</span> : null}
      {own ? <span className={form.badge}>{say("users.you")}</span> : null}
    </>
  );
}
