import { Check, Mail, PackageOpen, Printer, TriangleAlert, UserRoundCheck } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Link, useFetcher } from "react-router";
import type { OrderPage, OrderRow } from "@furoshiki/api/admin/orders";
import { PrintMenu } from "../fulfillment/print-menu.tsx";
import { formatAmount, formatOrderNumber } from "../i18n/amounts.ts";
import { useI18n, type I18n } from "../i18n/use-i18n.tsx";
import { formatWeight } from "../i18n/weights.ts";
import { useMe } from "../staff/me.tsx";
import { SelectAllOffer } from "../tasks/select-all.tsx";
import type { RowSelection } from "../tasks/use-row-selection.ts";
import { BulkBar } from "../ui/bulk-bar.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { AllOrdersBulkBar } from "./all-orders-bulk-bar.tsx";
import type { BulkIntent, BulkResult } from "./bulk-actions.ts";

type OrderBulkBarProps = {
  /** The orders of the page. */
  rows: readonly OrderRow[];
  selection: RowSelection;
  /** The number of orders of the list. */
  total: OrderPage["total"];
  /** The filter of the list. */
  query: URLSearchParams;
};

/** What is selected in the list, and what can be done with it. */
export function OrderBulkBar({ rows, selection, total, query }: OrderBulkBarProps) {
  const { permissions } = useMe();
  const { ids, all, clear } = selection;
  if (all) return <AllOrdersBulkBar selection={all} onClear={clear} />;
  return (
    <PageBulkBar rows={rows.filter(({ id }) => ids.has(id))} onClear={clear}>
      {permissions.includes("orders:fulfill") ? (
        <SelectAllOffer resource="orders" pageIds={rows.map(({ id }) => id)} {...{ query, selection, total }} />
      ) : null}
    </PageBulkBar>
  );
}

type PageBulkBarProps = { rows: readonly OrderRow[]; onClear: () => void; children: ReactNode };

/** The selected orders of the page. */
function PageBulkBar({ rows, onClear, children }: PageBulkBarProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const { permissions } = useMe();
  const { submit, data, state } = useFetcher<BulkResult>();
  const [closedResult, setClosedResult] = useState<BulkResult>();
  const isBusy = state !== "idle";
  const send = (intent: BulkIntent, orders: readonly { id: number; status: string }[]) => {
    const form = new FormData();
    form.set("intent", intent);
    for (const { id, status } of orders) form.append("order", `${id}:${status}`);
    void submit(form, { method: "post", action: "/orders/bulk" });
  };
  const result = data === closedResult ? undefined : data;
  return (
    <>
      <BulkBar
        count={rows.length}
        details={
          <>
            {summarizeRows(i18n, rows)} {children}
          </>
        }
        onClear={onClear}
      >
        {permissions.includes("orders:fulfill") ? (
          <>
            <Button busy={isBusy} icon={<UserRoundCheck size={16} aria-hidden />} onClick={() => send("assign", rows)}>
              {t("orders.assign")}
            </Button>
            <Link to={createPickListPath(rows)} className={buttonClass()}>
              <Printer size={16} aria-hidden />
              {t("orders.pick_list")}
            </Link>
            <PrintMenu targets={rows.map(({ id }) => ({ order_id: id }))} />
            <Button
              kind="primary"
              busy={isBusy}
              icon={<PackageOpen size={16} aria-hidden />}
              onClick={() => send("preview_packing", rows)}
            >
              {t("orders.do_start_packing")}…
            </Button>
          </>
        ) : null}
      </BulkBar>
      {result ? (
        <BulkResultDialog
          key={result.intent}
          result={result}
          isBusy={isBusy}
          onConfirm={(ids) =>
            send(
              "start_packing",
              rows.filter(({ id }) => ids.includes(id)),
            )
          }
          onClose={() => setClosedResult(result)}
        />
      ) : null}
    </>
  );
}

type BulkResultDialogProps = {
  result: BulkResult;
  isBusy: boolean;
  onConfirm: (ids: readonly number[]) => void;
  onClose: () => void;
};

/** What an action did or would do with each order: how many are done, and why the others were refused. */
function BulkResultDialog({ result: { intent, results }, isBusy, onConfirm, onClose }: BulkResultDialogProps) {
  const { t } = useI18n();
  const doneIds = results.filter(({ outcome }) => outcome === "done").map(({ id }) => id);
  const others = results.filter(({ outcome }) => outcome !== "done");
  const count = doneIds.length;
  const emails = results.reduce((sum, one) => sum + one.emails, 0);
  return (
    <Dialog title={t(`orders.bulk_${intent}`)} closeLabel={t("ui.close")} onClose={onClose}>
      <div className="grid gap-3">
        <p className="flex items-center gap-2">
          <Check size={16} aria-hidden className="shrink-0 text-tokiwa-700" />
          {t(`orders.bulk_${intent}_count`, { count })}
        </p>
        {emails > 0 ? (
          <p className="flex items-center gap-2">
            <Mail size={16} aria-hidden className="shrink-0 text-ink-3" />
            {t("orders.bulk_emails", { count: emails })}
          </p>
        ) : null}
        {others.length > 0 ? (
          <section aria-label={t("orders.bulk_refused")}>
            <h3 className="flex items-center gap-2 font-sans text-sm font-semibold">
              <TriangleAlert size={16} aria-hidden className="shrink-0 text-beni-600" />
              {t("orders.bulk_refused")}
            </h3>
            <ul className="mt-1 pl-6">
              {others.map(({ id, refusal }) => (
                <li key={id} className="py-1">
                  <span className="font-medium">{formatOrderNumber(id)}</span>{" "}
                  <span className="text-ink-2">{refusal ?? t("orders.bulk_unchanged")}</span>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        {intent === "preview_packing" ? (
          <div className="flex justify-end">
            <Button kind="primary" size="md" busy={isBusy} disabled={count === 0} onClick={() => onConfirm(doneIds)}>
              {t("orders.confirm_start_packing")}
            </Button>
          </div>
        ) : null}
      </div>
    </Dialog>
  );
}

function createPickListPath(rows: readonly OrderRow[]): string {
  return `/fulfillment/pick-lists?order_ids=${rows.map(({ id }) => id).join(",")}`;
}

/** Returns the sums of the selected orders: amounts by currency, pieces and weight. */
function summarizeRows(i18n: I18n, rows: readonly OrderRow[]): string {
  const amounts = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, orders]) =>
    formatAmount(i18n.format, Math.round(orders.reduce((sum, { total }) => sum + total * 100, 0)) / 100, currency),
  );
  const pieces = rows.reduce((sum, row) => sum + row.pieces, 0);
  const weight = rows.reduce((sum, row) => sum + row.weight_g, 0);
  return [...amounts, i18n.t("orders.pieces", { count: pieces }), formatWeight(i18n, weight)].join(", ");
}
