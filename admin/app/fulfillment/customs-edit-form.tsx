import { PackageCheck } from "lucide-react";
import { useState } from "react";
import { Form, Link, useLocation, useNavigation } from "react-router";
import type { ProductCustomsData } from "@furoshiki/api/admin/fulfillment";
import { ConflictChoices } from "../edit-conflicts/conflict-choices.tsx";
import { FormDraft } from "../drafts/form-draft.tsx";
import { type FieldEdits, toFormText } from "../api-client/field-edits.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useMe } from "../staff/me.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { HiddenParams } from "../ui/filter-bar.tsx";
import { Note } from "../ui/note.tsx";
import {
  type CustomsEdit,
  type CustomsEditFailure,
  type CustomsField,
  customsFields,
  declaredFields,
} from "./customs-edit.ts";
import { OrderNumbers } from "./order-numbers.tsx";

type CustomsEditFormProps = {
  product: ProductCustomsData;
  fields: readonly CustomsField[];
  /** The edit that the URL names, of any product. */
  edit: CustomsEdit | null;
  /** Why the last edit was not saved, of any product. */
  failure: CustomsEditFailure | null;
};

/**
 * Corrects the customs data of a product. The values are checked first, which shows the orders that they release; then
 * they are saved. Nothing without fields.
 */
export function CustomsEditForm({ product, fields, edit, failure }: CustomsEditFormProps) {
  const { t } = useI18n();
  const { permissions } = useMe();
  if (fields.length === 0) return null;
  if (!permissions.includes("products:write"))
    return <p className="text-xs text-ink-3">{t("fulfillment.edit_not_allowed")}</p>;
  const ownEdit = edit?.product_id === product.product_id ? edit : null;
  const ownFailure = failure?.product_id === product.product_id ? failure : null;
  if (ownEdit && "released_orders" in ownEdit.outcome && !ownFailure)
    return <ConfirmForm productId={product.product_id} edits={ownEdit.edits} outcome={ownEdit.outcome} />;
  const refusal = ownFailure ?? (ownEdit && "message" in ownEdit.outcome ? ownEdit.outcome : null);
  return <ValueForm product={product} fields={fields} edits={ownEdit?.edits ?? {}} failure={refusal} />;
}

const editParams: ReadonlySet<string> = new Set([
  "product_id",
  ...customsFields.flatMap((field) => [field, `seen_${field}`, `choice_${field}`]),
]);

/** Returns the path of this page without the edit that its URL names, and its other search parameters. */
function usePageWithoutEdit(): { pathname: string; path: string; params: [string, string][] } {
  const { pathname, search } = useLocation();
  const params = [...new URLSearchParams(search)].filter(([name]) => !editParams.has(name));
  return { pathname, path: params.length === 0 ? pathname : `${pathname}?${new URLSearchParams(params)}`, params };
}

const maxLengths: Record<CustomsField, number> = {
  ...{ hs_code: 14, customs_name_en: 200, origin_country: 2, net_weight_g: 6 },
};

function ValueForm({
  product,
  fields,
  edits,
  failure,
}: {
  product: ProductCustomsData;
  fields: readonly CustomsField[];
  edits: FieldEdits;
  failure: CustomsEditFailure | null;
}) {
  const { t } = useI18n();
  const { pathname, params } = usePageWithoutEdit();
  const { location } = useNavigation();
  const [isTouched, setIsTouched] = useState(false);
  const isBusy = location?.search.includes(`product_id=${product.product_id}&`);
  const hasFieldErrors = Object.keys(failure?.errors ?? {}).length > 0;
  const conflicts = failure?.conflicts;
  const conflictFields = Object.fromEntries(
    customsFields.map((field) => [field, { label: t(`fulfillment.${field}`) }]),
  );
  const uncontested = fields.filter((name) => !conflicts?.some(({ field }) => field === name));
  const prefix = `product-${product.product_id}`;
  return (
    <Form action={pathname} preventScrollReset onFocus={() => setIsTouched(true)} className="grid gap-2">
      <HiddenParams params={params} />
      <input type="hidden" name="product_id" value={product.product_id} />
      {conflicts ? <ConflictChoices conflicts={conflicts} fields={conflictFields} /> : null}
      {failure && !conflicts && !hasFieldErrors ? <Note tone="error">{failure.message}</Note> : null}
      {/* A list can have a form for each of many products: only those that the person enters load their drafts. */}
      {isTouched ? (
        <FormDraft
          draft={{ kind: "customs_data", id: product.product_id }}
          stored={Object.fromEntries(fields.map((field) => [field, toFormText(product[field])]))}
        />
      ) : null}
      <div className="flex flex-wrap items-start gap-2">
        {uncontested.map((field) => (
          <div key={field} className={field === "customs_name_en" ? "min-w-52 grow" : "w-56"}>
            <input type="hidden" name={`seen_${field}`} value={edits[field]?.from ?? toFormText(product[field])} />
            <Field
              id={`${prefix}-${field}`}
              name={field}
              label={t(`fulfillment.${field}`)}
              hint={
                field === "hs_code" && product.suggested_hs_codes.length > 0
                  ? t("fulfillment.hs_code_suggested", { codes: product.suggested_hs_codes.join(", ") })
                  : t(`fulfillment.${field}_hint`)
              }
              errors={failure?.errors[`changes.${field}.to`] ? [t(`fulfillment.${field}_invalid`)] : undefined}
              defaultValue={edits[field]?.to ?? toFormText(product[field])}
              list={field === "hs_code" ? `${prefix}-codes` : undefined}
              maxLength={maxLengths[field]}
              inputMode={field === "net_weight_g" ? "numeric" : undefined}
              autoComplete="off"
              required={field !== "net_weight_g"}
            />
          </div>
        ))}
        <datalist id={`${prefix}-codes`}>
          {product.suggested_hs_codes.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </datalist>
        <Button type="submit" size="md" busy={isBusy ?? false} className={conflicts ? "" : "mt-6"}>
          {t("fulfillment.check_edit")}
        </Button>
      </div>
    </Form>
  );
}

function ConfirmForm({
  productId,
  edits,
  outcome: { released_orders: released, waiting_orders: waiting },
}: {
  productId: number;
  edits: FieldEdits;
  outcome: Extract<CustomsEdit["outcome"], { released_orders: number[] }>;
}) {
  const { t } = useI18n();
  const { path } = usePageWithoutEdit();
  const navigation = useNavigation();
  const isChecked = Object.keys(edits).some((field) => !declaredFields.some((declared) => declared === field));
  return (
    <Form
      method="post"
      action={path}
      replace
      preventScrollReset
      className="grid gap-2.5 rounded-md bg-tokiwa-50 px-3 py-2.5"
    >
      <input type="hidden" name="intent" value="save_customs_data" />
      <input type="hidden" name="product_id" value={productId} />
      {Object.entries(edits).map(([field, { from, to }]) => (
        <p key={field}>
          <input type="hidden" name={`seen_${field}`} value={from} />
          <input type="hidden" name={field} value={to} />
          <span className="text-ink-2">{t(`fulfillment.${field as CustomsField}`)}: </span>
          <span className={field === "hs_code" ? "code font-medium" : "font-medium"}>{to || "—"}</span>
        </p>
      ))}
      {isChecked ? (
        <div role="status" className="flex items-start gap-2">
          <PackageCheck size={18} strokeWidth={1.5} aria-hidden className="mt-px shrink-0 text-tokiwa-700" />
          <p>
            <b className="font-semibold">{t("fulfillment.releases", { count: released.length })}</b>{" "}
            <OrderNumbers ids={released} />
            {waiting.length > 0 ? (
              <span className="block text-ink-2">{t("fulfillment.still_waiting", { count: waiting.length })}</span>
            ) : null}
          </p>
        </div>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="primary" busy={navigation.formMethod === "POST"}>
          {t("fulfillment.save_edit")}
        </Button>
        <Link to={path} replace preventScrollReset className={buttonClass({ kind: "quiet" })}>
          {t("fulfillment.change_edit")}
        </Link>
      </div>
    </Form>
  );
}
