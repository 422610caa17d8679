import { Form, useNavigate, useNavigation } from "react-router";
import type { StockLevel } from "@furoshiki/api/admin/inventory";
import type { FormErrors } from "../api-client/form-errors.ts";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";
import type { StockChange } from "./movements-path.ts";

/** Why a change of the stock was refused. */
export type StockResult = FormErrors;

type StockDialogProps = {
  change: StockChange;
  level: StockLevel;
  idempotencyKey: string;
  result: StockResult | undefined;
  /** The path of the page without the dialog. */
  path: string;
};

/** Receives, writes off or counts pieces of a variant. */
export function StockDialog({ change, level, idempotencyKey, result, path }: StockDialogProps) {
  const { t, format } = useCatalogI18n();
  const navigate = useNavigate();
  const isBusy = useNavigation().formMethod === "POST";
  const { errors = {}, message } = result ?? {};
  return (
    <Dialog
      title={t(`inventory.${change}_title`)}
      closeLabel={t("ui.close")}
      onClose={() => void navigate(path, { replace: true, preventScrollReset: true })}
    >
      <Form method="post" replace preventScrollReset className="grid gap-3.5">
        <input type="hidden" name="kind" value={change} />
        <input type="hidden" name="product_id" value={level.product_id} />
        <input type="hidden" name="option_id" value={level.option_id} />
        <input type="hidden" name="idempotency_key" value={idempotencyKey} />
        <p className="text-ink-2">
          {[level.name, level.option_name].filter(Boolean).join(", ")} <span className="code">{level.reference}</span>
        </p>
        {message && Object.keys(errors).length === 0 ? <Note tone="error">{message}</Note> : null}
        <Field
          id="pieces"
          type="number"
          inputMode="numeric"
          label={t(change === "count" ? "inventory.counted" : "inventory.pieces")}
          hint={change === "count" ? t("inventory.counted_hint", { count: format.number(level.committed) }) : undefined}
          errors={errors["pieces"]}
          min={change === "count" ? 0 : 1}
          max={1_000_000}
          required
        />
        <Field
          id="reason"
          label={t("inventory.reason")}
          hint={t("inventory.reason_hint")}
          errors={errors["reason"]}
          required={change !== "receipt"}
          maxLength={500}
          autoComplete="off"
        />
        <div className="flex justify-end">
          <Button type="submit" kind="primary" size="md" busy={isBusy}>
            {t(`inventory.confirm_${change}`)}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
