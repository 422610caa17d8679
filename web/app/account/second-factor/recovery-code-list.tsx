import { Printer } from "lucide-react";
import { CopyButton } from "../../browser/copy-button.tsx";
import { Link } from "../../navigation/link.tsx";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Button, buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { SettingsSection } from "../settings-section.tsx";

/** Recovery codes to copy or print. They are shown only once. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const { t } = useAccountI18n();
  return (
    <SettingsSection title={t("profile.second_factor_codes")} text={t("profile.second_factor_codes_text")}>
      <ol className="grid gap-x-8 gap-y-2 rounded-md bg-mist p-4 sm:grid-cols-2 print:bg-transparent">
        {codes.map((code) => (
          <li key={code}>
            <code className="text-base">{code}</code>
          </li>
        ))}
      </ol>
      <div className="mt-5 flex flex-wrap items-center gap-3 print:hidden">
        <Link to="/profile/security" className={buttonClass()}>
          {t("profile.second_factor_codes_saved")}
        </Link>
        <Button
          kind="outline"
          icon={<Printer size={18} strokeWidth={1.5} aria-hidden />}
          onClick={() => window.print()}
          className="scriptless:hidden"
        >
          {t("profile.second_factor_codes_print")}
        </Button>
        <CopyButton
          value={codes.join("\n")}
          label={t("profile.second_factor_codes_copy")}
          copiedLabel={t("profile.second_factor_copied")}
          className="hover:bg-mist"
        />
      </div>
    </SettingsSection>
  );
}
