import { useHref } from "react-router";
import { useStoreValue } from "@furoshiki/design-system/browser/store.ts";
import { sessionExpiry } from "../api-client/session-expiry.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { buttonClass, Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

/** Asks the person to sign in again over the page, which keeps what was typed. */
export function SessionExpiryDialog() {
  const { t } = useI18n();
  const signInHref = useHref("/sign-in");
  const isExpired = useStoreValue(sessionExpiry);
  if (!isExpired) return null;
  const close = () => sessionExpiry.update(false);
  return (
    <Dialog title={t("session.ended")} closeLabel={t("dialog.close")} onClose={close}>
      <p className="text-ink-2">{t("session.ended_text")}</p>
      <div className="mt-5 flex flex-wrap gap-2">
        <a href={signInHref} target="_blank" rel="noreferrer" className={buttonClass({ kind: "primary", size: "md" })}>
          {t("session.sign_in")}
        </a>
        <Button size="md" onClick={close}>
          {t("session.stay")}
        </Button>
      </div>
    </Dialog>
  );
}
