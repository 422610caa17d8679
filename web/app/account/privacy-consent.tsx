import type { ComponentProps } from "react";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { InfoLink } from "../navigation/info-link.tsx";
import { Checkbox } from "@furoshiki/design-system/ui/checkbox.tsx";

type PrivacyConsentProps = Pick<ComponentProps<typeof Checkbox>, "id" | "defaultChecked" | "errors"> & {
  messageKey: "auth.agree" | "auth.newsletter_agree";
};

/** The required checkbox `agree` with a link to the privacy policy, which opens in a new tab. */
export function PrivacyConsent({ messageKey, ...checkbox }: PrivacyConsentProps) {
  const { t } = useAccountI18n();
  return (
    <div>
      <Checkbox {...checkbox} name="agree" required>
        {t.rich(messageKey, {
          privacy: (text) => (
            <InfoLink
              slug="privacy-policy"
              fallback="text"
              target="_blank"
              className="text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700"
            >
              {text}
            </InfoLink>
          ),
        })}
      </Checkbox>
    </div>
  );
}
