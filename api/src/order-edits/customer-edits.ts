import { getAddress } from "../account/addresses/saved-addresses.ts";
import { getCurrentPrice } from "../catalog/pricing/current-price.ts";
import { calculateQtyLimit } from "../catalog/pricing/pricing-context.ts";
import { qtyMax } from "../catalog/settings.ts";
import { serializeCardImage } from "../content/images.ts";
import { MAX_PICKUP_POINTS } from "../delivery/pickup-points/service.ts";
import { convertFromRub, type Currency, toMajorUnits } from "../money/currency.ts";
import { type EditedOrder, getOrderToEdit } from "../orders/order-changes.ts";
import { refusals as orderRefusals } from "../orders/schema.ts";
import { getAssigneeId } from "../orders/staff/assignee.ts";
import { runPreview } from "../platform/changes/preview.ts";
import { type Db, type Tx, withTransaction } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { refuse } from "../platform/http/errors.ts";
import { withIdempotency } from "../platform/http/idempotency.ts";
import { consumeRateLimit } from "../platform/http/rate-limits.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { getSetting } from "../platform/settings/settings.ts";
import { notifyStaff } from "../staff/notifications/notify-staff.ts";
import { type EditOrderRequest, refusals } from "./admin-schema.ts";
import { checkCustomerLimits, hasFixedGoods } from "./customer-limits.ts";
import { type CustomerOrderRow, findCustomerOrder } from "./customer-sql.ts";
import { type CreatedEdit, editOrder } from "./edit-order.ts";
import { listParcelMethods } from "./edited-delivery.ts";
import { cancelEdit } from "./end-edit.ts";
import { getKey } from "./line-changes.ts";
import { getOrderCurrency } from "./plan-edit.ts";
import {
  type CustomerEditOutcome,
  type CustomerEditRequest,
  type CustomerOrderEditing,
  type CustomerPickupPoints,
  customerRefusals,
} from "./schema.ts";
import { customerEditLimit } from "./settings.ts";
import { listVariants } from "./variants.ts";

/** How often a customer edits one order. */
const MAX_CUSTOMER_EDITS = 10;
/** How long the payment for a change is possible; the order is not packed meanwhile. */
const LINK_MINUTES = 60;
/** Stored as the reason of an edit that the customer made. */
const CUSTOMER_REASON = "customer";

type OwnOrder = { customerId: number; orderId: number };

/**
 * Edits a customer's own paid order as they ask, once for each key. A lower total is refunded; a higher one is paid first.
 * @throws refusals of `editOrder` and `checkCustomerLimits`, `order_edit_limit`, `order_edit_other_country`
 */
export async function editOwnOrder(
  app: AppContext,
  own: OwnOrder & { key: string | null },
  request: CustomerEditRequest,
): Promise<CustomerEditOutcome> {
  const { customerId, orderId, key } = own;
  await consumeEditLimit(app, customerId);
  const options = { scope: `order_edits:${customerId}`, key, body: { orderId, ...request } };
  return withIdempotency(app.db, options, (tx) => editInTransaction(app, tx, own, request));
}

/** Returns what `editOwnOrder` would do, without changing anything. */
export async function previewOwnEdit(
  app: AppContext,
  own: OwnOrder,
  request: CustomerEditRequest,
): Promise<CustomerEditOutcome> {
  await consumeEditLimit(app, own.customerId);
  const outcome = await runPreview(app.db, (tx) => editInTransaction(app, tx, own, request));
  return { ...outcome, payment_id: null };
}

/** Previews count too, since they lock the order and its goods for a moment. */
async function consumeEditLimit({ db, clock }: AppContext, customerId: number): Promise<void> {
  const bucket = { name: "order_edits:edits_per_customer", subject: customerId };
  await consumeRateLimit(db, bucket, { ...(await getSetting(db, customerEditLimit)), now: clock.now() });
}

async function editInTransaction(
  app: AppContext,
  tx: Tx,
  { customerId, orderId }: OwnOrder,
  request: CustomerEditRequest,
): Promise<CustomerEditOutcome> {
  const now = app.clock.now();
  const own = await findCustomerOrder(tx, customerId, orderId);
  if (!own) throw refuse(orderRefusals, "order_not_found");
  if (own.source === "replacement") throw refuse(refusals, "order_not_editable");
  if (own.edits >= MAX_CUSTOMER_EDITS) throw refuse(customerRefusals, "order_edit_limit");
  const edit = await editOrder(app, tx, orderId, await createRequest(tx, { customerId, orderId }, request, now), {
    ...{ createdBy: null, byCustomer: true, now },
    check: (order, changes) => checkCustomerLimits(app, tx, order, changes, now),
  });
  await notifyAssignee(tx, orderId, now);
  return serializeEdit(edit, (await getOrderCurrency(tx, edit.order)).sign);
}

/** Builds the request of staff that does what the customer asks for: country and shipping method stay. */
async function createRequest(
  tx: Tx,
  { customerId, orderId }: OwnOrder,
  { lines, address_id, pickup_point, expected_difference }: CustomerEditRequest,
  now: Date,
): Promise<EditOrderRequest> {
  const order = await getOrderToEdit(tx, orderId);
  if (!order?.address || order.shipping_method_id === null) throw refuse(refusals, "order_not_editable");
  const address = address_id === undefined ? null : await getAddress(tx, customerId, address_id, order.locale);
  if (address && address.country !== order.address.country) throw refuse(customerRefusals, "order_edit_other_country");
  return {
    reason: CUSTOMER_REASON,
    link_minutes: LINK_MINUTES,
    ...(lines ? { lines: await priceAddedPieces(tx, order, lines, now) } : {}),
    ...(address ? { address: toOrderAddress(address) } : {}),
    ...(pickup_point === undefined ? {} : { delivery: { method_id: order.shipping_method_id, pickup_point } }),
    ...(expected_difference === undefined ? {} : { expected_difference }),
  };
}

type RequestedLines = NonNullable<CustomerEditRequest["lines"]>;

/**
 * Turns pieces that the customer adds to a line into a line of their own if the item costs another price today, so that
 * nobody buys more at the price of a sale that is over.
 */
async function priceAddedPieces(
  tx: Tx,
  order: EditedOrder,
  requested: RequestedLines,
  now: Date,
): Promise<RequestedLines> {
  const [variants, currency] = await Promise.all([
    listVariants(tx, order.lines, order.locale),
    getOrderCurrency(tx, order),
  ]);
  return requested.map((one) => {
    const line = "line" in one ? order.lines.find(({ line: number }) => number === one.line) : undefined;
    if (!line || line.is_gift || one.quantity <= line.qty) return one;
    const variant = variants.find((candidate) => getKey(candidate) === getKey(line));
    const price = variant && convertFromRub(getCurrentPrice(variant, now).currentMinor, currency);
    if (price === line.price_minor) return one;
    return { product_id: line.product_id, option_id: line.option_id, quantity: one.quantity - line.qty };
  });
}

function toOrderAddress({
  id: _id,
  alias: _alias,
  country_name: _name,
  phone_shown: _phone,
  ...address
}: Awaited<ReturnType<typeof getAddress>>): NonNullable<EditOrderRequest["address"]> {
  return address;
}

/** Notifies the member of staff to whom the order is assigned. */
async function notifyAssignee(tx: Tx, orderId: number, now: Date): Promise<void> {
  const staffId = await getAssigneeId(tx, orderId, now);
  if (staffId === null) return;
  const subject = { kind: "order", id: orderId } as const;
  await notifyStaff(tx, { staffIds: [staffId], kind: "order_edited_by_customer", subject, actorId: null, now });
}

function serializeEdit(
  { order, changes, differenceMinor, minorDigits, status, paymentId }: CreatedEdit,
  sign: string,
): CustomerEditOutcome {
  const toAmount = (minor: number) => toMajorUnits(minor, { minorDigits });
  const { before, after, duty_minor, lines } = changes;
  return {
    order_id: order.id,
    iso_code: order.currency,
    sign,
    status,
    difference: toAmount(differenceMinor),
    total: { before: toAmount(before.total_minor), after: toAmount(after.total_minor) },
    duty: {
      before: toAmount(before.customs_tax_minor),
      after: toAmount(after.customs_tax_minor),
      needs_confirmation: duty_minor !== null,
    },
    lines: lines.map(({ name, option_name, qty_before, qty, price_minor }) => ({
      ...{ name, option_name, quantity_before: qty_before, quantity: qty, price: toAmount(price_minor) },
    })),
    payment_id: paymentId,
  };
}

/**
 * Cancels the change of a customer's own order that awaits its payment. The order stays as it was.
 * @throws refusals `order_not_found`, `order_edit_ended`, `order_edit_not_yours` if staff made it, `payment_in_progress`
 */
export async function cancelOwnEdit({ db, clock }: AppContext, { customerId, orderId }: OwnOrder): Promise<void> {
  await withTransaction(db, async (tx) => {
    const own = await findCustomerOrder(tx, customerId, orderId);
    if (!own) throw refuse(orderRefusals, "order_not_found");
    if (!own.open_edit) throw refuse(refusals, "order_edit_ended");
    if (!own.open_edit.by_customer) throw refuse(customerRefusals, "order_edit_not_yours");
    await cancelEdit(tx, own.open_edit.id, clock.now());
  });
}

/**
 * Returns what a customer can change of their own order.
 * @throws refusal `order_not_found`
 */
export async function getOwnOrderEditing(
  db: Db,
  { customerId, orderId }: OwnOrder,
  now: Date,
): Promise<CustomerOrderEditing> {
  const [own, order] = await Promise.all([findCustomerOrder(db, customerId, orderId), getOrderToEdit(db, orderId)]);
  if (!own || !order) throw refuse(orderRefusals, "order_not_found");
  const canEdit = canEditOwnOrder(own, order);
  const currency = await getOrderCurrency(db, order);
  const { open_edit: pending, last_edit: last } = own;
  return {
    order: { id: orderId, status: order.status, country: order.address?.country ?? null },
    ...{ iso_code: currency.code, sign: currency.sign },
    ...{ can_edit: canEdit, can_remove: !hasFixedGoods(order) },
    lines: canEdit ? await listEditableLines(db, order, currency, now) : [],
    pickup_point: order.pickup_point?.code ?? null,
    pending: pending && {
      payment_id: pending.payment_id,
      difference: toMajorUnits(pending.difference_minor, currency),
      expires_at: new Date(pending.expires_at).toISOString(),
      can_cancel: pending.by_customer,
    },
    last: last && {
      difference: toMajorUnits(last.difference_minor, currency),
      at: new Date(last.ended_at).toISOString(),
    },
  };
}

function canEditOwnOrder({ source, edits, open_edit }: CustomerOrderRow, order: EditedOrder): boolean {
  const isEditable = order.status === "paid" && order.products_minor > 0 && order.address !== null;
  return isEditable && source !== "replacement" && open_edit === null && edits < MAX_CUSTOMER_EDITS;
}

async function listEditableLines(
  db: Db,
  order: EditedOrder,
  currency: Currency,
  now: Date,
): Promise<CustomerOrderEditing["lines"]> {
  const [variants, maxQty] = await Promise.all([listVariants(db, order.lines, order.locale), getSetting(db, qtyMax)]);
  return order.lines.map((line) => {
    const variant = variants.find((one) => getKey(one) === getKey(line));
    const { product_id, option_id, name, option_name, qty: quantity } = line;
    const limit = variant?.is_sold
      ? calculateQtyLimit(quantity + variant.stock, variant.own_qty_limit, { qtyMax: maxQty })
      : 0;
    const isRefunded = order.refunded_lines.includes(line.line);
    const addedMinor = variant && convertFromRub(getCurrentPrice(variant, now).currentMinor, currency);
    return {
      ...{ line: line.line, product_id, option_id, name, option_name, quantity },
      can_change: !line.is_gift && !isRefunded,
      quantity_max: line.is_gift || isRefunded ? quantity : Math.max(quantity, limit),
      price: toMajorUnits(line.price_minor, currency),
      price_added: addedMinor === undefined ? null : toMajorUnits(addedMinor, currency),
      is_present: line.is_gift,
      image: variant?.image ? serializeCardImage(variant.image, name) : null,
    };
  });
}

/**
 * Lists the pickup points to which the parcel of a customer's own order can be sent instead; none if it is delivered to
 * an address.
 * @throws refusal `order_not_found`
 */
export async function getOwnPickupPoints(
  db: Db,
  { customerId, orderId }: OwnOrder,
  locale: Locale,
): Promise<CustomerPickupPoints> {
  const [own, order] = await Promise.all([findCustomerOrder(db, customerId, orderId), getOrderToEdit(db, orderId)]);
  if (!own || !order) throw refuse(orderRefusals, "order_not_found");
  if (!order.address || !order.pickup_point || !canEditOwnOrder(own, order)) return { items: [] };
  const variants = await listVariants(db, order.lines, order.locale);
  const parcel = { lines: order.lines, variants, address: order.address, productsRubMinor: order.products_rub_minor };
  const methods = await listParcelMethods(db, parcel, MAX_PICKUP_POINTS);
  const points = methods.find(({ row }) => row.id === order.shipping_method_id)?.pickupPoints ?? [];
  return {
    items: points.map(({ code, city_ru, city_en, address }) => ({
      ...{ code, address },
      city: locale === "ru-RU" ? city_ru : city_en,
    })),
  };
}

/** What the endpoints of customers execute; `buildApi` passes it, since an edit applies the rules of many modules. */
export const customerEditing = { getOwnOrderEditing, getOwnPickupPoints, previewOwnEdit, editOwnOrder, cancelOwnEdit };
export type CustomerEditing = typeof customerEditing;
