import type { WithCart } from "../written-cart.ts";

/** The response to line updates. */
export type LineUpdateResult = WithCart & {
  ok: boolean;
  message?: string | undefined;
  code?: string;
  /** Why the promo code or gifts of a guest cart were not merged. */
  untaken?: string[];
};

/** New quantity of a line. `name` is shown while the update waits for a network; `seen_price` is the price the customer saw. */
export type LineUpdate = { product_id: number; option_id: number; qty: number; name: string; seen_price?: number };
