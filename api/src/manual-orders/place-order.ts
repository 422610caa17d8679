import { normalizeAddress } from "../account/addresses/service.ts";
import type { AddressRequest } from "../account/addresses/schema.ts";
import {
  findOrCreateCustomer,
  lockOrderedForCustomer,
  type OrderedForCustomer,
} from "../account/staff-created-customers.ts";
import { createCartCalculator } from "../cart/cart-calculator.ts";
import type { CalculatedCart } from "../cart/calculation/calculate-cart.ts";
import { deductStock, lockStock } from "../catalog/products/stock.ts";
import { buildOrder, buildOrderLines } from "../checkout/build-order.ts";
import { type Currency, defaultCurrency, toMajorUnits, toMinorUnits } from "../money/currency.ts";
import { getCurrency } from "../money/service.ts";
import { createOrder, type NewOrder } from "../orders/create-order.ts";
import { createPayment } from "../payments/create-payment.ts";
import type { Tx } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { commonRefusals, refuse } from "../platform/http/errors.ts";
import { defaultLocale } from "../platform/i18n/locale.ts";
import { type PlaceManualOrderRequest, refusals } from "./admin-schema.ts";
import { lockOpenClaim, type OpenClaim } from "./claims.ts";
import { findProblem, getManualOrderAmounts, type ManualOrderAmounts, sumVariants } from "./plan-order.ts";
import { placeOrderOfClaim } from "./place-order-of-claim.ts";

/** An order that staff have placed. */
export type PlacedManualOrder = Readonly<{
  id: number;
  customer: OrderedForCustomer;
  status: "awaiting_payment" | "paid";
  currency: Currency;
  amounts: ManualOrderAmounts;
  cart: CalculatedCart;
  lines: ReturnType<typeof sumVariants>;
  expiresAt: Date | null;
}>;

/** Longest name of a customer, in characters. */
const MAX_NAME_LENGTH = 100;

/**
 * Places an order for a customer, priced by the cart calculation (docs/domain/manual-orders.md). Its goods are reserved,
 * and the customer gets a payment link; or it replaces the goods of an approved claim at no charge, which it resolves.
 * @throws refusals of `findProblem`, `lockOpenClaim`, `findCustomer` and `placeOrderOfClaim`; `validation_failed` for the
 * address, and `state_changed` if the total is another one than was shown
 */
export async function placeManualOrder(
  app: AppContext,
  tx: Tx,
  request: PlaceManualOrderRequest,
  { createdBy, now }: { createdBy: number | null; now: Date },
): Promise<PlacedManualOrder> {
  const { payment, method } = request;
  const claim = payment.kind === "claim" ? await lockOpenClaim(tx, payment.return_id) : null;
  const address = await checkAddress(tx, request.address);
  const customer = await findCustomer(tx, request, { address, claim, now });
  const locale = claim?.locale ?? request.locale ?? customer.locale;
  const currency = await getCurrency(tx, claim?.currency ?? request.currency ?? defaultCurrency[locale]);
  const lines = sumVariants(request.lines);
  await lockStock(tx, lines);
  const shippingMethodId = method?.id ?? null;
  const context = { customerId: customer.id, locale, currency: currency.code, now };
  const unstored = { lines, address, shippingMethodId, pickupPoint: method?.pickup_point ?? null };
  const cart = await createCartCalculator(app.config).calculateUnstored(tx, unstored, context);
  const problem = findProblem(cart, { lines, shippingMethodId });
  if (problem) throw problem;
  const amounts = getManualOrderAmounts(cart, claim !== null);
  checkTotal(request.expected_total, amounts, currency);
  const minutesToPay = payment.kind === "link" ? payment.link_minutes : 0;
  const details = { comment: "", dutyConfirmation: null, minutesToPay };
  const author = { source: "manual", created_by: createdBy } as const;
  const order = { ...(await buildOrder(tx, cart, currency, context, details)), ...author };
  const orderLines = buildOrderLines(cart, currency);
  const placed = { customer, currency, amounts, cart, lines };
  if (claim) {
    const id = await placeOrderOfClaim(app, tx, order, orderLines, claim);
    await deductStock(tx, lines, id);
    return { ...placed, id, status: "paid", expiresAt: null };
  }
  const id = await createOrder(app, tx, order, orderLines, { promoCodeId: null, giftCard: null, points: 0 });
  await deductStock(tx, lines, id);
  await createLinkPayment(app, tx, id, order);
  return { ...placed, id, status: "awaiting_payment", expiresAt: order.pay_until };
}

async function checkAddress(tx: Tx, form: PlaceManualOrderRequest["address"]): Promise<AddressRequest> {
  const { address, errors } = await normalizeAddress(tx, { ...form, alias: "" });
  if (address) return address;
  const fields = Object.fromEntries(Object.entries(errors).map(([name, codes]) => [`address.${name}`, codes]));
  throw refuse(commonRefusals, "validation_failed", { fields });
}

/**
 * Locks the customer of a request, or creates an account for their email.
 * @throws refusal `customer_not_found`; `customer_not_confirmed` if the account may belong to somebody else, who would see
 * the address; `claim_not_open` if the claim is that of another customer
 */
async function findCustomer(
  tx: Tx,
  { customer: { id, email }, locale = defaultLocale }: PlaceManualOrderRequest,
  { address, claim, now }: { address: AddressRequest; claim: OpenClaim | null; now: Date },
): Promise<OrderedForCustomer> {
  const name = `${address.first_name} ${address.last_name}`.slice(0, MAX_NAME_LENGTH);
  const contact = { name, phone: address.phone_mobile, locale };
  const customer =
    email === undefined
      ? await lockOrderedForCustomer(tx, id ?? 0)
      : await findOrCreateCustomer(tx, { ...contact, email }, now);
  if (!customer) throw refuse(refusals, "customer_not_found");
  if (claim && claim.customerId !== customer.id) throw refuse(refusals, "claim_not_open");
  if (!claim && !customer.isOwnerOfEmail) throw refuse(refusals, "customer_not_confirmed");
  return customer;
}

function checkTotal(expected: number | undefined, { totalMinor }: ManualOrderAmounts, currency: Currency): void {
  if (expected !== undefined && toMinorUnits(expected, currency) !== totalMinor)
    throw refuse(refusals, "state_changed", { data: { total: toMajorUnits(totalMinor, currency) } });
}

async function createLinkPayment(app: AppContext, tx: Tx, id: number, order: Omit<NewOrder, "id">): Promise<void> {
  const payable = {
    id,
    totalMinor: order.total_minor,
    currency: order.currency,
    payUntil: order.pay_until,
    method: order.payment_method,
    country: order.address?.country ?? null,
    dutyMinor: order.customs_declared ? order.customs_tax_minor : null,
  };
  await createPayment(tx, payable, { providers: app.config.paymentProviders });
}
