import { type RefObject, useEffect, useRef, useState } from "react";
import { Form, Link, useFetcher, useNavigation } from "react-router";
import type { ManualOrderEstimate, ManualOrderOptions } from "@furoshiki/api/admin/manual-orders";
import type { FormErrors } from "../api-client/form-errors.ts";
import { formatOrderNumber } from "../i18n/amounts.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import type { FormValues } from "../drafts/form-values.ts";
import { useEditedQuantities } from "../order-edits/edit-state.ts";
import { ReasonCard } from "../order-edits/order-edit-view.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { useFocusAfterRefusal } from "../ui/use-focus-after-refusal.ts";
import { type ChosenCustomer, CustomerCard } from "./customer-card.tsx";
import { DeliveryCard } from "./delivery-card.tsx";
import { ManualOrderDraft } from "./manual-order-draft.tsx";
import { buildEstimateQuery } from "./manual-order-request.ts";
import { OrderedItems } from "./ordered-items.tsx";
import { OrderSummary } from "./order-summary.tsx";

const ESTIMATE_DELAY_MS = 300;
const languages = ["ru-RU", "en-US"] as const;
const noLines = { lines: [] };

/** The claim whose goods an order replaces at no charge. */
export type ClaimToReplace = { id: number; orderId: number; currency: string; customer: ChosenCustomer };

export type ManualOrderViewProps = {
  options: ManualOrderOptions;
  claim: ClaimToReplace | null;
  idempotencyKey: string;
  result: FormErrors | undefined;
};

/** The form that places an order for a customer; what it costs is calculated on the server. */
export function ManualOrderView({ options, claim, idempotencyKey, result }: ManualOrderViewProps) {
  const { t } = useI18n();
  const form = useRef<HTMLFormElement>(null);
  const edited = useEditedQuantities(noLines);
  const [customer, setCustomer] = useState<ChosenCustomer | null>(claim?.customer ?? null);
  const [currency, setCurrency] = useState(claim?.currency ?? "RUB");
  const [country, setCountry] = useState("");
  const { estimate, isCalculating, scheduleEstimate } = useEstimate(form);
  const [dismissed, setDismissed] = useState<FormErrors>();
  const [restored, setRestored] = useState<FormValues>({});
  const isPlacing = useNavigation().formMethod === "POST";
  useEffect(scheduleEstimate, [edited.added, result, scheduleEstimate]);
  useFocusAfterRefusal(form, result);
  const failure = result !== dismissed ? result : undefined;
  const errors = failure?.errors ?? {};
  const change = () => {
    setDismissed(result);
    setCountry(String(new FormData(form.current ?? undefined).get("country") ?? ""));
    scheduleEstimate();
  };
  const restore = (values: FormValues) => {
    setRestored(values);
    if (values["customer"]) setCustomer(JSON.parse(values["customer"]) as ChosenCustomer);
  };
  const shownEstimate = edited.added.length > 0 ? estimate : null;
  const missing = !customer ? "customer" : edited.added.length === 0 ? "items" : country === "" ? "country" : null;
  return (
    <>
      <PageHeader
        title={t(claim ? "manual_orders.title_free" : "manual_orders.title")}
        breadcrumbs={[
          { name: t("orders.title"), path: "/orders" },
          ...(claim ? [{ name: formatOrderNumber(claim.orderId), path: `/orders/${claim.orderId}` }] : []),
        ]}
        actions={
          <Link to={claim ? `/returns/${claim.id}` : "/orders"} className={buttonClass({ size: "md" })}>
            {t("manual_orders.discard")}
          </Link>
        }
      />
      <Form
        ref={form}
        method="post"
        onChange={change}
        className="grid items-start gap-x-5 gap-y-4 px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6 lg:grid-cols-[minmax(0,1fr)_384px]"
      >
        <input type="hidden" name="idempotency_key" value={idempotencyKey} />
        <div className="grid min-w-0 gap-4">
          <ManualOrderDraft claim={claim} customer={customer} edited={edited} onRestore={restore} />
          <CustomerCard
            customer={customer}
            {...(claim ? {} : { onChoose: setCustomer })}
            errors={errors["customer.email"]}
          />
          {claim ? (
            <>
              <input type="hidden" name="claim" value={claim.id} />
              <input type="hidden" name="currency" value={claim.currency} />
            </>
          ) : (
            <LanguageCard
              key={customer?.id}
              options={options}
              locale={customer?.id ? customer.locale : null}
              currency={currency}
              onCurrencyChange={setCurrency}
            />
          )}
          <OrderedItems edited={edited} currency={currency} estimate={shownEstimate} />
          <DeliveryCard
            options={options}
            estimate={shownEstimate}
            isFree={claim !== null}
            restored={restored}
            errors={errors}
          />
          <ReasonCard hint={t("manual_orders.reason_hint")} errors={errors["reason"]} />
        </div>
        <OrderSummary
          estimate={shownEstimate}
          isFree={claim !== null}
          refusal={failure?.message ?? null}
          missing={missing}
          isCalculating={isCalculating}
          isPlacing={isPlacing}
        />
      </Form>
    </>
  );
}

type LanguageCardProps = {
  options: ManualOrderOptions;
  /** The language of the customer; null if it is not known. */
  locale: string | null;
  currency: string;
  onCurrencyChange: (currency: string) => void;
};

/** In which language the customer is written to, and in which currency they pay. */
function LanguageCard({ options, locale, currency, onCurrencyChange }: LanguageCardProps) {
  const { t } = useI18n();
  return (
    <Card title={t("manual_orders.language_and_currency")}>
      <div className="grid gap-3 desk:grid-cols-2">
        <SelectField id="locale" label={t("orders.customer_language")} defaultValue={locale ?? "ru-RU"}>
          {languages.map((language) => (
            <option key={language} value={language}>
              {t(`orders.language_${language}`)}
            </option>
          ))}
        </SelectField>
        <SelectField
          id="currency"
          label={t("manual_orders.currency")}
          value={currency}
          onChange={({ currentTarget }) => onCurrencyChange(currentTarget.value)}
        >
          {options.currencies.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
    </Card>
  );
}

/** Estimates the order of a form on the server, shortly after the last change. */
function useEstimate(form: RefObject<HTMLFormElement | null>) {
  const { load, data, state } = useFetcher<ManualOrderEstimate>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isScheduled, setIsScheduled] = useState(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const schedule = useRef(() => {
    clearTimeout(timer.current);
    const readQuery = () => form.current && buildEstimateQuery(new FormData(form.current));
    setIsScheduled(readQuery() !== null);
    const current = setTimeout(() => {
      const query = readQuery();
      // Until the answer, since the state of the fetcher changes a moment after the call.
      const finish = () => {
        if (timer.current === current) setIsScheduled(false);
      };
      if (query) void load(`/orders/new/estimate?${query}`).then(finish);
      else finish();
    }, ESTIMATE_DELAY_MS);
    timer.current = current;
  });
  return {
    estimate: data ?? null,
    isCalculating: isScheduled || state !== "idle",
    scheduleEstimate: schedule.current,
  };
}
