import { useEffect, useRef } from "react";
import { Form, useNavigate, useSearchParams, useSubmit } from "react-router";
import type { PriceListQuery, PriceRule } from "@furoshiki/api/admin/catalog-admin/prices";
import { listKeptParams } from "../http/search-params.ts";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { HiddenParams } from "../ui/filter-bar.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { useHydrated } from "../ui/use-hydrated.ts";
import { priceRoundings, priceRules } from "./price-options.ts";
import { createPricesPath, ruleNames } from "./prices-path.ts";

/** How long after the last change the list is loaded again, in milliseconds. */
const DELAY_MS = 500;
/** What a rule begins with. */
const firstValues: Record<PriceRule, string | null> = {
  none: null,
  formula: "2.5",
  percent: "0",
  amount: "0",
  regular: null,
};

type RuleFormProps = {
  query: PriceListQuery;
  /** Rubles for a yen. */
  rate: number;
};
type RuleFormEvents = {
  /** Called when something was entered that the address of the page does not have yet. */
  onEdit: (isEdited: boolean) => void;
};

/** How new prices are calculated. What is entered is part of the address of the page. */
export function RuleForm({ query, rate, onEdit }: RuleFormProps & RuleFormEvents) {
  const { t } = useCatalogI18n();
  const [params] = useSearchParams();
  const submit = useSubmit();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const ref = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const { rule } = query;
  return (
    <Form
      ref={ref}
      className="grid gap-3"
      onChange={(event) => {
        const { target } = event;
        clearTimeout(timer.current);
        if (target instanceof HTMLInputElement && target.name === "rule") {
          const chosen = target.value as PriceRule;
          const hasSale = chosen !== "none" && chosen !== "regular";
          const changes = {
            rule: chosen === "none" ? null : chosen,
            ...{ value: firstValues[chosen], rate: null },
            ...(hasSale ? {} : { sale_ends: null }),
          };
          void navigate(createPricesPath(params, { ...changes, check: null }), {
            replace: true,
            preventScrollReset: true,
          });
          return;
        }
        onEdit(true);
        timer.current = setTimeout(() => {
          if (ref.current?.reportValidity()) void submit(ref.current, { replace: true, preventScrollReset: true });
        }, DELAY_MS);
      }}
    >
      <HiddenParams params={listKeptParams(params, ruleNames)} />
      <fieldset>
        <legend className="sr-only">{t("prices.rule")}</legend>
        <div className="flex overflow-hidden rounded-md border border-control">
          {priceRules
            .filter((key) => key !== "regular" || rule === "regular" || params.has("sale"))
            .map((key) => (
              <label
                key={key}
                className="flex h-11 grow cursor-pointer items-center justify-center border-l border-control px-1 text-xs font-medium text-ink-2 first:border-l-0 has-checked:bg-mist has-checked:font-semibold has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-[-2px] desk:h-8.5"
              >
                <input
                  key={rule}
                  type="radio"
                  name="rule"
                  value={key}
                  defaultChecked={key === rule}
                  className="sr-only"
                />
                {t(`prices.rule_${key}`)}
              </label>
            ))}
        </div>
      </fieldset>
      {/* A new rule begins with its own values. */}
      <RuleFields key={rule} query={query} rate={rate} params={params} />
      {isHydrated ? null : (
        <Button type="submit" size="md">
          {t("prices.calculate")}
        </Button>
      )}
    </Form>
  );
}

/** The fields of a rule, and what is marked. */
function RuleFields({ query, rate, params }: RuleFormProps & { params: URLSearchParams }) {
  const { t } = useCatalogI18n();
  const { rule, rounding, growth, margin, delivery } = query;
  const number = (name: "value" | "rate" | "delivery" | "growth" | "margin", value: number, step: string) => ({
    ...({
      id: name,
      type: "number",
      inputMode: "decimal",
      step,
      defaultValue: params.get(name) ?? String(value),
    } as const),
    autoComplete: "off",
  });
  return (
    <div className="grid gap-3">
      {rule === "regular" ? <p className="text-xs text-ink-2">{t("prices.rule_regular_hint")}</p> : null}
      {rule === "none" ? <p className="text-xs text-ink-2">{t("prices.rule_none_hint")}</p> : null}
      {rule === "formula" ? (
        <>
          <p className="text-xs text-ink-2">{t("prices.formula_hint")}</p>
          <div className="grid grid-cols-3 gap-2">
            <Field
              label={t("prices.rate")}
              {...number("rate", rate, "any")}
              // Without an entry it is that of the day on which the prices change.
              defaultValue={params.get("rate") ?? ""}
              placeholder={String(rate)}
            />
            <Field label={t("prices.delivery")} {...number("delivery", delivery, "0.01")} />
            <Field label={t("prices.markup")} {...number("value", 2.5, "0.01")} />
          </div>
        </>
      ) : null}
      {rule === "percent" || rule === "amount" ? (
        <Field label={t(`prices.${rule}_value`)} hint={t(`prices.${rule}_hint`)} {...number("value", 0, "0.01")} />
      ) : null}
      {rule === "none" || rule === "regular" ? null : (
        <>
          <SelectField id="rounding" label={t("prices.rounding")} defaultValue={rounding}>
            {priceRoundings.map((key) => (
              <option key={key} value={key}>
                {t(`prices.rounding_${key}`)}
              </option>
            ))}
          </SelectField>
          <Field
            id="sale_ends"
            type="datetime-local"
            label={t("prices.sale_ends")}
            hint={t("prices.sale_ends_hint")}
            defaultValue={params.get("sale_ends") ?? ""}
          />
        </>
      )}
      <div className="grid grid-cols-2 items-end gap-2">
        <Field label={t("prices.growth_limit")} {...number("growth", growth, "1")} />
        <Field label={t("prices.margin_limit")} {...number("margin", margin, "1")} />
      </div>
    </div>
  );
}
