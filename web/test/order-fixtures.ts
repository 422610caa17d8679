import type { OrderParcels, Parcel } from "@furoshiki/api/fulfillment/parcels";
import type { Order, OrderStatus, OrderSummary } from "@furoshiki/api/orders";
import type { CustomerOrderEditing } from "@furoshiki/api/order-edits";
import type { OrderJoining } from "@furoshiki/api/joined-orders";
import type { CustomerOrderReturns, CustomerReturn } from "@furoshiki/api/returns";

const image = { key: "a", src: "/media/a.jpg", srcset: "", srcset_avif: "", width: 800, height: 1000, alt: "" };

/** Creates an order in a list: two creams for 2,500 rubles with delivery. */
export function createOrderSummary(overrides: Partial<OrderSummary> = {}): OrderSummary {
  return {
    ...{ id: 1042, date: "2026-11-08T11:02:00Z", status: "paid", iso_code: "RUB", sign: "₽" },
    ...{ products: 2000, certificates_price: 0, delivery: 500, discount: 0, customs_tax: 0, total: 2500 },
    discounts: { promo: 0, bonus: 0, certificate: 0 },
    ...{ products_count: 2, images: [image], tracking: null, tracking_numbers: [], pay_until: null, payment_id: null },
    ...{ joined_orders: [], is_refunded_outside: false },
    ...overrides,
  };
}

/** Creates an order with its history up to a status, a step a day from November 8. */
export function createOrder(overrides: Partial<Order> = {}, statuses: readonly OrderStatus[] = ["paid"]): Order {
  const status = statuses.at(-1) ?? "awaiting_payment";
  return {
    ...createOrderSummary({ status }),
    items: [createOrderItem()],
    certificates: { items: [] },
    ...{ promocode: null, comment: "", cancellable: false },
    address: {
      ...{ first_name: "Anna", middle_name: "", last_name: "Kim", country: "RU", country_name: "Russia" },
      ...{ state: "", city: "Kazan", postcode: "420015", address: "ul. Pushkina 1", phone_mobile: "+7 900 123-45-67" },
    },
    shipping: { id: 1, name: "Post", point: null, days_min: 10, days_max: 18, promised: null },
    history: (["awaiting_payment", ...statuses] as const).map((reached, index) => ({
      ...{ status: reached, at: `2026-11-${String(8 + index).padStart(2, "0")}T11:02:00Z`, note: "", cause: null },
    })),
    ...overrides,
  };
}

/** Creates an item of an order: two creams for 1,000 rubles each. */
export function createOrderItem(overrides: Partial<Order["items"][number]> = {}): Order["items"][number] {
  return {
    ...{ product_id: 7, option_id: 0, link_rewrite: "cream", image: null, reference: "R7" },
    ...{ name: "Camellia cream", option_name: "", qty: 2, price: 1000, price_total: 2000 },
    ...{ discount: 0, is_present: false },
    ...overrides,
  };
}

/** Creates the parcels of an order. */
export function createOrderParcels(parcels: Parcel[] = [], point: OrderParcels["point"] = null): OrderParcels {
  return { point, parcels };
}

/** Creates a parcel that customs has released. */
export function createParcel(overrides: Partial<Parcel> = {}): Parcel {
  return {
    ...{ number: 1, weight_g: 360, tracking: null, pickup: null },
    events: [
      { kind: "released", at: "2026-11-15T07:12:00Z", place: "Moscow" },
      { kind: "customs", at: "2026-11-14T07:12:00Z", place: "Moscow" },
      { kind: "shipped", at: "2026-11-11T11:02:00Z", place: "" },
      { kind: "packed", at: "2026-11-10T15:00:00Z", place: "" },
    ],
    ...overrides,
  };
}

/** Creates what can be returned of a delivered order: two creams for 2,000 rubles. */
export function createOrderReturns(overrides: Partial<CustomerOrderReturns> = {}): CustomerOrderReturns {
  return {
    ...{ iso_code: "RUB", sign: "₽", can_return: true, can_claim: true },
    ...{ return_until: "2026-12-01", claim_until: "2026-12-08", returns: [] },
    order: { id: 1042, status: "delivered", delivered_at: "2026-11-24T09:00:00Z" },
    lines: [
      {
        ...{ line: 1, name: "Camellia cream", option_name: "50 g", image: null, is_present: false },
        ...{ qty: 2, available: 2, value: 2000 },
      },
    ],
    ...overrides,
  };
}

/** Creates what can be changed of a paid order of two creams and a gift. */
export function createOrderEditing(overrides: Partial<CustomerOrderEditing> = {}): CustomerOrderEditing {
  const cream = { line: 1, product_id: 7, option_id: 0, name: "Camellia cream", option_name: "50 g", image: null };
  return {
    ...{ iso_code: "RUB", sign: "₽", can_edit: true, can_remove: true, pickup_point: null, pending: null, last: null },
    order: { id: 1042, status: "paid", country: "RU" },
    lines: [
      {
        ...cream,
        ...{ quantity: 2, can_change: true, quantity_max: 4, price: 1000, price_added: 1200, is_present: false },
      },
      {
        ...{ ...cream, line: 2, product_id: 8, name: "Tea towel", option_name: "" },
        ...{ quantity: 1, can_change: false, quantity_max: 1, price: 0, price_added: 300, is_present: true },
      },
    ],
    ...overrides,
  };
}

/** Creates a claim about one of two creams that arrived broken. */
export function createReturn(overrides: Partial<CustomerReturn> = {}): CustomerReturn {
  return {
    ...{ id: 7, order_id: 1042, kind: "claim", status: "requested", reason: "damaged", outcome: null },
    ...{ requested_outcome: "refund", comment: "The cap is cracked", instructions: "", decision_reason: "" },
    ...{ requested_at: "2026-11-25T09:00:00Z", approved_at: null, received_at: null, closed_at: null },
    ...{ replacement_order_id: null, iso_code: "RUB", sign: "₽", value: 1000, photos: [], refunds: [] },
    lines: [
      {
        ...{ line: 1, name: "Camellia cream", option_name: "50 g", image: null, is_present: false },
        ...{ quantity: 1, received_quantity: null },
      },
    ],
    ...overrides,
  };
}

/** Creates how an order is sent together with others: by default alone, and with no other one. */
export function createOrderJoining(overrides: Partial<OrderJoining> = {}): OrderJoining {
  return { parcel: null, offers: [], ...overrides };
}
