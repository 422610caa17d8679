import type { Order } from "@furoshiki/api/orders";
import { useEffect, useRef } from "react";
import { bindWords } from "../lib/format.ts";
import { Link } from "../lib/link.tsx";
import { useShop } from "../lib/shop.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";
import type { Repeated } from "./repeat-order.ts";

/** What is not for sale of an order that was repeated, and the way on to the rest. */
export function RepeatNews({ order, answer }: { order: Order; answer: Repeated | undefined }) {
  const { t } = useShop();
  const note = useRef<HTMLDivElement>(null);
  const lacking = answer?.lacking;
  useEffect(() => {
    if (lacking) note.current?.focus();
  }, [lacking]);
  if (!lacking) return null;
  const nameOf = (cartId: string) =>
    bindWords(order.items.find((item) => `${item.product_id}_${item.option_id}` === cartId)?.name ?? "");
  return (
    <div ref={note} tabIndex={-1} className="mt-5 outline-none print:hidden">
      <Note kind="warn">
        <p className="font-semibold">{t("order.repeated_title")}</p>
        <ul className="mt-1 list-disc space-y-0.5 pl-5">
          {lacking.map(({ cart_id, total, available }) => (
            <li key={cart_id}>
              {available === 0
                ? t("order.repeated_gone", { name: nameOf(cart_id) })
                : t("order.repeated_less", { name: nameOf(cart_id), was: total, now: available })}
            </li>
          ))}
        </ul>
        <Link to="/cart" className={buttonClass({ kind: "outline", size: "sm", className: "mt-3" })}>
          {t("order.to_cart")}
        </Link>
      </Note>
    </div>
  );
}
