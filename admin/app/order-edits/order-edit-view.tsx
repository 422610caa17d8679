import { LockOpen } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Form, Link, useFetcher, useNavigation } from "react-router";
import type { DeliveryOptions, OrderEditOutcome } from "@furoshiki/api/admin/order-edits";
import type { OrderDetail } from "@furoshiki/api/admin/orders";
import type { FieldErrors } from "../api-client/request-context.ts";
import { formatOrderNumber } from "../i18n/amounts.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Badge } from "../ui/badge.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { FieldMessage } from "../ui/field.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { useFocusAfterRefusal } from "../ui/use-focus-after-refusal.ts";
import { EditDraft } from "./edit-draft.tsx";
import { EditPreview } from "./edit-preview.tsx";
import { useEditedQuantities } from "./edit-state.ts";
import { EditedDelivery } from "./edited-delivery.tsx";
import { EditedLines } from "./edited-lines.tsx";

const PREVIEW_DELAY_MS = 300;

/** What the page shows after a preview or after an edit that was refused. */
export type EditResult =
  | { outcome: OrderEditOutcome; requiresApproval: boolean }
  | { code: string; message: string; errors: FieldErrors; outcome?: undefined };

type OrderEditViewProps = { order: OrderDetail; options: DeliveryOptions; result: EditResult | undefined };

/** The form that edits an order, with a preview that is calculated on the server. */
export function OrderEditView({ order, options, result: saved }: OrderEditViewProps) {
  const { t } = useI18n();
  const form = useRef<HTMLFormElement>(null);
  const edited = useEditedQuantities(order);
  const { preview, schedulePreview, cancelPreview } = usePreview(form);
  const [dismissed, setDismissed] = useState<EditResult>();
  const isSaving = useNavigation().formData?.get("intent") === "save";
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) schedulePreview();
    isFirst.current = false;
    // After an edit was refused, prices and stock may be others.
  }, [edited.quantities, edited.added, saved, schedulePreview]);
  const saveFailure = saved && "message" in saved && saved !== dismissed ? saved : null;
  const saveErrors = saveFailure?.errors ?? {};
  useFocusAfterRefusal(form, saved && "message" in saved ? saved : undefined);
  const change = () => {
    setDismissed(saved);
    schedulePreview();
  };
  return (
    <>
      <PageHeader
        title={t("order_edits.title", { number: formatOrderNumber(order.id) })}
        breadcrumbs={[
          { name: t("orders.title"), path: "/orders" },
          { name: formatOrderNumber(order.id), path: `/orders/${order.id}` },
        ]}
        badges={<Badge icon={<LockOpen size={14} aria-hidden />}>{t("order_edits.editable")}</Badge>}
        actions={
          <Link to={`/orders/${order.id}`} className={buttonClass({ size: "md" })}>
            {t("order_edits.discard")}
          </Link>
        }
      />
      <Form
        ref={form}
        method="post"
        onChange={change}
        onSubmit={cancelPreview}
        className="grid items-start gap-x-5 gap-y-4 px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6 lg:grid-cols-[minmax(0,1fr)_384px]"
      >
        <div className="grid min-w-0 gap-4">
          <EditDraft order={order} options={options} edited={edited} />
          <EditedLines order={order} edited={edited} />
          <EditedDelivery options={options} currency={order.currency} errors={saveErrors} />
          <ReasonCard hint={t("order_edits.reason_hint")} errors={saveErrors["reason"]} />
        </div>
        <EditPreview
          outcome={preview.data?.outcome ?? saved?.outcome ?? null}
          requiresApproval={preview.data?.outcome ? preview.data.requiresApproval : false}
          refusal={saveFailure?.message ?? getPreviewRefusal(preview.data)}
          isCalculating={preview.isBusy}
          isSaving={isSaving}
        />
      </Form>
    </>
  );
}

/** Returns why an edit would be refused; null while the form is unchanged or not complete. */
function getPreviewRefusal(result: EditResult | undefined): string | null {
  if (!result || !("message" in result)) return null;
  return result.code === "order_edit_unchanged" || result.code === "validation_failed" ? null : result.message;
}

type ReasonCardProps = { hint: string; errors: readonly string[] | undefined };

/** The field of the reason, which the audit log keeps. */
export function ReasonCard({ hint, errors }: ReasonCardProps) {
  const { t } = useI18n();
  return (
    <Card title={t("orders.reason")}>
      <textarea
        id="reason"
        name="reason"
        aria-label={t("orders.reason")}
        aria-describedby={errors?.length ? "reason-error" : "reason-hint"}
        aria-invalid={errors?.length ? true : undefined}
        required
        maxLength={500}
        rows={2}
        className="mb-1.5 w-full rounded-md border border-line-strong bg-card px-2.5 py-2 text-base desk:text-sm"
      />
      <FieldMessage id="reason" hint={hint} errors={errors} />
    </Card>
  );
}

/** Calculates the preview of a form on the server, shortly after the last change. */
function usePreview(form: RefObject<HTMLFormElement | null>) {
  const { submit, data, state } = useFetcher<EditResult>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancel = useRef(() => clearTimeout(timer.current));
  useEffect(() => cancel.current, []);
  const schedule = useRef(() => {
    cancel.current();
    timer.current = setTimeout(() => {
      if (!form.current) return;
      const values = new FormData(form.current);
      values.set("intent", "preview");
      values.delete("expected_difference");
      void submit(values, { method: "post" });
    }, PREVIEW_DELAY_MS);
  });
  return {
    preview: { data, isBusy: state !== "idle" },
    schedulePreview: schedule.current,
    cancelPreview: cancel.current,
  };
}
