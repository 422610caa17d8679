import type { Product, ProductsPrice } from "@furoshiki/api/catalogue";
import { ShoppingBag } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type CartLine, useCart } from "../cart/cart-state.tsx";
import { cartIdOf } from "../cart/guest-cart.ts";
import { cartLine, type ShownCard } from "../catalogue/shown-card.ts";
import { askApi } from "../lib/browser-api.ts";
import { bindWords } from "../lib/format.ts";
import { useKnown } from "../lib/known.ts";
import { type Shop, useShop } from "../lib/shop.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";

/** Something that goes into the cart, in the form named where it comes in several. */
type Choice = { card: ShownCard; line: CartLine };

/** What of the products is for sale at this moment; as the page has it where the shop cannot be asked. */
async function forSale(shop: Shop, cards: readonly ShownCard[], currency: string | undefined): Promise<Choice[]> {
  const plain = cards.filter((card) => !card.has_options && card.available_for_order);
  const cartIds = plain.map((card) => cartIdOf(card.id, 0));
  const [prices, ...forms] = await Promise.all([
    cartIds.length > 0 ? askApi<ProductsPrice>(shop, "/v1/productsPrice", { body: { cart_id: cartIds } }) : undefined,
    ...cards.filter((card) => card.has_options).map((card) => inAForm(shop, card, currency)),
  ]);
  const whole = prices ? plain.filter((card) => prices[cartIdOf(card.id, 0)]?.available_for_order) : plain;
  return [...whole.map((card) => ({ card, line: cartLine(card) })), ...forms.flatMap((form) => form ?? [])];
}

/** A product in the form that its price is told of, or in another one that is there. */
async function inAForm(shop: Shop, card: ShownCard, currency: string | undefined): Promise<Choice | null> {
  const product = await askApi<Product>(shop, `/v1/products/${card.id}`, currency ? { currency } : {});
  const there = product?.options.filter((option) => option.available_for_order) ?? [];
  const option = there.find(({ price }) => price.current === product?.price.current) ?? there[0];
  return option ? { card, line: cartLine(card, option) } : null;
}

/** The whole routine at once: its sum, a button that puts all of it into the cart, and what of it has to be told. */
export function QuizSet({ cards, sum }: { cards: readonly ShownCard[]; sum: string }) {
  const shop = useShop();
  const { t, to } = shop;
  const { qtyOf, change } = useCart();
  const currency = useKnown()?.config.delivery.iso_code;
  const [isBusy, setBusy] = useState(false);
  const [added, setAdded] = useState<readonly Choice[] | null>(null);
  const news = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (added) news.current?.focus();
  }, [added]);

  const putAll = async () => {
    setBusy(true);
    const fit = await forSale(shop, cards, currency);
    // What is in the cart already stays as many as it is.
    for (const { line } of fit) if (qtyOf(line.cart_id) === 0) change(line, 1);
    setAdded(fit);
    setBusy(false);
  };
  const left = added ? cards.filter((card) => !added.some((one) => one.card === card)) : [];
  const chosen = added?.filter(({ line }) => line.option_id > 0) ?? [];
  return (
    <section aria-labelledby="quiz-set" className="rounded-xs border border-line bg-surface p-5 lg:p-7">
      <h2 id="quiz-set" className="text-xl lg:text-2xl">
        {t("quiz.set", { count: cards.length })}
      </h2>
      <p className="mt-3 flex items-baseline justify-between gap-4">
        <span className="text-ink-2">{t("quiz.set_sum")}</span>
        <span className="price text-2xl">{sum}</span>
      </p>
      {added === null ? (
        <Button
          full
          busy={isBusy}
          icon={<ShoppingBag size={18} aria-hidden />}
          onClick={() => void putAll()}
          className="mt-4 noscript:hidden"
        >
          {t("quiz.set_add")}
        </Button>
      ) : (
        <div ref={news} tabIndex={-1} role="status" className="mt-4 outline-none">
          <Note kind={left.length > 0 ? "warn" : "ok"}>
            <p className="font-semibold">{t("quiz.set_added", { count: added.length })}</p>
            {left.length + chosen.length > 0 ? (
              <ul className="mt-1 list-disc space-y-0.5 pl-5">
                {chosen.map(({ card, line }) => (
                  <Told key={card.id} card={card} text={t("quiz.set_form", { form: line.option_name })} />
                ))}
                {left.map((card) => (
                  <Told key={card.id} card={card} text={t("quiz.set_gone")} />
                ))}
              </ul>
            ) : null}
          </Note>
          <a href={to("/cart")} className={buttonClass({ full: true, className: "mt-3" })}>
            {t("cart.go")}
          </a>
        </div>
      )}
      <p className="mt-4 text-xs text-ink-3">{t("quiz.no_doctor")}</p>
    </section>
  );
}

function Told({ card, text }: { card: ShownCard; text: string }) {
  const { to } = useShop();
  return (
    <li>
      <a href={to(`/${card.link_rewrite}`)} className="underline underline-offset-4">
        {bindWords(card.name)}
      </a>
      {`: ${text}`}
    </li>
  );
}
