import { useState } from "react";
import { Form, useNavigate, useNavigation, useSearchParams } from "react-router";
import type { OrderDetail } from "@furoshiki/api/admin/orders";
import type { OrderReturns, ReturnKind } from "@furoshiki/api/admin/returns";
import { FormDraft } from "../drafts/form-draft.tsx";
import { countDays } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { createActionPath } from "../orders/list-path.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field, FieldMessage } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { reasonsByKind, returnKinds } from "./return-filters.tsx";
import type { StepFailure } from "./return-steps.ts";

type RequestDialogProps = {
  order: OrderDetail;
  returns: OrderReturns;
  /** The day in the time zone of the store. */
  today: string;
  /** Makes a repeated form have an effect only once. */
  idempotencyKey: string;
  failure: StepFailure | null;
};

/** Records that a customer returns or exchanges goods of an order, or complains about them. */
export function RequestReturnDialog({ order, returns, today, idempotencyKey, failure }: RequestDialogProps) {
  const { t, format } = useI18n();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const isBusy = useNavigation().formMethod === "POST";
  const [kind, setKind] = useState<ReturnKind>("return");
  const path = `/orders/${order.id}${createActionPath(params, null)}`;
  const isLate = returns.return_until !== null && countDays(returns.return_until, today) > 0;
  return (
    <Dialog
      title={t("returns.do_request")}
      closeLabel={t("ui.close")}
      onClose={() => void navigate(path, { replace: true, preventScrollReset: true })}
    >
      <Form method="post" replace preventScrollReset className="grid gap-4">
        <input type="hidden" name="intent" value="request_return" />
        <input type="hidden" name="idempotency_key" value={idempotencyKey} />
        <RequestDraft order={order} returns={returns} />
        {failure ? <Note tone="error">{failure.message}</Note> : null}
        {isLate && kind !== "claim" ? (
          <Note tone="warn">{t("returns.is_late", { day: format.date(returns.return_until ?? today) })}</Note>
        ) : null}
        <KindField kind={kind} onChange={setKind} />
        <SelectField key={kind} id="reason" label={t("returns.reason")}>
          {reasonsByKind[kind].map((reason) => (
            <option key={reason} value={reason}>
              {t(`returns.reason_${reason}`)}
            </option>
          ))}
        </SelectField>
        <RequestedLines order={order} returns={returns} kind={kind} />
        <CommentField errors={failure?.errors["comment"]} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button type="submit" kind="primary" size="md" busy={isBusy}>
            {t("returns.confirm_request")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** The draft of the form. The fields of options appear only in an exchange, and so have no stored value. */
function RequestDraft({ order, returns }: Pick<RequestDialogProps, "order" | "returns">) {
  const lines = returns.lines.flatMap(({ line, available }) => [
    [`quantity-${line}`, getDefaultQuantity(returns, available)],
    [`option-${line}`, ""],
  ]);
  const stored = { kind: "return", reason: reasonsByKind.return[0] ?? "", comment: "", ...Object.fromEntries(lines) };
  return <FormDraft draft={{ kind: "return_request", id: order.id }} stored={stored} />;
}

/** The pieces of a line that are returned unless the person changes it: all of the only line. */
function getDefaultQuantity({ lines }: OrderReturns, available: number): string {
  const isSingle = lines.filter((one) => one.available > 0).length === 1;
  return String(isSingle ? available : 0);
}

function KindField({ kind, onChange }: { kind: ReturnKind; onChange: (kind: ReturnKind) => void }) {
  const { t } = useI18n();
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-xs font-medium">{t("returns.kind")}</legend>
      {returnKinds.map((one) => (
        <label key={one} className="flex min-h-6 items-baseline gap-2.5">
          <input type="radio" name="kind" value={one} checked={kind === one} onChange={() => onChange(one)} />
          <span>
            {t(`returns.kind_${one}`)} <span className="text-ink-3">{t(`returns.kind_${one}_text`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** The lines of the order with the number of pieces that are returned, at most those that are in no other return. */
function RequestedLines({
  order,
  returns,
  kind,
}: Pick<RequestDialogProps, "order" | "returns"> & { kind: ReturnKind }) {
  const { t } = useI18n();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-xs font-medium">{t("returns.goods")}</legend>
      {returns.lines.map(({ line, available, options }) => {
        const ordered = order.lines.find((one) => one.line === line);
        if (available === 0 || !ordered) return null;
        return (
          <div key={line} className="grid grid-cols-[minmax(0,1fr)_6rem] items-center gap-3 border-t border-hair pt-2">
            <input type="hidden" name="line" value={line} />
            <p className="font-medium">{[ordered.name, ordered.option_name].filter(Boolean).join(", ")}</p>
            <Field
              id={`quantity-${line}`}
              type="number"
              label={t("returns.quantity_of", { count: available })}
              min={0}
              max={available}
              defaultValue={getDefaultQuantity(returns, available)}
            />
            {kind === "exchange" && options.length > 0 ? (
              <div className="col-span-2">
                <SelectField
                  id={`option-${line}`}
                  label={t("returns.replacement_option")}
                  defaultValue={ordered.option_id}
                >
                  {options.map(({ id, name, stock }) => (
                    <option key={id} value={id}>
                      {name}, {t("returns.in_stock", { count: stock })}
                    </option>
                  ))}
                </SelectField>
              </div>
            ) : null}
          </div>
        );
      })}
    </fieldset>
  );
}

function CommentField({ errors }: { errors: readonly string[] | undefined }) {
  const { t } = useI18n();
  return (
    <div className="grid gap-1.5">
      <label htmlFor="comment" className="text-xs font-medium">
        {t("returns.comment")}
      </label>
      <textarea
        id="comment"
        name="comment"
        maxLength={1000}
        rows={3}
        aria-describedby={errors ? "comment-error" : "comment-hint"}
        className="block w-full rounded-md border border-line-strong bg-card px-3 py-2 text-base desk:text-sm"
      />
      <FieldMessage id="comment" hint={t("returns.comment_hint")} errors={errors} />
    </div>
  );
}
