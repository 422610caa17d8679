import { useRef, useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import type { PurchaseOrder } from "@furoshiki/api/admin/purchasing/purchase-orders";
import type { ListedSupplier } from "@furoshiki/api/admin/purchasing/suppliers";
import type { FieldConflict } from "../api-client/field-edits.ts";
import type { FormErrors } from "../api-client/form-errors.ts";
import { ConflictChoices } from "../edit-conflicts/conflict-choices.tsx";
import { formatAmount } from "../i18n/amounts.ts";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Field } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { useFocusAfterRefusal } from "../ui/use-focus-after-refusal.ts";
import { LineEditor } from "./line-editor.tsx";
import { formatPurchaseOrderNumber, getPurchaseOrderPath, PURCHASE_ORDERS_PATH } from "./order-number.ts";
import { PurchaseOrderDraft } from "./purchase-order-draft.tsx";
import { getOrderTexts, type OrderField, orderFields, parseLines } from "./purchase-order-request.ts";
import { type EditedLine, useLines } from "./use-lines.ts";

type PurchaseOrderFormProps = {
  /** The order that is changed; null for a new one. */
  order: PurchaseOrder | null;
  /** Those with whom orders can be placed. */
  suppliers: readonly ListedSupplier[];
  supplierId: number | null;
  initialLines: readonly EditedLine[];
  idempotencyKey: string;
  result: FormErrors | undefined;
};

/** Creates or changes an order from a supplier. */
export function PurchaseOrderForm(props: PurchaseOrderFormProps) {
  const { order, suppliers, supplierId, initialLines, idempotencyKey, result } = props;
  const { t } = useCatalogI18n();
  const form = useRef<HTMLFormElement>(null);
  const { lines, setLines, setLine, addVariant } = useLines(initialLines);
  const [firstSupplier] = useState(String(supplierId ?? suppliers[0]?.id ?? ""));
  const [supplier, setSupplier] = useState(firstSupplier);
  const isBusy = useNavigation().formMethod === "POST";
  useFocusAfterRefusal(form, result);
  const currency = order?.currency ?? suppliers.find(({ id }) => String(id) === supplier)?.currency ?? "JPY";
  const conflicts = result?.conflicts?.map(toTextConflict) ?? [];
  const isContested = (field: OrderField) => conflicts.some((conflict) => conflict.field === field);
  const conflictFields = useConflictFields(currency);
  const errors = result?.errors ?? {};
  const texts = order ? getOrderTexts(order) : null;
  const cancelPath = order ? getPurchaseOrderPath(order.id) : PURCHASE_ORDERS_PATH;
  const title = order ? formatPurchaseOrderNumber(order.id) : null;
  return (
    <>
      <PageHeader
        title={title ? t("purchasing.edit_title", { number: title }) : t("purchasing.new_title")}
        breadcrumbs={[
          { name: t("purchasing.title"), path: PURCHASE_ORDERS_PATH },
          ...(title ? [{ name: title, path: cancelPath }] : []),
        ]}
        actions={
          <Link to={cancelPath} className={buttonClass({ size: "md" })}>
            {t("purchasing.discard")}
          </Link>
        }
      />
      <Form
        ref={form}
        method="post"
        replace={order !== null}
        className="grid items-start gap-x-5 gap-y-4 px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6 lg:grid-cols-[minmax(0,1fr)_320px]"
      >
        <input type="hidden" name="idempotency_key" value={idempotencyKey} />
        {texts ? (
          <SeenValues fields={orderFields.filter((field) => !isContested(field))} {...{ texts, result }} />
        ) : null}
        <div className="grid min-w-0 gap-4">
          <PurchaseOrderDraft {...{ order, lines, setLines }} supplierId={firstSupplier} />
          {conflicts.length > 0 ? (
            <ConflictChoices conflicts={conflicts} fields={conflictFields} />
          ) : result && !hasFieldErrors(errors) ? (
            <Note tone="error">{result.message}</Note>
          ) : null}
          {isContested("lines") ? null : (
            <LineEditor {...{ lines, setLine, addVariant, currency }} errors={listLineErrors(errors)} />
          )}
        </div>
        <div className="grid gap-4">
          <Card title={t("purchasing.conditions")}>
            <div className="grid gap-3.5">
              {order ? (
                <p className="font-semibold">{order.supplier.name}</p>
              ) : (
                <SupplierSelect suppliers={suppliers} value={supplier} onChange={setSupplier} />
              )}
              <ConditionFields
                {...{ currency, errors }}
                isShown={(field) => !isContested(field)}
                getText={(field) => result?.edits?.[field]?.to ?? texts?.[field]}
              />
            </div>
          </Card>
          <Total lines={lines} currency={currency} />
          <Button type="submit" kind="primary" size="md" busy={isBusy} disabled={lines.length === 0}>
            {t(order ? "purchasing.save" : "purchasing.save_draft")}
          </Button>
          {lines.length === 0 ? <p className="text-ink-3">{t("purchasing.needs_lines")}</p> : null}
        </div>
      </Form>
    </>
  );
}

type SeenValuesProps = {
  fields: readonly OrderField[];
  texts: Record<OrderField, string>;
  result: FormErrors | undefined;
};

/** The values of the order that the person saw. */
function SeenValues({ fields, texts, result }: SeenValuesProps) {
  return fields.map((field) => (
    <input key={field} type="hidden" name={`seen_${field}`} value={result?.edits?.[field]?.from ?? texts[field]} />
  ));
}

type SupplierSelectProps = {
  suppliers: readonly ListedSupplier[];
  value: string;
  onChange: (id: string) => void;
};

function SupplierSelect({ suppliers, value, onChange }: SupplierSelectProps) {
  const { t } = useCatalogI18n();
  return (
    <SelectField
      id="supplier_id"
      label={t("purchasing.supplier")}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      required
    >
      {suppliers.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

type ConditionFieldsProps = {
  currency: string;
  errors: FormErrors["errors"];
  /** Whether a field is shown: after a conflict it is chosen from its values. */
  isShown: (field: OrderField) => boolean;
  /** Returns the text of a field; undefined for a new order. */
  getText: (field: OrderField) => string | undefined;
};

function ConditionFields({ currency, errors, isShown, getText }: ConditionFieldsProps) {
  const { t } = useCatalogI18n();
  return (
    <>
      {isShown("expected_on") ? (
        <Field
          id="expected_on"
          type="date"
          label={t("purchasing.expected_on")}
          defaultValue={getText("expected_on")}
          errors={errors["expected_on"]}
        />
      ) : null}
      {isShown("delivery") ? (
        <Field
          id="delivery"
          type="number"
          inputMode="decimal"
          min={0}
          step="any"
          label={t("purchasing.delivery_in", { currency })}
          defaultValue={getText("delivery") ?? "0"}
          errors={errors["delivery"]}
          required
        />
      ) : null}
      {isShown("tax_percent") ? (
        <Field
          id="tax_percent"
          type="number"
          inputMode="decimal"
          min={0}
          max={99.99}
          step={0.01}
          label={t("purchasing.tax_percent")}
          hint={t("purchasing.tax_hint")}
          defaultValue={getText("tax_percent") ?? "10"}
          errors={errors["tax_percent"]}
          required
        />
      ) : null}
      {isShown("note") ? (
        <Field
          id="note"
          label={t("purchasing.note")}
          hint={t("purchasing.note_hint")}
          maxLength={1000}
          defaultValue={getText("note")}
          errors={errors["note"]}
          autoComplete="off"
        />
      ) : null}
    </>
  );
}

/** The sum of the lines, without delivery and tax. */
function Total({ lines, currency }: { lines: readonly EditedLine[]; currency: string }) {
  const { t, format } = useCatalogI18n();
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const goods = lines.reduce((sum, { quantity, unit_cost: cost }) => sum + quantity * (cost ?? 0), 0);
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 rounded-md border border-edge bg-card px-4 py-3">
      <span className="text-ink-2">{t("purchasing.pieces_count", { count: pieces })}</span>
      <span className="text-xl font-semibold">{formatAmount(format, goods, currency)}</span>
    </p>
  );
}

/** How the fields are shown in a conflict; lines by their sum. */
function useConflictFields(currency: string) {
  const { t, format } = useCatalogI18n();
  const formatCost = (text: string) => formatAmount(format, Number(text), currency);
  return {
    expected_on: { label: t("purchasing.expected_on") },
    delivery: { label: t("purchasing.delivery"), format: formatCost },
    tax_percent: { label: t("purchasing.tax_percent") },
    note: { label: t("purchasing.note"), merge: "text" as const },
    lines: {
      label: t("purchasing.lines"),
      format: (text: string) => {
        const lines = parseLines(text);
        const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
        const goods = lines.reduce((sum, { quantity, unit_cost }) => sum + quantity * unit_cost, 0);
        return t("purchasing.lines_summary", {
          count: lines.length,
          pieces: format.number(pieces),
          sum: formatAmount(format, goods, currency),
        });
      },
    },
  };
}

/** Returns a conflict whose values are the texts of the form. */
function toTextConflict({ from, to, current, ...conflict }: FieldConflict): FieldConflict {
  const toText = (value: unknown) => (Array.isArray(value) ? JSON.stringify(value) : String(value ?? ""));
  return { ...conflict, from: toText(from), to: toText(to), current: toText(current) };
}

const hasFieldErrors = (errors: FormErrors["errors"]) => Object.keys(errors).length > 0;

/** Returns the errors of lines, whose fields are inside a list. */
function listLineErrors(errors: FormErrors["errors"]): string[] {
  const names = Object.keys(errors).filter((name) => /(?:^|\.)(?:lines|unit_cost)(?:\.|$)/.test(name));
  return [...new Set(names.flatMap((name) => errors[name] ?? []))];
}
