import { useSyncExternalStore } from "react";
import { useIsOffline } from "../lib/connection.ts";
import { useShop } from "../lib/shop.tsx";
import { Note } from "../ui/note.tsx";
import { cartIdOf } from "./guest-cart.ts";
import type { Wish } from "./lines.ts";
import type { ShownLine } from "./shown-cart.ts";
import { waitingWishes, watchWishes } from "./wish-queue.ts";

type WaitingNoteProps = { owner: number; lines: readonly Pick<ShownLine, "cartId" | "name">[] };

/** What a signed-in shopper changed without a network, which the shop does not know yet. */
export function WaitingNote({ owner, lines }: WaitingNoteProps) {
  const { t } = useShop();
  const isOffline = useIsOffline();
  const waiting = useSyncExternalStore(
    watchWishes,
    () => JSON.stringify(waitingWishes(owner)),
    () => "[]",
  );
  if (!isOffline || waiting === "[]") return null;
  const names = new Map(lines.map(({ cartId, name }) => [cartId, name]));
  return (
    <Note kind="warn">
      <section aria-labelledby="waiting-title">
        <h2 id="waiting-title" className="font-sans text-sm font-semibold">
          {t("cart.waiting_title")}
        </h2>
        <ul className="mt-1 list-disc space-y-0.5 pl-5">
          {(JSON.parse(waiting) as Wish[]).map(({ product_id, option_id, qty, name: remembered }) => {
            const cartId = cartIdOf(product_id, option_id);
            const name = (names.get(cartId) ?? remembered) || t("cart.waiting_some");
            return (
              <li key={cartId}>
                {qty === 0 ? t("cart.waiting_removed", { name }) : t("cart.waiting_qty", { name, qty })}
              </li>
            );
          })}
        </ul>
      </section>
    </Note>
  );
}
