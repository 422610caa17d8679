import { CircleSlash2, PackageCheck, TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import type { CustomsProblemList, CustomsProblemQuery, SavedCustomsData } from "@furoshiki/api/admin/fulfillment";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Badge } from "../ui/badge.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Note } from "../ui/note.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { type CustomsEdit, type CustomsEditFailure, listFieldsToCorrect } from "./customs-edit.ts";
import { CustomsEditForm } from "./customs-edit-form.tsx";
import { FulfillmentTabs } from "./fulfillment-tabs.tsx";
import { OrderNumbers } from "./order-numbers.tsx";

type Status = CustomsProblemQuery["status"];
type Product = CustomsProblemList["items"][number];

type CustomsListProps = {
  list: CustomsProblemList;
  status: Status;
  edit: CustomsEdit | null;
  /** What the submitted edit did; undefined if none was submitted. */
  result: SavedCustomsData | CustomsEditFailure | undefined;
};

/** The products that hold up orders at customs, with the orders of each and forms to correct them. */
export function CustomsList({ list: { items, counts }, status, edit, result }: CustomsListProps) {
  const { t, locale } = useI18n();
  const failure = result && "message" in result ? result : null;
  return (
    <>
      <PageHeader title={t("fulfillment.customs_title")} subtitle={t("fulfillment.customs_subtitle")} />
      <FulfillmentTabs />
      <div className="grid grow content-start gap-3 px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6">
        <StatusFilter status={status} counts={counts} />
        {result && "released_orders" in result ? (
          <div role="status">
            <Note tone="ok">{t("fulfillment.saved", { count: result.released_orders.length })}</Note>
          </div>
        ) : null}
        {items.length === 0 ? (
          <div className="rounded-md border border-edge bg-card">
            <EmptyState
              icon={<PackageCheck size={26} strokeWidth={1.5} aria-hidden />}
              title={t(`fulfillment.none_${status}`)}
            >
              {t(`fulfillment.none_${status}_text`)}
            </EmptyState>
          </div>
        ) : (
          <ul className="-mx-4 border-y border-edge bg-card desk:mx-0 desk:rounded-md desk:border-x">
            {items.map((product) => (
              <ProductItem
                key={product.product_id}
                product={product}
                name={locale === "ru-RU" ? product.name_ru : product.name_en}
                edit={edit}
                failure={failure}
              />
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

function StatusFilter({ status, counts }: { status: Status; counts: CustomsProblemList["counts"] }) {
  const { t, format } = useI18n();
  return (
    <nav aria-label={t("fulfillment.problems")} className="flex flex-wrap gap-1.5">
      {(["missing", "blocked"] as const).map((key) => (
        <Link
          key={key}
          to={key === "missing" ? "/fulfillment/customs" : "/fulfillment/customs?status=blocked"}
          aria-current={key === status ? "page" : undefined}
          className="chip text-ink-2 hover:border-line-strong aria-[current]:border-ink aria-[current]:font-medium aria-[current]:text-ink"
        >
          {t(`fulfillment.status_${key}`)}
          <span className="text-ink-3">{format.number(counts[key])}</span>
        </Link>
      ))}
    </nav>
  );
}

function ProductItem({
  product,
  name,
  edit,
  failure,
}: {
  product: Product;
  name: string;
  edit: CustomsEdit | null;
  failure: CustomsEditFailure | null;
}) {
  const { t } = useI18n();
  return (
    <li className="grid gap-x-6 gap-y-2.5 border-t border-hair px-4 py-3.5 first:border-t-0 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <div className="grid content-start gap-1.5">
        <h2 className="font-sans text-sm font-medium">
          {name} <span className="code ml-1 font-normal text-ink-3">{product.reference}</span>
        </h2>
        <ul className="flex flex-wrap gap-1.5">
          {product.problems.map(({ code, orders }) => (
            <li key={code}>
              <ProblemBadge code={code} count={orders.length} />
            </li>
          ))}
        </ul>
        <p className="text-xs">
          <span className="text-ink-3">{t("fulfillment.waiting_orders", { count: product.orders.length })} </span>
          <OrderNumbers ids={product.orders} />
        </p>
      </div>
      <CustomsEditForm
        product={product}
        fields={listFieldsToCorrect(product.problems.map(({ code }) => code))}
        edit={edit}
        failure={failure}
      />
    </li>
  );
}

function ProblemBadge({ code, count }: { code: Product["problems"][number]["code"]; count: number }) {
  const { t, format } = useI18n();
  const isBlocking = code === "export_limit_exceeded" || code === "not_carried";
  const Icon = isBlocking ? CircleSlash2 : TriangleAlert;
  return (
    <Badge tone={isBlocking ? "error" : "warn"} icon={<Icon size={14} aria-hidden />}>
      {t(`fulfillment.problem_${code}`)}
      <span className="font-normal">{format.number(count)}</span>
    </Badge>
  );
}
