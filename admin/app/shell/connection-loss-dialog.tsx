import { useStoreValue } from "@furoshiki/design-system/browser/store.ts";
import { connectionLoss } from "../api-client/connection-loss.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

/** Says over the page that a form got no answer; the page keeps what was typed. */
export function ConnectionLossDialog() {
  const { t } = useI18n();
  if (!useStoreValue(connectionLoss)) return null;
  const close = () => connectionLoss.update(false);
  return (
    <Dialog title={t("connection.lost")} closeLabel={t("ui.close")} onClose={close}>
      <p className="text-ink-2">{t("connection.lost_text")}</p>
      <div className="mt-5">
        <Button size="md" kind="primary" onClick={close}>
          {t("connection.stay")}
        </Button>
      </div>
    </Dialog>
  );
}
