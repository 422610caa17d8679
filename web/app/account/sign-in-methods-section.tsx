import type { SignInMethods } from "@furoshiki/api/account/sign-in-methods";
import { CircleCheck, Lock, Mail, Smartphone } from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Link } from "../navigation/link.tsx";
import { SettingsSection } from "./settings-section.tsx";

/** The ways to sign in other than passkeys: a code by email always works, a password need not be set. */
export function SignInMethodsSection({ email, methods }: { email: string; methods: SignInMethods }) {
  const { t } = useAccountI18n();
  const linkClass = buttonClass({ kind: "outline" });
  return (
    <SettingsSection title={t("profile.other_ways")}>
      <ul className="divide-y divide-line">
        <MethodRow Icon={Mail} name={t("checkout.email_code")} text={t("profile.email_code_text", { email })}>
          <EnabledBadge />
        </MethodRow>
        <MethodRow
          Icon={Lock}
          name={t("field.password")}
          text={t(methods.has_password ? "profile.password_text" : "profile.password_none")}
        >
          <Link to="/change-password" className={linkClass}>
            {t(methods.has_password ? "profile.change_password" : "profile.password_set")}
          </Link>
        </MethodRow>
        {methods.has_password ? (
          <MethodRow Icon={Smartphone} name={t("profile.second_factor")} text={t("profile.second_factor_text")}>
            {methods.second_factor ? <EnabledBadge /> : null}
            <Link to="/profile/second-factor" className={linkClass}>
              {t(methods.second_factor ? "profile.second_factor_manage" : "profile.second_factor_set_up")}
            </Link>
          </MethodRow>
        ) : null}
      </ul>
    </SettingsSection>
  );
}

type MethodRowProps = {
  Icon: ComponentType<{ size?: number; strokeWidth?: number }>;
  name: string;
  text: string;
  children: ReactNode;
};

function MethodRow({ Icon, name, text, children }: MethodRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-mist text-ink-2" aria-hidden>
        <Icon size={20} strokeWidth={1.5} />
      </span>
      <div className="min-w-0 flex-1 basis-48 text-sm">
        <p className="font-semibold">{name}</p>
        <p className="break-words text-ink-2">{text}</p>
      </div>
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </li>
  );
}

function EnabledBadge() {
  const { t } = useAccountI18n();
  return (
    <span className="flex items-center gap-1.5 rounded-full bg-tokiwa-50 px-3 py-1.5 text-sm font-medium text-tokiwa-700">
      <CircleCheck size={16} strokeWidth={1.5} aria-hidden />
      {t("profile.enabled")}
    </span>
  );
}
