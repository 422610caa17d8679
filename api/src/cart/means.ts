import { spendable } from "../bonuses/service.ts";
import { type Certificate, certificateById, refusedCertificate } from "../promotions/certificates.ts";
import { givable, type GiftRow, presentTiers, type Tier, tierAt } from "../promotions/presents.ts";
import { isFor, NOBODY, type PromoCode, refusedFor, type Refused } from "../promotions/promo.ts";
import { broughtCode, findPromo } from "../promotions/service.ts";
import type { Db } from "../platform/db.ts";
import type { Locale } from "../platform/locale.ts";
import type { CartRow } from "./sql.ts";
import type { Means, PromoEffect } from "./totals.ts";

/** What a cart pays with and is given beside its goods, as it stands in the database. */
export type CartMeans = {
  customerId: number;
  /** The code in the cart; its rules are null where the shop has it no longer. */
  code: string | null;
  promo: PromoCode | null;
  /** The code was not looked at: too many wrong ones came from there. */
  unchecked?: boolean;
  certificate: Certificate | null;
  /** Null outside the Russian shop. */
  bonus: { balance: number; payPercent: number } | null;
  useBonus: boolean;
  tiers: Tier[];
  chosenPresents: number[];
  /** Everything that might be given, by `{product}_{option}`. */
  gifts: Map<string, GiftRow>;
};

/** The means of somebody who has no cart yet. */
export const noMeans: CartMeans = {
  ...{ customerId: NOBODY, code: null, promo: null, certificate: null, bonus: null, useBonus: false },
  ...{ tiers: [], chosenPresents: [], gifts: new Map() },
};

type MeansOf = { customerId: number; locale: Locale; now: Date };

/** @param presents `chosen`: what might be chosen yet is not looked at */
export async function readMeans(
  db: Db,
  row: CartRow | undefined,
  at: MeansOf,
  presents: "offered" | "chosen" = "offered",
): Promise<CartMeans> {
  const [promo, certificate, bonus, tiers] = await Promise.all([
    row?.promo_code ? findPromo(db, row.promo_code, at.customerId) : undefined,
    row?.certificate_id ? certificateById(db, row.certificate_id) : undefined,
    at.locale === "ru-RU" ? spendable(db, at.customerId, at.now) : null,
    presentTiers(db),
  ]);
  const chosenPresents = row?.present_ids ?? [];
  const looked = presents === "offered" ? tiers : tiers.map((tier) => onlyOf(tier, chosenPresents));
  return {
    customerId: at.customerId,
    code: row?.promo_code ?? null,
    promo: promo ?? null,
    certificate: certificate ?? null,
    bonus,
    useBonus: bonus !== null && (row?.use_bonus ?? false),
    tiers,
    chosenPresents,
    gifts: await givable(db, { tiers: looked, promo: promo ?? null }, at.locale),
  };
}

function onlyOf(tier: Tier, productIds: readonly number[]): Tier {
  return { ...tier, products: tier.products.filter((one) => productIds.includes(one.product_id)) };
}

/**
 * The means of a guest: the code he entered and the presents he chose. Not for use inside a transaction.
 * @param entered a code that was found just now is not looked for again
 */
export async function guestMeans(
  db: Db,
  entered: { promo: string | PromoCode | null; presents?: readonly number[] | undefined },
  { ip, now, locale }: { ip: string; now: Date; locale: Locale },
): Promise<CartMeans> {
  const { promo: given, presents } = entered;
  if (given === null && !presents) return noMeans;
  const found = typeof given === "string" ? await broughtCode(db, given, { customerId: NOBODY, ip, now }) : given;
  const promo = found === "unchecked" ? null : (found ?? null);
  const tiers = presents ? await presentTiers(db) : [];
  return {
    ...noMeans,
    code: promo?.code ?? (typeof given === "string" ? given : null),
    promo,
    unchecked: found === "unchecked",
    tiers,
    chosenPresents: [...(presents ?? [])],
    gifts: await givable(db, { tiers, promo }, locale),
  };
}

/** A line that can be had, as codes and presents look at it. Kopecks. */
export type MeantLine = {
  productId: number;
  optionId: number;
  qty: number;
  priceRubMinor: number;
  categoryPath: readonly number[];
};

/** A piece that comes with the order for nothing. */
export type Gift = { row: GiftRow; of: "promo" | "present" };

/** The means of a cart with everything decided: what holds, what not and why. */
export type LaidMeans = {
  promo: { code: string; row: PromoCode | null; refused: Refused | null } | null;
  certificate: { row: Certificate; refused: Refused | null } | null;
  bonus: { balance: number; payPercent: number; on: boolean } | null;
  tier: { tier: Tier; reached: boolean } | null;
  /** Presents of the offer that can be had now, chosen or not, by product. */
  presentsThere: Set<number>;
  gifts: Gift[];
  /** For each line whether the code is for it. */
  inPromo: boolean[];
  /** For the sums. */
  means: Means;
};

/**
 * Decides what of a cart's means holds for these lines. A present and a code's gift are pieces of stock: they count
 * together with the same product's own line, and the line comes first.
 */
export function layMeans(cart: CartMeans, lines: readonly MeantLine[], now: Date): LaidMeans {
  const goods = lines.map((line) => ({ ...line, sumRubMinor: line.priceRubMinor * line.qty }));
  const productsRubMinor = goods.reduce((sum, line) => sum + line.sumRubMinor, 0);
  const stock = stockLeft(cart.gifts, lines);

  const gifts: Gift[] = [];
  const give = (key: string, of: Gift["of"]): boolean => {
    const row = cart.gifts.get(key);
    if (!row || !stock.take(key)) return false;
    gifts.push({ row, of });
    return true;
  };
  let refused = promoRefusal(cart, goods, now);
  const gift = cart.promo?.kind === "gift" && !refused ? keyOf(cart.promo) : null;
  if (gift !== null && goods.length > 0 && !give(gift, "promo")) refused = { code: "promo_gift_gone" };

  const tier = lines.length === 0 ? null : tierAt(cart.tiers, productsRubMinor);
  const offered = tier?.tier.products ?? [];
  const presentsThere = new Set<number>();
  for (const { product_id, option_id } of offered)
    if (stock.has(`${product_id}_${option_id}`)) presentsThere.add(product_id);
  if (tier?.reached) {
    const chosen = offered.filter((one) => cart.chosenPresents.includes(one.product_id));
    for (const { product_id, option_id } of chosen.slice(0, tier.tier.choose_count))
      give(`${product_id}_${option_id}`, "present");
  }

  const holds = cart.promo !== null && refused === null ? cart.promo : null;
  const certificateRefused = cart.certificate && refusedCertificate(cart.certificate, now);
  return {
    promo: cart.code === null ? null : { code: cart.code, row: cart.promo, refused },
    certificate: cart.certificate && { row: cart.certificate, refused: certificateRefused },
    bonus: cart.bonus && { ...cart.bonus, on: cart.useBonus },
    tier,
    presentsThere,
    gifts,
    inPromo: goods.map((one) => holds !== null && isFor(holds, one)),
    means: {
      promo: effectOf(holds),
      bonus: cart.useBonus ? cart.bonus : null,
      certificateRubMinor: certificateRefused ? 0 : (cart.certificate?.balance_minor ?? 0),
    },
  };
}

function promoRefusal(cart: CartMeans, goods: Parameters<typeof refusedFor>[1], now: Date): Refused | null {
  if (cart.code === null) return null;
  if (cart.unchecked) return { code: "promo_unchecked" };
  return cart.promo ? refusedFor(cart.promo, goods, { customerId: cart.customerId, now }) : { code: "promo_unknown" };
}

function effectOf(promo: PromoCode | null): PromoEffect {
  if (promo?.percent) return { percent: promo.percent };
  if (promo?.amount_minor) return { amountRubMinor: promo.amount_minor };
  return promo?.kind === "free_delivery" ? { freeDelivery: true } : null;
}

function keyOf(promo: PromoCode): string {
  return `${promo.gift_product_id}_${promo.gift_option_id}`;
}

/** Pieces of each gift that the lines leave. */
function stockLeft(gifts: ReadonlyMap<string, GiftRow>, lines: readonly MeantLine[]) {
  const left = new Map([...gifts].map(([key, row]) => [key, row.stock]));
  for (const { productId, optionId, qty } of lines) {
    const key = `${productId}_${optionId}`;
    const there = left.get(key);
    if (there !== undefined) left.set(key, there - qty);
  }
  const has = (key: string) => (left.get(key) ?? 0) > 0;
  return {
    has,
    take: (key: string): boolean => {
      if (!has(key)) return false;
      left.set(key, (left.get(key) ?? 0) - 1);
      return true;
    },
  };
}
