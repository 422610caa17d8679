import { CalendarClock } from "lucide-react";
import { Link } from "react-router";
import type { SaleList } from "@furoshiki/api/admin/catalog-admin/prices";
import type { TaskPage } from "@furoshiki/api/admin/tasks";
import { type CatalogI18n, useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { TaskItem } from "../tasks/task-item.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { PriceTabs } from "./price-tabs.tsx";
import { createPricesPath } from "./prices-path.ts";

type Sale = SaleList["items"][number];

type SalesViewProps = {
  sales: readonly Sale[];
  /** Changes of prices whose time has not come. */
  planned: TaskPage;
  /** The day in the time zone of the store. */
  today: string;
};

/** The sales that are running, and the changes of prices that are planned. */
export function SalesView({ sales, planned, today }: SalesViewProps) {
  const i18n = useCatalogI18n();
  const { t } = i18n;
  return (
    <>
      <PageHeader title={t("prices.sales")} subtitle={t("prices.sales_subtitle")} />
      <PriceTabs />
      <div className="grid gap-4 px-4 pt-3 pb-6 desk:max-w-240 desk:px-6 desk:pt-4">
        {planned.items.length > 0 ? (
          <Card title={t("prices.planned")} note={t("prices.planned_note")} isFlush>
            <ul className="divide-y divide-hair border-t border-hair">
              {planned.items.map((task) => (
                <TaskItem key={task.id} task={task} today={today} />
              ))}
            </ul>
          </Card>
        ) : null}
        {planned.next === null ? null : (
          <Link to={`?after=${planned.next}`} className={buttonClass({ className: "justify-self-center" })}>
            {t("tasks.later")}
          </Link>
        )}
        {sales.length > 0 ? (
          <Card title={t("prices.running")} isFlush>
            <ul className="divide-y divide-hair border-t border-hair">
              {sales.map((sale) => (
                <SaleItem key={sale.ends_at} sale={sale} i18n={i18n} />
              ))}
            </ul>
          </Card>
        ) : null}
        {sales.length + planned.items.length === 0 ? (
          <EmptyState
            icon={<CalendarClock size={26} strokeWidth={1.5} aria-hidden />}
            title={t("prices.no_sales")}
            actions={
              <Link
                to={createPricesPath(new URLSearchParams(), { rule: "percent", value: "-10" })}
                className={buttonClass()}
              >
                {t("prices.new_sale")}
              </Link>
            }
          >
            {t("prices.no_sales_text")}
          </EmptyState>
        ) : null}
      </div>
    </>
  );
}

function SaleItem({
  sale: { ends_at: endsAt, variants, shown, max_percent: percent },
  i18n,
}: {
  sale: Sale;
  i18n: CatalogI18n;
}) {
  const { t, format } = i18n;
  const title =
    endsAt === null ? t("prices.sale_without_end") : t("prices.sale_until", { time: format.dateTime(endsAt) });
  const filter = endsAt === null ? { sale: "endless" } : { sale: "running", ends_at: endsAt };
  const path = (changes: Readonly<Record<string, string>>) =>
    createPricesPath(new URLSearchParams(), { ...filter, ...changes });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-60">
        <h3 className="font-sans text-sm font-semibold">{title}</h3>
        <p className="text-ink-2">
          {t("prices.sale_variants", { count: variants })}
          {percent > 0 ? ` · ${t("prices.up_to", { percent: format.percent(-percent) })}` : ""}
          {shown < variants ? ` · ${t("prices.sale_hidden", { count: variants - shown })}` : ""}
        </p>
      </div>
      <Link to={path({})} className={buttonClass()}>
        {t("prices.open_check")}
        <span className="sr-only">: {title}</span>
      </Link>
      <Link to={path({ rule: "regular" })} className={buttonClass({ kind: "danger" })}>
        {t("prices.end_sale")}
        <span className="sr-only">: {title}</span>
      </Link>
    </li>
  );
}
