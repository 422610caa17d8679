import { useFetcher } from "react-router";
import { useShop, type Shop } from "../lib/shop.tsx";
import { Button } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";
import type { LineChange, Money } from "./shown-cart.ts";

/** What changed while the shopper was away, until he says that he has seen it. @param onSeen a guest's own way of saying so. */
export function ChangesNote({
  changes,
  money,
  onSeen,
}: {
  changes: readonly LineChange[];
  money: Money;
  onSeen?: () => void;
}) {
  const shop = useShop();
  const { t, to } = shop;
  const seen = useFetcher();
  if (changes.length === 0 || seen.formData) return null;
  return (
    <Note kind="info">
      <section aria-labelledby="changes-title">
        <h2 id="changes-title" className="font-sans text-sm font-semibold">
          {t("cart.changes_title")}
        </h2>
        <ul className="mt-1 list-disc space-y-0.5 pl-5">
          {changes.map((change) => (
            <li key={`${change.cartId} ${change.code}`}>{sentenceOf(change, money, shop)}</li>
          ))}
        </ul>
        <seen.Form
          method="post"
          action={to("/cart")}
          className="mt-3"
          onSubmit={(event) => {
            // The list goes, and its button with it.
            document.getElementById("main")?.focus();
            if (!onSeen) return;
            event.preventDefault();
            onSeen();
          }}
        >
          <Button type="submit" name="intent" value="seen" kind="outline" size="sm">
            {t("cart.changes_seen")}
          </Button>
        </seen.Form>
      </section>
    </Note>
  );
}

function sentenceOf({ name, code, was, now }: LineChange, money: Money, { t, format }: Shop): string {
  const amount = (value: number | null) => format.money(value ?? 0, money);
  switch (code) {
    case "unavailable":
    case "available_again":
      return t(`cart.change_${code}`, { name });
    case "quantity_cut":
      return t("cart.change_quantity_cut", { name, was: was ?? 0, now: now ?? 0 });
    case "price_rose":
    case "price_fell":
    case "sale_ended":
      return t(`cart.change_${code}`, { name, was: amount(was), now: amount(now) });
  }
}
