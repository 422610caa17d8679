import { s10 } from "./codes.ts";
import { type Draft, type DraftLine, orderRows, type OrderRows } from "./order-drafts.ts";
import { DAY_MS, type Product } from "./product.ts";
import { dice } from "./random.ts";
import type { Row } from "./rows.ts";
import { cheapest, type World } from "./world.ts";

/** What the test customer's orders hang together with. */
export type OrderLinks = {
  /** A pick-up point in her city. */
  point: Row;
  customsRuleId: number;
  promoCode: string;
  certificateMinor: number;
  /** A product that got its options after she had bought it without one. */
  grownOptions: Product | undefined;
};

const DUTY_FREE_MINOR = 20_000_00;
const DUTY_SHARE = 0.15;
const CUSTOMS_FEE_MINOR = 250_00;
const BONUS_SPENT_MINOR = 300_00;

/** The test customer's orders: every status at least twice, and one for each thing that an order can be about. */
export function annasOrders(world: World, links: OrderLinks): OrderRows[] {
  const { anna, now, shelf } = world;
  const by = dice(world.seed, "annas-orders");
  let taken = 0;
  const next = (): Product => shelf[taken++ % shelf.length] as Product;
  const goods = (count: number): DraftLine[] => Array.from({ length: count }, () => line(next(), by.int(1, 2)));
  const dear = (): DraftLine[] => linesOver(shelf, DUTY_FREE_MINOR + 2000_00);
  const daysAgo = (days: number, hours = 9) => new Date(now.getTime() - days * DAY_MS + hours * 3_600_000);
  const draft = (key: string, status: Draft["status"], days: number, more: Partial<Draft> = {}): Draft => ({
    person: anna,
    key: `anna/${key}`,
    status,
    placedAt: daysAgo(days, by.int(7, 20)),
    lines: goods(by.int(1, 3)),
    ...more,
  });
  const ems = () => s10("EM", String(by.int(10_000_000, 99_999_999)));
  const registered = () => s10("RR", String(by.int(10_000_000, 99_999_999)));
  const duty = dear();
  const rich = goods(4);

  const drafts: Draft[] = [
    // Placed within the last hours of yesterday, so that there is something to pay whatever day the shop is started.
    draft("waits", "awaiting_payment", 0, { placedAt: daysAgo(0, -1) }),
    draft("waits-point", "awaiting_payment", 0, { placedAt: daysAgo(0, -3), shipping: "cdek", point: links.point }),
    draft("paid", "paid", 1),
    draft("paid-ems", "paid", 1, { shipping: "ems" }),
    draft("packing", "packing", 2),
    draft("packing-point", "packing", 2, { shipping: "cdek", point: links.point }),
    draft("shipped-ems", "shipped", 6, { shipping: "ems", tracking: ems() }),
    draft("shipped-duty", "shipped", 9, {
      tracking: registered(),
      lines: duty,
      declared: { taxMinor: dutyOf(duty), ruleId: links.customsRuleId },
      comment: "Пожалуйста, положите бумагу между флаконами.",
    }),
    draft("delivered", "delivered", 40, { shipping: "ems", tracking: ems() }),
    draft("delivered-point", "delivered", 55, {
      shipping: "cdek",
      point: links.point,
      tracking: String(by.int(1_000_000_000, 1_999_999_999)),
    }),
    draft("delivered-everything", "delivered", 75, {
      tracking: registered(),
      lines: rich,
      promo: { code: links.promoCode, discountMinor: wholeRoubles(sumOf(rich) * 0.1) },
      certificateMinor: links.certificateMinor,
      bonusMinor: BONUS_SPENT_MINOR,
    }),
    draft("delivered-partly-refunded", "delivered", 90, {
      tracking: registered(),
      lines: goods(3),
      note: "Один товар пришёл повреждённым: деньги за него возвращены.",
      refundedMinor: 490_00,
    }),
    draft("delivered-dollars", "delivered", 120, { tracking: registered(), currency: { code: "USD", rubPerUnit: 92 } }),
    draft("returned", "returned", 130, { tracking: registered(), note: "Посылку не забрали, она вернулась на склад." }),
    draft("returned-point", "returned", 160, {
      shipping: "cdek",
      point: links.point,
      tracking: String(by.int(1_000_000_000, 1_999_999_999)),
    }),
    draft("expired", "cancelled", 20, { note: "Время оплаты вышло." }),
    draft("called-off", "cancelled", 35, { note: "Отменён покупателем." }),
    draft("refunded", "refunded", 60, { note: "Товара не оказалось у поставщика." }),
    draft("refunded-2", "refunded", 100, { note: "Покупатель передумал до отправки." }),
  ];
  const grown = links.grownOptions;
  if (grown)
    drafts.push(
      draft("before-options", "delivered", 200, {
        tracking: registered(),
        lines: [{ ...line(grown, 1), withoutOption: true }],
      }),
    );
  return drafts.map((one) => orderRows(one, world));
}

/** Orders of everybody else in the last ninety days: what "best sales" is counted from. */
export function othersOrders(world: World, count: number): OrderRows[] {
  const { others, now, shelf } = world;
  return Array.from({ length: count }, (_, at) => {
    const by = dice(world.seed, "orders", at);
    const days = by.roll() * 88 + 1;
    const lines = by.draw(
      Array.from({ length: 8 }, () => Math.floor(shelf.length * by.roll() ** 1.7)),
      by.int(1, 5),
    );
    const status =
      days < 3 ? "paid" : days < 5 ? "packing" : days < 22 ? "shipped" : by.chance(0.96) ? "delivered" : "refunded";
    return orderRows(
      {
        person: by.pick(others),
        key: `others/${at}`,
        status,
        placedAt: new Date(now.getTime() - Math.floor(days * DAY_MS)),
        lines: [...new Set(lines)].map((index) =>
          line(
            shelf[index] as Product,
            by.weigh([
              [1, 7],
              [2, 2],
              [3, 1],
            ]),
          ),
        ),
        ...(status === "shipped" || status === "delivered" ? { tracking: s10("RR", String(20_000_000 + at)) } : {}),
        note: status === "refunded" ? "Товара не оказалось у поставщика." : "",
      },
      world,
    );
  });
}

function line(product: Product, qty: number): DraftLine {
  const variant = cheapest(product);
  return { product, variant, qty: Math.min(qty, variant.stock, product.ownQtyLimit ?? 20) };
}

/** The dearest goods, so many that together they cost more than a sum. */
function linesOver(shelf: Product[], minor: number): DraftLine[] {
  const lines: DraftLine[] = [];
  for (const product of shelf.toSorted((a, b) => cheapest(b).priceMinor - cheapest(a).priceMinor)) {
    if (sumOf(lines) > minor) break;
    lines.push(line(product, 1));
  }
  return lines;
}

function sumOf(lines: DraftLine[]): number {
  return lines.reduce((sum, { variant, qty }) => sum + variant.priceMinor * qty, 0);
}

function dutyOf(lines: DraftLine[]): number {
  return wholeRoubles((sumOf(lines) - DUTY_FREE_MINOR) * DUTY_SHARE + CUSTOMS_FEE_MINOR);
}

function wholeRoubles(minor: number): number {
  return Math.floor(minor / 100) * 100;
}
