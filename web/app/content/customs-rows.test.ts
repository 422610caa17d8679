import type { CustomsRule } from "@furoshiki/api/customs";
import compile from "icu-minify/compile";
import { expect, it } from "vitest";
import { shopOf } from "../lib/shop.tsx";
import { keepTexts } from "../lib/texts.ts";
import english from "../messages/en-US.json" with { type: "json" };
import { customsRows } from "./customs-rows.ts";

keepTexts("en-US", Object.fromEntries(Object.entries(english).map(([key, text]) => [key, compile(text)])));
const shop = shopOf("en-US", "prefix_except_default");
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
const union = { ...rule, limit: 0, weight_g: null, duty_percent: 0, min_per_kg: 0, fee: 0, vat_base: "whole" } as const;

it("says a rule in words, with its day and its source", () => {
  expect(customsRows([rule], shop)).toEqual([
    {
      countries: "Russia",
      limit: "€200.00 and 31 kg",
      above: "15% of the excess, at least €2.00 a kilogram, a fee of about ₽250",
      note: "",
      since: "1\u00a0April 2024",
      source: "a decision, checked on 31\u00a0March 2026",
    },
  ]);
});

it("puts countries together that differ in their tax alone", () => {
  const rows = customsRows(
    [
      { ...union, id: 2, country: "DE", country_name: "Germany", vat_percent: 19 },
      { ...union, id: 3, country: "FI", country_name: "Finland", vat_percent: 25.5 },
    ],
    shop,
  );
  expect(rows.map(({ countries, limit, above }) => [countries, limit, above])).toEqual([
    ["Germany, Finland", "no relief", "VAT of 19–25.5% on the whole value"],
  ]);
});

it("leaves to customs what nobody can work out", () => {
  const [row] = customsRows([{ ...union, valid_from: null, confidence: "low" }], shop);
  expect([row?.above, row?.since, row?.note]).toEqual([
    "customs will name the sum",
    "no day named",
    "sources differ, please ask customs",
  ]);
});
