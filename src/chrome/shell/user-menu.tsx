import {
  IconAdjustments,
  IconCalendarTime,
  IconCommand,
  IconDeviceDesktop,
  IconFingerprint,
  IconKey,
  IconKeyboard,
  IconLanguage,
  IconLayoutSidebar,
  IconLogout,
  IconMoon,
  IconShieldLock,
  IconSun,
  IconUser,
} from "@tabler/icons-react";
import { useNavigate } from "react-router-dom";
import { type Language, LANGUAGES } from "#domain/texts/languages.ts";
import type { Theme } from "#state/preference-store.ts";
import { useMedia } from "../kit/browser/use-media.ts";
import { Button } from "../kit/button/button.tsx";
import { MenuItem, MenuPopup, MenuSeparator, MenuTrigger, SubmenuTrigger } from "../kit/popup/menu.tsx";
import { useProduct } from "../product.ts";
import { capsOf } from "../texts/key-caps.ts";
import { useText } from "../texts/use-text.ts";
import { useFacts } from "../use-facts.ts";
import css from "./shell.module.css";

const themes: readonly Theme[] = ["system", "dark", "light"];
const icons = { system: <IconDeviceDesktop size={16} />, dark: <IconMoon size={16} />, light: <IconSun size={16} /> };

/** Each language is named in itself, so that its speakers find it. */
const languageNames: Readonly<Record<Language, string>> = { en: "English", de: "Deutsch", ja: "日本語" };

/** Shows who is signed in, with sign out. */
export function UserMenu() {
  const { stores, session } = useProduct();
  const say = useText();
  const navigate = useNavigate();
  const username = useFacts(stores.session, (facts) => facts.user?.username ?? "");
  const role = useFacts(stores.session, (facts) => facts.user?.role ?? null);
  const theme = useFacts(stores.preferences, (facts) => facts.theme);
  const language = useFacts(stores.preferences, (facts) => facts.language);
  const timeForm = useFacts(stores.preferences, (facts) => facts.timeForm);
  const navigation = useFacts(stores.preferences, (facts) => facts.navigation);
  // Fingers press no keys.
  const touch = useMedia("(pointer: coarse)");
  const open = (kind: "password" | "passkeys" | "second-factor" | "app-passwords" | "palette" | "keys"): void =>
    stores.dialogs.change((facts) => {
      facts.queue.push({ kind });
    });
  const signOut = async (): Promise<void> => {
    await session.signOut();
    await navigate("/sign-in?skipAuth=true");
  };
  return (
    <MenuTrigger>
      <Button tone="quiet" aria-label={say("bar.user", { name: username })}>
        <IconUser size={16} aria-hidden="true" />
        <span className={css.userName}>{username}</span>
      </Button>
      <MenuPopup label={say("bar.user", { name: username })}>
        <MenuItem label={username} end={role === null ? "" : say(`role.${role}`)} isDisabled />
        <SubmenuTrigger>
          <MenuItem label={say("bar.theme")} icon={icons[theme]} end={say(`bar.theme.${theme}`)} />
          <MenuPopup label={say("bar.theme")} placement="start top">
            {themes.map((each) => (
              <MenuItem
                key={each}
                label={say(`bar.theme.${each}`)}
                icon={icons[each]}
                end={each === theme ? "✓" : undefined}
                onAction={() =>
                  stores.preferences.change((facts) => {
                    facts.theme = each;
                  })
                }
              />
            ))}
          </MenuPopup>
        </SubmenuTrigger>
        <SubmenuTrigger>
          <MenuItem label={say("bar.language")} icon={<IconLanguage size={16} />} end={languageNames[language]} />
          <MenuPopup label={say("bar.language")} placement="start top">
            {LANGUAGES.map((each) => (
              <MenuItem
                key={each}
                label={languageNames[each]}
                end={each === language ? "✓" : undefined}
                onAction={() =>
                  stores.preferences.change((facts) => {
                    facts.language = each;
                  })
                }
              />
            ))}
          </MenuPopup>
        </SubmenuTrigger>
        <SubmenuTrigger>
          <MenuItem
            label={say("bar.timeForm")}
            icon={<IconCalendarTime size={16} />}
            end={say(`bar.timeForm.${timeForm}`)}
          />
          <MenuPopup label={say("bar.timeForm")} placement="start top">
            {(["iso", "language"] as const).map((each) => (
              <MenuItem
                key={each}
                label={say(`bar.timeForm.${each}`)}
                end={each === timeForm ? "✓" : undefined}
                onAction={() =>
                  stores.preferences.change((facts) => {
                    facts.timeForm = each;
                  })
                }
              />
            ))}
          </MenuPopup>
        </SubmenuTrigger>
        <SubmenuTrigger>
          <MenuItem
            label={say("nav.mode")}
            icon={<IconLayoutSidebar size={16} />}
            end={say(`nav.mode.${navigation}`)}
          />
          <MenuPopup label={say("nav.mode")} placement="start top">
            {(["menu", "left-nav"] as const).map((each) => (
              <MenuItem
                key={each}
                label={say(`nav.mode.${each}`)}
                end={each === navigation ? "✓" : undefined}
                onAction={() =>
                  stores.preferences.change((facts) => {
                    facts.navigation = each;
                  })
                }
              />
            ))}
          </MenuPopup>
        </SubmenuTrigger>
        <MenuItem
          label={say("nav.flags")}
          icon={<IconAdjustments size={16} />}
          onAction={() => void navigate("/flags")}
        />
        <MenuSeparator />
        <MenuItem
          label={say("bar.commands")}
          icon={<IconCommand size={16} />}
          end={touch ? undefined : capsOf("Ctrl+K", say)}
          onAction={() => open("palette")}
        />
        {touch ? null : (
          <MenuItem label={say("bar.keys")} icon={<IconKeyboard size={16} />} end="?" onAction={() => open("keys")} />
        )}
        <MenuSeparator />
        <MenuItem label={say("bar.password")} icon={<IconKey size={16} />} onAction={() => open("password")} />
        <MenuItem label={say("bar.passkeys")} icon={<IconFingerprint size={16} />} onAction={() => open("passkeys")} />
        <MenuItem
          label={say("bar.secondFactor")}
          icon={<IconShieldLock size={16} />}
          onAction={() => open("second-factor")}
        />
        <MenuItem label={say("bar.appPasswords")} icon={<IconKey size={16} />} onAction={() => open("app-passwords")} />
        <MenuItem label={say("nav.sign-out")} icon={<IconLogout size={16} />} onAction={() => void signOut()} />
      </MenuPopup>
    </MenuTrigger>
  );
}
