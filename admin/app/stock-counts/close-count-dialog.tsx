import { Form, useNavigate, useNavigation } from "react-router";
import type { StockCount } from "@furoshiki/api/admin/inventory/counts";
import type { FormErrors } from "../api-client/form-errors.ts";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Note } from "../ui/note.tsx";

type CloseCountDialogProps = {
  count: StockCount;
  result: FormErrors | undefined;
  /** The path of the page without the dialog. */
  closePath: string;
};

/** Says what closing a count changes, and closes it. */
export function CloseCountDialog({ count, result, closePath }: CloseCountDialogProps) {
  const { t } = useCatalogI18n();
  const navigate = useNavigate();
  const isBusy = useNavigation().formData?.get("intent") === "close";
  const left = count.lines - count.counted;
  return (
    <Dialog
      title={t("counts.close_title")}
      closeLabel={t("ui.close")}
      onClose={() => void navigate(closePath, { replace: true, preventScrollReset: true })}
    >
      <Form method="post" replace preventScrollReset className="grid gap-3.5">
        {result ? <Note tone="error">{result.message}</Note> : null}
        <ul className="grid list-disc gap-1.5 pl-5">
          {count.differences === null ? (
            <li>{t("counts.close_blind")}</li>
          ) : (
            <li>
              {t("counts.close_differences", {
                count: count.differences,
                missing: count.missing_pieces ?? 0,
                extra: count.extra_pieces ?? 0,
              })}
            </li>
          )}
          {left > 0 ? <li>{t("counts.close_left", { count: left })}</li> : null}
          <li>{t("counts.close_undo")}</li>
        </ul>
        <div className="flex justify-end">
          <Button type="submit" name="intent" value="close" kind="primary" size="md" busy={isBusy}>
            {t("counts.close_confirm")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
