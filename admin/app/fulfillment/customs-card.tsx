import { Check, CircleSlash2, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { OrderCustomsCheck } from "@furoshiki/api/admin/fulfillment";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useMe } from "../staff/me.tsx";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { type CustomsEdit, type CustomsEditFailure, declaredFields, listFieldsToCorrect } from "./customs-edit.ts";
import { CustomsEditForm } from "./customs-edit-form.tsx";

type CustomsCardProps = {
  /** Null if the order was not checked. */
  check: OrderCustomsCheck | null;
  edit: CustomsEdit | null;
  failure: CustomsEditFailure | null;
  /** What the order itself says about customs, below the check. */
  children?: ReactNode;
};

const rows = [
  { code: "hs_code_missing", label: "fulfillment.hs_codes" },
  { code: "name_not_specific", label: "fulfillment.customs_names" },
] as const;

const limits = [
  { code: "export_limit_exceeded", label: "fulfillment.export_limit" },
  { code: "not_carried", label: "fulfillment.hazard" },
] as const;

/** The customs check of an order: what is complete, and forms for what is not. */
export function CustomsCard({ check, edit, failure, children }: CustomsCardProps) {
  const { t } = useI18n();
  return (
    <Card title={t("orders.customs")} actions={check ? <StatusBadge status={check.status} /> : null}>
      {check ? (
        <div className="mb-2.5 border-b border-hair pb-2.5">
          <CheckRows check={check} />
          <ProductForms products={check.products} edit={edit} failure={failure} />
          <DeclaredForms products={check.products} edit={edit} failure={failure} />
        </div>
      ) : null}
      {children}
    </Card>
  );
}

function CheckRows({
  check: { products, form, needs_export_declaration: needsDeclaration },
}: {
  check: OrderCustomsCheck;
}) {
  const { t } = useI18n();
  const count = (code: string) => products.filter(({ problems }) => problems.some((one) => one === code)).length;
  return (
    <dl className="grid gap-2">
      {rows.map(({ code, label }) => (
        <CheckRow key={code} label={t(label)} isOk={count(code) === 0}>
          {t("fulfillment.count_of", { count: products.length - count(code), total: products.length })}
        </CheckRow>
      ))}
      <CheckRow label={t("fulfillment.form")} isOk>
        <span className="code">{form}</span>
      </CheckRow>
      {needsDeclaration ? (
        <CheckRow label={t("fulfillment.export_declaration")} isOk>
          {t("fulfillment.needed")}
        </CheckRow>
      ) : null}
      {limits.map(({ code, label }) => (
        <CheckRow key={code} label={t(label)} isOk={count(code) === 0}>
          {count(code) === 0 ? t("fulfillment.within_limit") : t("fulfillment.products", { count: count(code) })}
        </CheckRow>
      ))}
    </dl>
  );
}

function StatusBadge({ status }: Pick<OrderCustomsCheck, "status">) {
  const { t } = useI18n();
  const [tone, Icon] =
    status === "complete"
      ? (["ok", Check] as const)
      : status === "missing"
        ? (["warn", TriangleAlert] as const)
        : (["error", CircleSlash2] as const);
  return (
    <Badge tone={tone} icon={<Icon size={14} aria-hidden />}>
      {t(`fulfillment.check_${status}`)}
    </Badge>
  );
}

function CheckRow({ label, isOk, children }: { label: string; isOk: boolean; children: ReactNode }) {
  const Icon = isOk ? Check : TriangleAlert;
  return (
    <div className={`flex items-center gap-2.5 ${isOk ? "" : "font-medium text-yamabuki-800"}`}>
      <Icon size={16} aria-hidden className={isOk ? "shrink-0 text-ink-3" : "shrink-0"} />
      <dt className="grow">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type ProductFormsProps = Pick<OrderCustomsCheck, "products"> & Pick<CustomsCardProps, "edit" | "failure">;

function ProductForms({ products, edit, failure }: ProductFormsProps) {
  const incomplete = products.filter(({ problems }) => problems.length > 0);
  if (incomplete.length === 0) return null;
  return (
    <ul className="mt-3 grid gap-3">
      {incomplete.map((product) => (
        <li key={product.product_id} className="grid gap-2 border-t border-hair pt-3">
          <ProductName product={product} />
          <CustomsEditForm
            product={product}
            fields={listFieldsToCorrect(product.problems)}
            edit={edit}
            failure={failure}
          />
        </li>
      ))}
    </ul>
  );
}

/** Forms for what is declared of the products that lack nothing else. */
function DeclaredForms({ products, edit, failure }: ProductFormsProps) {
  const { t } = useI18n();
  const canEdit = useMe().permissions.includes("products:write");
  const complete = products.filter(({ problems }) => listFieldsToCorrect(problems).length === 0);
  if (!canEdit || complete.length === 0) return null;
  const editedId = failure?.product_id ?? edit?.product_id;
  return (
    <details open={complete.some(({ product_id: id }) => id === editedId)} className="mt-3 border-t border-hair pt-3">
      <summary className="cursor-pointer font-medium">{t("fulfillment.origin_and_weight")}</summary>
      <ul className="mt-2 grid gap-3">
        {complete.map((product) => (
          <li key={product.product_id} className="grid gap-2 border-hair not-first:border-t not-first:pt-3">
            <ProductName product={product} />
            <CustomsEditForm product={product} fields={declaredFields} edit={edit} failure={failure} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function ProductName({ product }: { product: OrderCustomsCheck["products"][number] }) {
  const { locale } = useI18n();
  return (
    <p>
      <span className="font-medium">{locale === "ru-RU" ? product.name_ru : product.name_en}</span>{" "}
      <span className="code text-ink-3">{product.reference}</span>
    </p>
  );
}
