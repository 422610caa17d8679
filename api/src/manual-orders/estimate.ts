import { serializeLineRefusal } from "../cart/calculation/line-refusal.ts";
import { createCartCalculator } from "../cart/cart-calculator.ts";
import type { CalculatedCart } from "../cart/calculation/calculate-cart.ts";
import type { CalculatedLine } from "../cart/calculation/calculate-line.ts";
import { listCountries } from "../delivery/service.ts";
import type { OfferedMethod } from "../delivery/shipping-methods.ts";
import { convertFromRub, type Currency, toMajorUnits } from "../money/currency.ts";
import { getCurrency, listCurrencies } from "../money/service.ts";
import type { Db } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import type { ManualOrder, ManualOrderEstimate, ManualOrderEstimateQuery, ManualOrderOptions } from "./admin-schema.ts";
import type { PlacedManualOrder } from "./place-order.ts";
import { findProblem, getManualOrderAmounts, type ManualOrderAmounts, sumVariants } from "./plan-order.ts";

/**
 * Calculates what an order would cost and how it could be sent, with the calculation of a cart.
 * @param reader.locale the language of names and refusals
 * @throws refusal `unknown_currency`
 */
export async function estimateManualOrder(
  app: AppContext,
  query: ManualOrderEstimateQuery,
  { locale, now }: { locale: Locale; now: Date },
): Promise<ManualOrderEstimate> {
  const { country, city, postcode, method = null, pickup_point = null } = query;
  const isFree = query.at_no_charge === "true";
  const lines = sumVariants(query.lines);
  const address = country === undefined ? null : { country, city, postcode };
  const context = { locale, currency: query.currency, now };
  const unstored = { lines, address, shippingMethodId: method, pickupPoint: pickup_point };
  const [currency, cart] = await Promise.all([
    getCurrency(app.db, query.currency),
    createCartCalculator(app.config).calculateUnstored(app.db, unstored, context),
  ]);
  const problem = findProblem(cart, { lines, shippingMethodId: method });
  // Before the country is chosen, only missing goods are a problem.
  const shownProblem = address === null && problem?.code !== "not_enough_stock" ? null : problem;
  return {
    currency: currency.code,
    lines: cart.lines.map((line) => serializeLine(line, currency, locale)),
    methods: cart.methods.map((one) => serializeMethod(one, currency, locale)),
    method_id: cart.method?.row.id ?? null,
    pickup_point: cart.pickupPoint?.code ?? null,
    ...serializeSums(cart, getManualOrderAmounts(cart, isFree), currency, isFree),
    problem: shownProblem && {
      code: shownProblem.code,
      text: formatMessage(locale, shownProblem.code, shownProblem.params),
    },
  };
}

/** Serializes an order that was placed or previewed. */
export function serializeManualOrder({ id, customer, status, currency, ...placed }: PlacedManualOrder): ManualOrder {
  return {
    order_id: id,
    customer_id: customer.id,
    status,
    currency: currency.code,
    ...serializeSums(placed.cart, placed.amounts, currency, status === "paid"),
    expires_at: placed.expiresAt?.toISOString() ?? null,
  };
}

/** Lists the currencies in which an order can be paid and the countries to which it can be sent, with their names. */
export async function listOptions(db: Db, locale: Locale): Promise<ManualOrderOptions> {
  const [currencies, countries] = await Promise.all([listCurrencies(db, locale), listCountries(db, locale)]);
  return {
    currencies: currencies.map(({ iso_code: code, name }) => ({ code, name })),
    countries: countries.filter(({ deliverable }) => deliverable).map(({ code, name }) => ({ code, name })),
  };
}

function serializeSums(cart: CalculatedCart, amounts: ManualOrderAmounts, currency: Currency, isFree: boolean) {
  const toAmount = (minor: number) => toMajorUnits(minor, currency);
  const { customs } = cart;
  return {
    totals: {
      products: toAmount(amounts.productsMinor),
      discount: toAmount(amounts.discountMinor),
      delivery: toAmount(amounts.deliveryMinor),
      total: toAmount(amounts.totalMinor),
    },
    duty: {
      amount: customs.isDeclarable ? toAmount(customs.taxMinor) : 0,
      needs_confirmation: customs.isDeclarable && !isFree,
    },
    weight_g: cart.weightG,
  };
}

function serializeLine(
  { row, qtyLimit, available, priceRubMinor, refusal }: CalculatedLine,
  currency: Currency,
  locale: Locale,
): ManualOrderEstimate["lines"][number] {
  const priceMinor = convertFromRub(priceRubMinor, currency);
  const { product_id, option_id, reference, name, qty: quantity } = row;
  return {
    ...{ product_id, option_id, reference, name, quantity },
    option_name: row.variant?.name ?? "",
    available: available ? qtyLimit : 0,
    price: toMajorUnits(priceMinor, currency),
    total: toMajorUnits(priceMinor * quantity, currency),
    refusal: serializeLineRefusal(refusal, locale)?.text ?? null,
  };
}

function serializeMethod(
  { row, priceRubMinor, pickupPoints }: OfferedMethod,
  currency: Currency,
  locale: Locale,
): ManualOrderEstimate["methods"][number] {
  return {
    id: row.id,
    name: locale === "ru-RU" ? row.name_ru : row.name_en,
    price: toMajorUnits(convertFromRub(priceRubMinor, currency), currency),
    needs_pickup_point: row.needs_pickup_point,
    pickup_points: pickupPoints.map(({ code, city_ru, city_en, address }) => ({
      ...{ code, address },
      city: locale === "ru-RU" ? city_ru : city_en,
    })),
  };
}
