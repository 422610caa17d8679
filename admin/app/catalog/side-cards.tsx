import { Check, CircleAlert, CircleCheck, X } from "lucide-react";
import { Link } from "react-router";
import type { ProductDetail, PublishRequirement } from "@furoshiki/api/admin/catalog-admin/editor";
import { formatAmount } from "../i18n/amounts.ts";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { formatShippingMethod } from "../i18n/shipping-methods.ts";
import { formatWeight } from "../i18n/weights.ts";
import { Card } from "../ui/card.tsx";
import { LowestPrice } from "./options-tab.tsx";
import type { ProductTab } from "./product-path.ts";

const tabs: Record<PublishRequirement, ProductTab> = {
  ...({ picture: "options", names: "texts", price: "options", hs_code: "customs" } as const),
  ...({ customs_name: "customs", weight: "customs", hazard: "customs" } as const),
};

/** What publishing needs, and what is missing. */
export function Requirements({
  product,
  getTabPath,
}: {
  product: ProductDetail;
  getTabPath: (tab: ProductTab) => string;
}) {
  const i18n = useCatalogI18n();
  const { t } = i18n;
  const { requirements, fields } = product;
  const met = requirements.filter(({ is_met }) => is_met).length;
  const values: Partial<Record<PublishRequirement, string>> = {
    hs_code: fields.hs_code,
    customs_name: fields.customs_name_en,
    weight: formatWeight(i18n, fields.weight_g),
    hazard: t(`catalog.hazard_${fields.hazard}`),
  };
  return (
    <Card title={t("catalog.requirements")} note={t("catalog.requirements_met", { met, count: requirements.length })}>
      <svg
        aria-hidden
        viewBox={`0 0 ${requirements.length} 1`}
        preserveAspectRatio="none"
        className="mb-2.5 block h-1.5 w-full overflow-hidden rounded-full bg-mist"
      >
        <rect width={met} height={1} className="fill-tokiwa-500" />
      </svg>
      <ul className="grid gap-1.5">
        {requirements.map(({ key, is_met }) => (
          <li key={key} className="flex items-start gap-2">
            {is_met ? (
              <CircleCheck size={17} aria-hidden className="mt-0.5 shrink-0 text-tokiwa-500" />
            ) : (
              <CircleAlert size={17} aria-hidden className="mt-0.5 shrink-0 text-beni-600" />
            )}
            {is_met ? (
              <span className="min-w-0">
                {t(`catalog.requires_${key}`)} <span className="wrap-anywhere text-ink-3">{values[key]}</span>
              </span>
            ) : (
              <span>
                <span className="sr-only">{t("catalog.not_met")}: </span>
                <Link to={getTabPath(tabs[key])} preventScrollReset className="link">
                  {t(`catalog.requires_${key}`)}
                </Link>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Countries that are shown before the others. */
const SHOWN_COUNTRIES = 5;

/** The countries and methods that take the product, and why others do not. */
export function Carriage({ carriage }: { carriage: ProductDetail["carriage"] }) {
  const i18n = useCatalogI18n();
  const { t } = i18n;
  const [shown, others] = [carriage.slice(0, SHOWN_COUNTRIES), carriage.slice(SHOWN_COUNTRIES)];
  const reasons = new Map<string, string[]>();
  for (const { name, methods } of shown)
    for (const { refusal, ...method } of methods)
      if (refusal !== null)
        reasons.set(refusal, [...(reasons.get(refusal) ?? []), `${name}, ${formatShippingMethod(i18n, method)}`]);
  return (
    <Card title={t("catalog.carriage")}>
      <CountryRows countries={shown} />
      {reasons.size > 0 ? (
        <ul className="mt-2.5 grid gap-1.5 text-xs text-ink-2">
          {[...reasons].map(([reason, places]) => (
            <li key={reason}>
              <b className="font-semibold text-ink">{places.join("; ")}:</b> {reason}
            </li>
          ))}
        </ul>
      ) : null}
      {others.length > 0 ? (
        <details className="mt-2">
          <summary className="link min-h-6 cursor-pointer text-xs">
            {t("catalog.other_countries", { count: others.length })}
          </summary>
          <CountryRows countries={others} />
        </details>
      ) : null}
    </Card>
  );
}

function CountryRows({ countries }: { countries: ProductDetail["carriage"] }) {
  const i18n = useCatalogI18n();
  const { t } = i18n;
  return (
    <ul className="divide-y divide-hair">
      {countries.map(({ country, name, methods }) => (
        <li key={country} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1.5">
          <span>{name}</span>
          <span className="flex flex-wrap gap-1">
            {methods.map(({ refusal, ...method }) => (
              <span
                key={method.code}
                title={refusal ?? undefined}
                className={`inline-flex items-center gap-1 rounded-sm px-1.5 text-xs leading-5.5 ${refusal === null ? "bg-mist text-ink-2" : "bg-beni-50 text-beni-700"}`}
              >
                {refusal === null ? (
                  <Check size={13} aria-hidden className="text-tokiwa-500" />
                ) : (
                  <X size={13} aria-hidden />
                )}
                {formatShippingMethod(i18n, method)}
                <span className="sr-only">
                  {" "}
                  {refusal === null ? t("catalog.carried") : `${t("catalog.not_carried")}: ${refusal}`}
                </span>
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The price that a card in the store shows. */
export function Price({ product: { variants } }: { product: ProductDetail }) {
  const { t, format } = useCatalogI18n();
  const [cheapest] = variants.toSorted((a, b) => a.fields.price - b.fields.price);
  if (!cheapest) return null;
  const { price, old_price: oldPrice } = cheapest.fields;
  return (
    <Card title={t("catalog.price")}>
      <p className="flex items-baseline justify-between gap-3">
        <b className="font-display text-2xl font-bold tabular-nums">
          {variants.length > 1
            ? t("catalog.price_from", { price: formatAmount(format, price, "RUB") })
            : formatAmount(format, price, "RUB")}
        </b>
        {oldPrice === null ? null : <s className="text-ink-3">{formatAmount(format, oldPrice, "RUB")}</s>}
      </p>
      <p className="text-xs">
        <LowestPrice variant={cheapest} />
      </p>
    </Card>
  );
}
