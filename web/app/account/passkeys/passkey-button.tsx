import { Fingerprint } from "lucide-react";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { usePasskeySignIn } from "./use-passkey-sign-in.ts";

type PasskeyButtonProps = {
  /** Whether another way to sign in is being submitted. */
  disabled: boolean;
  /** Called with the signed credential as JSON. */
  onCredential: (credential: string) => void;
};

/**
 * Signs in with a passkey. Renders nothing where browsers allow none. While it is shown, the browser offers passkeys in
 * the email field too.
 */
export function PasskeyButton({ disabled, onCredential }: PasskeyButtonProps) {
  const { t } = useAccountI18n();
  const passkey = usePasskeySignIn(onCredential);
  if (!passkey.isOffered) return null;
  return (
    <div className="mt-3 scriptless:hidden">
      <Button
        kind="outline"
        size="lg"
        full
        icon={<Fingerprint size={20} strokeWidth={1.5} aria-hidden />}
        busy={passkey.isWaiting}
        disabled={disabled}
        onClick={() => void passkey.request()}
      >
        {t("auth.use_passkey")}
      </Button>
      <div role="status">
        {passkey.hasFailed ? (
          <Alert kind="warn" className="mt-3">
            {t("auth.passkey_failed")}
          </Alert>
        ) : null}
      </div>
    </div>
  );
}
