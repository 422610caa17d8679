import { z } from "zod";
import { retentionSetting } from "../platform/retention-settings.ts";
import { setting } from "../platform/settings.ts";

const count = z.number().int().min(1).max(1000);

/** The most pieces of one item in a cart, whatever the stock (decisions: Cart). */
export const qtyMax = setting("cart.qty_max", count, 20);
/** From more pieces than this of one item customs may see a commercial parcel (spec §9). */
export const commercialQty = setting("cart.commercial_qty", count, 4);
/** The largest order placed online: the specification's cart constant 100000, in roubles (decisions: Cart). */
export const orderMaxMinor = setting("cart.order_max_minor", z.number().int().min(1), 100_000_00);
/** For so many days a product is new (decisions: Catalogue). */
export const newDays = setting("catalogue.new_days", count, 60);
/** What is crossed out beside a price needs the 30 days before a sale, which stay however this is set. */
export const priceHistoryDays = retentionSetting("price_history", { least: 60, normal: 730 });
