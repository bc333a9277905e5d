import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import type { LicenseFacts } from "#actions/administration/system-actions.ts";
import { expiryCountdown, isActivated, licenseEnds } from "#domain/servers/license.ts";
import { msToDays } from "#domain/recordings/retention.ts";
import { LICENSE_CAMERAS_UNLIMITED, LICENSE_COUNTDOWN_MS } from "#domain/limits/administration.ts";
import css from "../administration/forms/form.module.css";
import { useServerNow } from "#chrome/screens/administration/use-server-now.ts";
import { daysWords } from "../administration/streams/use-words.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useShownTime } from "#chrome/use-shown-time.ts";
import own from "./activation.module.css";

export function LicenseTable({ license }: { readonly license: LicenseFacts["license"] }) {
  const say = useText();
  const intl = useIntl();
  const rows: [string, ReactNode][] = [
    [
      say("activation.edition"),
      isActivated(license.edition) ? license.brandedEdition || license.edition : say("activation.trial"),
    ],
    [
      say("activation.cameras"),
      license.cameras === LICENSE_CAMERAS_UNLIMITED ? say("activation.unlimited") : intl.formatNumber(license.cameras),
    ],
    [
      say("activation.retention"),
      license.retention > 0 ? daysWords(say, msToDays(license.retention)) : say("activation.unlimited"),
    ],
    [say("activation.expires"), <Expiry key="expiry" expiresMs={license.expires} />],
    [say("activation.version"), license.version ?? ""],
    [say("activation.code"), license.activationCode || say("activation.none")],
    [say("activation.machineId"), <code key="machine">{license.machineId ?? ""}</code>],
    [say("activation.location"), license.location || say("activation.none")],
  ];
  return (
    <table className={own.table ?? ""} aria-label={say("activation.license")}>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Expiry({ expiresMs }: { readonly expiresMs: number }) {
  const say = useText();
  const { minute } = useShownTime();
  const nowMs = useServerNow(LICENSE_COUNTDOWN_MS);
  if (!licenseEnds(expiresMs)) return say("activation.noEnd");
  const left = expiryCountdown(expiresMs, nowMs);
  return (
    <span className={css.inline}>
      {minute(expiresMs)}
      <span className={left ? css.small : css.bad}>
        {left ? say("activation.expiresIn", { ...left }) : say("activation.expired")}
      </span>
    </span>
  );
}
