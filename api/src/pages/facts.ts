import { earnPercent, lifeDays, payPercent } from "../bonuses/settings.ts";
import { commercialQty, newDays, orderMaxMinor, qtyMax } from "../catalogue/settings.ts";
import { payWithinMinutes } from "../checkout/settings.ts";
import { contactsEn, contactsRu, returnDays } from "../content/settings.ts";
import { flatMinor, freeFromMinor } from "../delivery/settings.ts";
import type { CustomsRule } from "../customs/schema.ts";
import { mainCountry } from "../customs/settings.ts";
import { exportLimitsTo } from "../customs/rules.ts";
import { listRules } from "../customs/service.ts";
import type { Locale } from "../platform/locale.ts";
import { type Setting, settingValue } from "../platform/settings.ts";
import { certificateDays } from "../promotions/settings.ts";
import { type Asking, date, escaped, kilograms, money, number, percent } from "./figures.ts";

/** How far above the limit an example is, as a part of the limit. */
const EXAMPLE_EXCESS = 1.25;

/** A number or word of the shop, as text. */
type Fact = (asking: Asking) => Promise<string>;

const roubles =
  (setting: Setting<number>): Fact =>
  async ({ db, locale }) =>
    money(locale, (await settingValue(db, setting)) / 100, "RUB");
const count =
  (setting: Setting<number>): Fact =>
  async ({ db, locale }) =>
    number(locale, await settingValue(db, setting));
const share =
  (setting: Setting<number>): Fact =>
  async ({ db, locale }) =>
    percent(locale, await settingValue(db, setting));
const contact =
  (kind: "company" | "address" | "email" | "whatsapp"): Fact =>
  async ({ db, locale }) =>
    (await settingValue(db, locale === "ru-RU" ? contactsRu : contactsEn)).find((one) => one.kind === kind)?.value ??
    "";

/** What customs of the country most parcels go to ask. */
function duty(say: (rule: CustomsRule, locale: Locale) => string): Fact {
  return async ({ db, locale, now }) => {
    const country = await settingValue(db, mainCountry);
    const rule = (await listRules(db, locale, now)).find((one) => one.country === country && one.in_force);
    return rule ? say(rule, locale) : "";
  };
}

/** A parcel above the limit of Russia, for a text that explains the duty: its value, what is above, what is asked of that. */
function example(say: (parcel: { value: number; excess: number; duty: number }) => number): Fact {
  return duty(({ limit, duty_percent, iso_code }, locale) => {
    if (limit === null) return "";
    const excess = limit * EXAMPLE_EXCESS;
    return money(locale, say({ value: limit + excess, excess, duty: (excess * duty_percent) / 100 }), iso_code);
  });
}

/**
 * What texts may name instead of writing it down: `{{delivery.flat}}`. A change of the setting or the rule is in every
 * text at once, so that what is written and what the shop does cannot differ.
 */
export const facts: Readonly<Record<string, Fact>> = {
  "delivery.flat": roubles(flatMinor),
  "delivery.free_from": roubles(freeFromMinor),
  "order.max": roubles(orderMaxMinor),
  "order.pay_within": count(payWithinMinutes),
  "order.same_pieces": count(commercialQty),
  "cart.pieces": count(qtyMax),
  "new.days": count(newDays),
  "bonus.earned": share(earnPercent),
  "bonus.payable": share(payPercent),
  "bonus.days": count(lifeDays),
  "certificate.days": count(certificateDays),
  "returns.days": count(returnDays),
  "seller.name": contact("company"),
  "seller.address": contact("address"),
  "seller.email": contact("email"),
  "customs.limit": duty(({ limit, iso_code }, locale) => (limit === null ? "" : money(locale, limit, iso_code))),
  "customs.weight": duty(({ weight_g }, locale) => (weight_g === null ? "" : kilograms(locale, weight_g))),
  "customs.percent": duty(({ duty_percent }, locale) => percent(locale, duty_percent)),
  "customs.per_kg": duty(({ min_per_kg, iso_code }, locale) => money(locale, min_per_kg, iso_code)),
  "customs.since": duty(({ valid_from }, locale) => (valid_from === null ? "" : date(locale, valid_from))),
  "customs.example": example(({ value }) => value),
  "customs.example_excess": example(({ excess }) => excess),
  "customs.example_duty": example(({ duty }) => duty),
  "export.limit": async ({ db, locale, now }) => {
    const [ban] = await exportLimitsTo(db, "RU", now);
    return ban ? money(locale, ban.limit, ban.currency.code) : "";
  },
};

const PLACEHOLDER = /\{\{\s*([a-z_.]+)\s*\}\}/g;

/** The names of facts that a text asks for. */
export function factsIn(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map((match) => match[1] ?? ""))];
}

/** Puts the facts into clean HTML; what is no fact any more is left out. */
export async function withFacts(html: string, asking: Asking): Promise<string> {
  const names = factsIn(html);
  const values = new Map(await Promise.all(names.map(async (name) => [name, await facts[name]?.(asking)] as const)));
  return html.replace(PLACEHOLDER, (_whole, name: string) => escaped(values.get(name) ?? ""));
}
