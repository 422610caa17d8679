import type { Product, ProductsPrice } from "@furoshiki/api/catalog";
import { ShoppingBag } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useCart } from "../cart/cart-state.tsx";
import { getCartId, type NewCartLine } from "../cart/guest/guest-cart.ts";
import { Link } from "../navigation/link.tsx";
import { createCartLine, type ProductCardView } from "../catalog/product-cards/product-card-view.ts";
import { fetchApi } from "../api-client/browser-api.ts";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { useRootData } from "../store-config/root-data.ts";
import { type AccountI18n, useAccountI18n } from "../i18n/account-i18n.ts";
import { Button, buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";

/** A product of the routine and its cart line, with the selected option if it has options. */
type RoutineItem = { card: ProductCardView; line: NewCartLine };

/**
 * Returns the products that are available now. If the API cannot be reached, products without options count as
 * available as the page loaded them.
 */
async function findAvailableItems(
  i18n: AccountI18n,
  cards: readonly ProductCardView[],
  currency: string | undefined,
): Promise<RoutineItem[]> {
  const cardsWithoutOptions = cards.filter((card) => !card.has_options && card.available_for_order);
  const cartIds = cardsWithoutOptions.map((card) => getCartId(card.id, 0));
  const [prices, ...itemsWithOptions] = await Promise.all([
    cartIds.length > 0 ? fetchApi<ProductsPrice>(i18n, "/v1/productsPrice", { body: { cart_id: cartIds } }) : undefined,
    ...cards.filter((card) => card.has_options).map((card) => selectAvailableOption(i18n, card, currency)),
  ]);
  const availableCards = prices
    ? cardsWithoutOptions.filter((card) => prices[getCartId(card.id, 0)]?.available_for_order)
    : cardsWithoutOptions;
  return [
    ...availableCards.map((card) => ({ card, line: createCartLine(card) })),
    ...itemsWithOptions.flatMap((item) => item ?? []),
  ];
}

/** Returns a product with the option whose price is shown, or another available option; null if there is none. */
async function selectAvailableOption(
  i18n: AccountI18n,
  card: ProductCardView,
  currency: string | undefined,
): Promise<RoutineItem | null> {
  const product = await fetchApi<Product>(i18n, `/v1/products/${card.id}`, currency ? { currency } : {});
  const availableOptions = product?.options.filter((option) => option.available_for_order) ?? [];
  const option = availableOptions.find(({ price }) => price.current === product?.price.current) ?? availableOptions[0];
  return option ? { card, line: createCartLine(card, option) } : null;
}

/**
 * Shows the total of the routine and a button that adds all of it to the cart; then lists what was not added and which
 * options were selected.
 */
export function AddRoutine({ cards, totalPrice }: { cards: readonly ProductCardView[]; totalPrice: string }) {
  const i18n = useAccountI18n();
  const { t } = i18n;
  const { getQty, updateLine } = useCart();
  const currency = useRootData()?.config.delivery.iso_code;
  const [isAdding, setIsAdding] = useState(false);
  const [added, setAdded] = useState<readonly RoutineItem[] | null>(null);
  const statusRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (added) statusRef.current?.focus();
  }, [added]);

  const addAll = async () => {
    setIsAdding(true);
    const availableItems = await findAvailableItems(i18n, cards, currency);
    // Products already in the cart keep their quantity.
    for (const { line } of availableItems) if (getQty(line.cart_id) === 0) updateLine(line, 1);
    setAdded(availableItems);
    setIsAdding(false);
  };
  const unavailableCards = added ? cards.filter((card) => !added.some((item) => item.card === card)) : [];
  const itemsWithOption = added?.filter(({ line }) => line.option_id > 0) ?? [];
  return (
    <section aria-labelledby="quiz-set" className="rounded-xs border border-line bg-surface p-5 lg:p-7">
      <h2 id="quiz-set" className="text-xl lg:text-2xl">
        {t("quiz.set", { count: cards.length })}
      </h2>
      <p className="mt-3 flex items-baseline justify-between gap-4">
        <span className="text-ink-2">{t("quiz.set_sum")}</span>
        <span className="price text-2xl">{totalPrice}</span>
      </p>
      {added === null ? (
        <Button
          full
          busy={isAdding}
          icon={<ShoppingBag size={18} aria-hidden />}
          onClick={() => void addAll()}
          className="mt-4 scriptless:hidden"
        >
          {t("quiz.set_add")}
        </Button>
      ) : (
        <div ref={statusRef} tabIndex={-1} role="status" className="mt-4 outline-none">
          <Alert kind={unavailableCards.length > 0 ? "warn" : "ok"}>
            <p className="font-semibold">{t("quiz.set_added", { count: added.length })}</p>
            {unavailableCards.length + itemsWithOption.length > 0 ? (
              <ul className="mt-1 list-disc space-y-0.5 pl-5">
                {itemsWithOption.map(({ card, line }) => (
                  <RoutineNotice key={card.id} card={card} text={t("quiz.set_form", { form: line.option_name })} />
                ))}
                {unavailableCards.map((card) => (
                  <RoutineNotice key={card.id} card={card} text={t("quiz.set_unavailable")} />
                ))}
              </ul>
            ) : null}
          </Alert>
          <Link to="/cart" className={buttonClass({ full: true, className: "mt-3" })}>
            {t("cart.go")}
          </Link>
        </div>
      )}
      <p className="mt-4 text-xs text-ink-3">{t("quiz.no_doctor")}</p>
    </section>
  );
}

function RoutineNotice({ card, text }: { card: ProductCardView; text: string }) {
  return (
    <li>
      <Link to={`/${card.link_rewrite}`} className="underline underline-offset-4">
        {insertNonBreakingSpaces(card.name)}
      </Link>
      {`: ${text}`}
    </li>
  );
}
