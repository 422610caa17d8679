import type { Estimate } from "@furoshiki/api/cart";
import { Heart, MapPin, Package, ShoppingBag } from "lucide-react";
import { useSyncExternalStore, type ReactNode } from "react";
import { chooseDestination, useDestination } from "../lib/destination.ts";
import { useDelivery, useKnown } from "../lib/known.ts";
import { Link } from "../lib/link.tsx";
import { type Shop, useShop } from "../lib/shop.tsx";
import { track } from "../lib/track.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";
import { CartFrame, CartHead } from "./cart-frame.tsx";
import { CartLines } from "./cart-lines.tsx";
import { useCart } from "./cart-state.tsx";
import { ChangesNote } from "./changes-note.tsx";
import { ClearButton } from "./clear-button.tsx";
import { CountryPicker } from "./country-picker.tsx";
import { DeliveryEstimate } from "./delivery-estimate.tsx";
import { EmptyCart } from "./empty-cart.tsx";
import { useFreshGuestCart } from "./fresh-guest-cart.ts";
import { emptyGuestCart } from "./guest-cart.ts";
import { useGuestChanges } from "./guest-changes.ts";
import { GuestCodes } from "./guest-codes.tsx";
import { GuestPresents } from "./guest-presents.tsx";
import { PayBar } from "./pay-bar.tsx";
import { Section } from "./section.tsx";
import { shownGuestLines, type ShownLine, shownSplit, type Money } from "./shown-cart.ts";
import { shownMeans } from "./shown-means.ts";
import { SplitAdvice } from "./split-advice.tsx";
import { takeOut } from "./taken-out.ts";
import { TakenOutNote } from "./taken-out-note.tsx";
import { sumRows } from "./sum-rows.ts";
import { Summary, type SumRow } from "./summary.tsx";
import { useCountries, useEstimate } from "./use-estimate.ts";

const never = () => () => undefined;

/**
 * A guest's cart: goods, an estimate, then the sign-in as a section of the page; nothing is asked before the prices
 * are known (design §13).
 */
export function GuestCartView({ signIn }: { signIn: ReactNode }) {
  // The browser's storage is unknown to the server: both begin with the same waiting page.
  const inBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return inBrowser ? <Filled signIn={signIn} /> : <Waiting />;
}

function Filled({ signIn }: { signIn: ReactNode }) {
  const shop = useShop();
  const { t, format, locale } = shop;
  const known = useKnown();
  const delivery = useDelivery();
  const { change, changeQty } = useCart();
  const { cart, freshness, retry } = useFreshGuestCart(delivery.iso_code);
  const countries = useCountries();
  const country = useDestination(locale, delivery.iso_code);
  const sought = Object.values(cart.entities).map(({ product, option_id, qty }) => ({
    productId: product.id,
    optionId: option_id,
    qty,
  }));
  const { asked, estimate, stale, failed, retry: askAgain } = useEstimate(country, sought, delivery.iso_code, cart);
  const refusals = new Map(
    (estimate?.cart_items.items ?? []).flatMap((item) =>
      item.shipping_refusal ? [[item.cart_id, item.shipping_refusal.text] as const] : [],
    ),
  );
  const lines = shownGuestLines(cart, known?.config.limits.commercial_qty ?? 0, refusals);
  const news = useGuestChanges(cart, delivery.iso_code);
  if (lines.length === 0) return <EmptyCart />;
  const onClear = () => {
    for (const line of Object.values(cart.entities))
      void track({ kind: "quantity", cartId: line.cart_id, before: line.qty, after: 0, line });
    emptyGuestCart();
  };

  const money: Money = { iso_code: delivery.iso_code, sign: delivery.sign };
  const count = lines.reduce((sum, line) => sum + line.qty, 0);
  const sums = estimate && shownEstimate(estimate);
  const duty = estimate && !stale ? estimate.customs_tax : null;
  const to = countries.find(({ code }) => code === country)?.name;
  const fresh = freshness === "fresh";
  const rows: SumRow[] = sums
    ? [
        ...sumRows(
          sums,
          {
            count: piecesIn(lines),
            deliveryName: to ? t("checkout.sum_delivery_to", { country: to }) : t("checkout.sum_delivery"),
            isFrom: true,
          },
          shop,
        ),
        { name: t("checkout.sum_duty_at_receipt"), value: dutyText(duty, money, shop) },
      ]
    : [];
  const total = sums && format.money(sums.total, money);
  // What he chose holds until the shop has answered.
  const chosen = stale ? cart.presents : (sums?.presents?.chosen ?? []);
  return (
    <>
      <CartHead count={count} />
      <CartFrame
        above={
          fresh ? (
            <>
              <ChangesNote money={money} {...news} />
              <TakenOutNote />
            </>
          ) : null
        }
        aside={
          fresh && sums && total ? (
            <Summary
              title={t("checkout.summary")}
              above={<GuestCodes cart={sums} asked={asked} currency={delivery.iso_code} />}
              rows={rows}
              totalName={t("checkout.about")}
              total={total}
              stale={stale}
            >
              <a href="#signin" className={buttonClass({ size: "lg", full: true, className: "mt-5" })}>
                {t("checkout.sign_in_and_order")}
              </a>
              <p className="mt-3 text-xs text-ink-3">{t("checkout.guest_note")}</p>
            </Summary>
          ) : (
            <SummaryWaiting
              failed={freshness === "failed" || failed}
              onRetry={() => {
                retry();
                askAgain();
              }}
            />
          )
        }
      >
        <Section id="items" title={t("checkout.items")} aside={<ClearButton onClear={onClear} />}>
          <CartLines
            lines={lines}
            earlier={freshness === "failed"}
            moneyOf={(line) => (fresh ? money : (cart.entities[line.cartId]?.product.price ?? money))}
            qtyOf={(line) => line.qty}
            onQty={(line, qty) => changeQty(line.cartId, qty)}
            onPutBack={(line, qty) => {
              const remembered = cart.entities[line.cartId];
              if (remembered) change(remembered, qty);
            }}
            options={(line) => (
              <Link to={`/${line.slug}`} className={buttonClass({ kind: "outline", size: "sm", className: "mt-2.5" })}>
                {t("checkout.choose_option")}
              </Link>
            )}
          />
        </Section>
        {fresh ? (
          <>
            {sums?.presents ? <GuestPresents cart={{ ...sums, presents: sums.presents }} chosen={chosen} /> : null}
            <Section id="delivery" title={t("checkout.delivery_cost")} text={t("checkout.delivery_cost_text")}>
              <CountryPicker countries={countries} chosen={country} onChoose={chooseDestination} />
              {failed ? (
                <Note kind="error" className="mt-4">
                  {t("checkout.estimate_failed")}{" "}
                  <Button kind="outline" size="sm" onClick={askAgain}>
                    {t("checkout.prices_retry")}
                  </Button>
                </Note>
              ) : estimate ? (
                <DeliveryEstimate estimate={estimate} stale={stale} />
              ) : (
                <div aria-hidden className="mt-4 h-44 animate-breathe rounded-md bg-mist" />
              )}
              {sums && sums.products < delivery.free_from ? (
                <p className="mt-3 text-sm text-ink-2">
                  {t("checkout.delivery_free_left", {
                    sum: format.money(Math.round((delivery.free_from - sums.products) * 100) / 100, money),
                  })}
                </p>
              ) : null}
            </Section>
            {sums?.split && duty ? (
              <SplitAdvice
                split={sums.split}
                duty={{ limit: duty.limit?.in_cart_currency ?? null, tax: duty.tax }}
                products={sums.products}
                money={money}
                onRemove={(taken) => {
                  const { entities } = cart;
                  const setQty = (cartId: string, qty: number) => {
                    const remembered = entities[cartId];
                    if (remembered) change(remembered, qty);
                  };
                  takeOut(taken, (cartId) => entities[cartId]?.qty ?? 0, setQty);
                }}
                action={
                  <a href="#signin" className={buttonClass({ kind: "outline" })}>
                    {t("checkout.split_sign_in")}
                  </a>
                }
              />
            ) : null}
            <SignInSection form={signIn} />
          </>
        ) : null}
      </CartFrame>
      {fresh && total ? (
        <PayBar name={t("checkout.about")} total={total}>
          <a href="#signin" className={buttonClass({ className: "h-12! grow max-w-56 px-3!" })}>
            {t("checkout.sign_in_and_order")}
          </a>
        </PayBar>
      ) : null}
    </>
  );
}

function SignInSection({ form }: { form: ReactNode }) {
  const { t } = useShop();
  const gains = [
    { Icon: MapPin, text: t("checkout.gain_addresses") },
    { Icon: Package, text: t("checkout.gain_tracking") },
    { Icon: Heart, text: t("checkout.gain_favourites") },
  ];
  return (
    <section
      id="signin"
      aria-labelledby="signin-title"
      className="scroll-mt-32 border-t border-line bg-surface lg:rounded-md lg:border"
    >
      <div className="grid lg:grid-cols-[minmax(0,1fr)_280px]">
        <div className="px-4 py-7 lg:px-8 lg:py-8">
          <h2 id="signin-title" className="text-2xl">
            {t("checkout.sign_in_title")}
          </h2>
          <p className="mt-1 max-w-md text-sm text-ink-2">{t("checkout.sign_in_text")}</p>
          <div className="max-w-md">{form}</div>
          <p className="mt-4 text-sm text-ink-2">
            {t("auth.new_here")}{" "}
            <Link
              to="/cart?auth=register&from=/cart"
              keepScroll
              className="inline-block py-1 text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700"
            >
              {t("auth.register")}
            </Link>
          </p>
        </div>
        <div className="border-t border-line bg-tokiwa-50 px-4 py-6 lg:rounded-r-md lg:border-t-0 lg:border-l lg:p-7">
          <p className="text-sm font-semibold">{t("checkout.gain_title")}</p>
          <ul className="mt-3 space-y-3 text-sm text-ink-2">
            {gains.map(({ Icon, text }) => (
              <li key={text} className="flex items-start gap-2.5">
                <Icon size={20} strokeWidth={1.5} aria-hidden className="shrink-0 text-tokiwa-700" />
                {text}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

function SummaryWaiting({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  const { t } = useShop();
  return (
    <aside className="mt-3 bg-surface px-4 py-7 lg:sticky lg:top-[133px] lg:mt-0 lg:rounded-md lg:border lg:border-line lg:p-7">
      <h2 className="text-2xl">{t("checkout.summary")}</h2>
      {failed ? (
        <>
          <Note kind="error" className="mt-4">
            {t("checkout.prices_failed")}
          </Note>
          <Button kind="outline" full onClick={onRetry} className="mt-4">
            {t("checkout.prices_retry")}
          </Button>
        </>
      ) : (
        <p role="status" className="mt-4 flex animate-breathe items-center gap-2 text-sm text-ink-2">
          <ShoppingBag size={18} strokeWidth={1.5} aria-hidden />
          {t("checkout.prices_asking")}
        </p>
      )}
    </aside>
  );
}

function Waiting() {
  const { t } = useShop();
  return (
    <>
      <CartHead count={null} />
      <div className="px-4 lg:px-0">
        <Note kind="info" className="mt-5 hidden scriptless:flex">
          {t("checkout.needs_script")}
        </Note>
      </div>
      <div aria-hidden className="mt-7 h-80 animate-breathe rounded-md bg-mist scriptless:hidden" />
    </>
  );
}

/** An estimate in the words of this program: a guest has no bonuses. */
function shownEstimate(estimate: Estimate) {
  const { products_price: products, delivery_price: delivery, total_price: total, ...sums } = estimate.price_v2;
  return {
    ...shownMeans({ ...estimate, bonus: null }),
    ...{ money: { iso_code: sums.iso_code, sign: sums.sign }, products, delivery, total, bought: 0 },
    split: shownSplit(estimate),
  };
}

/** Pieces that can be had, which the sums are of. */
function piecesIn(lines: readonly ShownLine[]): number {
  return lines
    .filter((line) => line.trouble === null || line.trouble === "not_shippable")
    .reduce((sum, line) => sum + line.qty, 0);
}

function dutyText(duty: Estimate["customs_tax"] | null, money: Money, { t, format }: Shop): string {
  if (duty?.declarate && duty.tax > 0) return `≈\u00a0${format.money(duty.tax, money)}`;
  return duty?.limit && !duty.declarate ? format.money(0, money) : t("checkout.duty_after_address");
}
