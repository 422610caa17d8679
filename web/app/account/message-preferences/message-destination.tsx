import type { MessagePreferences } from "@furoshiki/api/account/message-preferences";
import { CircleAlert, CircleCheck } from "lucide-react";
import { useFetcher } from "react-router";
import { Link } from "../../navigation/link.tsx";
import type { FormResult } from "../../forms/form-result.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Button, buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { Select } from "@furoshiki/design-system/ui/select.tsx";
import { SettingsSection } from "../settings-section.tsx";
import { PreferenceResult } from "./preference-result.tsx";

type MessageDestinationProps = {
  email: string;
  isVerified: boolean;
  locale: MessagePreferences["locale"];
  result: FormResult | undefined;
};

/** The email address that messages are sent to, and their language. */
export function MessageDestination({ email, isVerified, locale, result: initialResult }: MessageDestinationProps) {
  const { t, to } = useAccountI18n();
  const fetcher = useFetcher<FormResult>();
  const Icon = isVerified ? CircleCheck : CircleAlert;
  return (
    <SettingsSection title={t("preferences.where")}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-b border-line pb-4">
        <div className="min-w-0 text-sm">
          <p className="font-medium break-all">{email}</p>
          <p className={`mt-0.5 flex items-start gap-1.5 ${isVerified ? "text-tokiwa-700" : "text-ink-2"}`}>
            <Icon size={16} strokeWidth={1.5} aria-hidden className="mt-0.5 shrink-0" />
            {t(isVerified ? "preferences.confirmed" : "preferences.unconfirmed")}
          </p>
        </div>
        <Link
          to="/profile/security"
          aria-label={t("preferences.change_email")}
          className={buttonClass({ kind: "outline" })}
        >
          {t("preferences.change")}
        </Link>
      </div>
      <fetcher.Form method="post" action={to("/profile/notifications")} className="pt-4">
        <input type="hidden" name="intent" value="locale" />
        <Select
          id="preference-locale"
          name="locale"
          label={t("preferences.language")}
          hint={t("preferences.language_text")}
          defaultValue={locale}
          onChange={(event) => void fetcher.submit(event.currentTarget.form)}
          className="max-w-80"
        >
          <option value="ru-RU" lang="ru">
            русский
          </option>
          <option value="en-US" lang="en">
            English
          </option>
        </Select>
        <Button type="submit" kind="outline" size="sm" className="mt-3 hidden scriptless:inline-flex">
          {t("profile.save")}
        </Button>
        <PreferenceResult result={fetcher.data ?? initialResult} isIdle={fetcher.state === "idle"} />
      </fetcher.Form>
    </SettingsSection>
  );
}
