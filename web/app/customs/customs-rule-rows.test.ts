import type { CustomsRule } from "@furoshiki/api/customs";
import { expect, it } from "vitest";
import { getFormatters } from "@furoshiki/design-system/i18n/format.ts";
import { getAccountTranslator } from "../i18n/account-i18n.ts";
import "../i18n/all-messages.ts";
import { formatCustomsRules } from "./customs-rule-rows.ts";

const i18n = { t: getAccountTranslator("en-US"), format: getFormatters("en-US") };
const rule: CustomsRule = {
  id: 1,
  country: "RU",
  country_name: "Russia",
  in_force: true,
  valid_from: "2024-04-01",
  limit: 200,
  duty_limit: null,
  iso_code: "EUR",
  sign: "€",
  weight_g: 31_000,
  duty_percent: 15,
  duty_base: "excess",
  min_per_kg: 2,
  per_heading: 0,
  vat_percent: 0,
  vat_base: "excess",
  fee: 250,
  fee_iso_code: "RUB",
  fee_sign: "₽",
  period: "parcel",
  splitting: "helps",
  note: "",
  source: "a decision",
  checked_at: "2026-03-31",
  confidence: "high",
};
const euRule = {
  ...rule,
  limit: 0,
  weight_g: null,
  duty_percent: 0,
  min_per_kg: 0,
  fee: 0,
  vat_base: "whole",
} as const;

it("describes a rule with its date and source", () => {
  expect(formatCustomsRules([rule], i18n)).toEqual([
    {
      countries: "Russia",
      limit: "€200.00 and 31 kg",
      charges: "15% of the excess, at least €2.00 per kilogram, a fee of about ₽250",
      note: "",
      since: "1\u00a0April 2024",
      source: "a decision, checked on 31\u00a0March 2026",
    },
  ]);
});

it("groups countries that differ only in VAT", () => {
  const rows = formatCustomsRules(
    [
      { ...euRule, id: 2, country: "DE", country_name: "Germany", vat_percent: 19 },
      { ...euRule, id: 3, country: "FI", country_name: "Finland", vat_percent: 25.5 },
    ],
    i18n,
  );
  expect(rows.map(({ countries, limit, charges }) => [countries, limit, charges])).toEqual([
    ["Germany, Finland", "no relief", "VAT of 19–25.5% on the whole value"],
  ]);
});

it("says that customs decides if the charges are unknown", () => {
  const [row] = formatCustomsRules([{ ...euRule, valid_from: null, confidence: "low" }], i18n);
  expect([row?.charges, row?.since, row?.note]).toEqual([
    "customs will set the amount",
    "no date announced",
    "sources differ, please check with customs",
  ]);
});
