import type { Estimate } from "@furoshiki/api/cart";
import { ShoppingBag } from "lucide-react";
import { useSyncExternalStore, type ReactNode } from "react";
import { setDestination, useDestination } from "../../delivery/destination.ts";
import { useDeliveryPricing, useRootData } from "../../store-config/root-data.ts";
import { Link } from "../../navigation/link.tsx";
import { type I18n, useI18n } from "../../i18n/use-i18n.tsx";
import { track } from "../../analytics/track.ts";
import { Button, buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { CartLayout, CartHeader } from "../cart-layout.tsx";
import { CartLines } from "../lines/cart-lines.tsx";
import { useCart } from "../cart-state.tsx";
import { CartChangesNotice } from "../cart-changes-notice.tsx";
import { ClearCartButton } from "../clear-cart-button.tsx";
import { CountryPicker } from "../estimate/country-picker.tsx";
import { DeliveryEstimate } from "../estimate/delivery-estimate.tsx";
import { EmptyCart } from "../empty-cart.tsx";
import { useRefreshedGuestCart } from "./guest-cart-refresh.ts";
import { clearGuestCart, type GuestCart } from "./guest-cart.ts";
import { useGuestCartChanges } from "./guest-cart-changes.ts";
import { GuestPromoCodes } from "./guest-promo-codes.tsx";
import { GuestGifts } from "./guest-gifts.tsx";
import { StickyCheckoutBar } from "../sticky-checkout-bar.tsx";
import { CartSection } from "../cart-section.tsx";
import {
  createGuestLineViewModels,
  type CartLineViewModel,
  createSplitViewModel,
  type Currency,
} from "../cart-view-model.ts";
import { createCartAdjustments } from "../cart-adjustments.ts";
import { SplitAdvice } from "../split-advice.tsx";
import { SignInSection } from "../sign-in-section.tsx";
import { removeWithUndo } from "../lines/undo-removal.ts";
import { UndoRemovalNotice } from "../lines/undo-removal-notice.tsx";
import { createSummaryRows } from "../summary-rows.ts";
import { Summary, type SummaryRow } from "../summary.tsx";
import { useCountries, useEstimate } from "../estimate/use-estimate.ts";

const subscribeNever = () => () => undefined;

/**
 * The cart page of a guest: lines, estimate and a sign-in section. Everything but the lines is hidden until current prices
 * are loaded.
 */
export function GuestCartView({ signIn }: { signIn: ReactNode }) {
  // The server cannot read localStorage: server and first client render both show the placeholder.
  const isInBrowser = useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  );
  return isInBrowser ? <GuestCartContent signIn={signIn} /> : <GuestCartPlaceholder />;
}

function GuestCartContent({ signIn }: { signIn: ReactNode }) {
  const i18n = useI18n();
  const { t, format, locale } = i18n;
  const rootData = useRootData();
  const delivery = useDeliveryPricing();
  const { cart, refreshStatus, retry } = useRefreshedGuestCart(delivery.iso_code);
  const countries = useCountries();
  const country = useDestination(locale, delivery.iso_code);
  const estimatedLines = Object.values(cart.entities).map(({ product, option_id, qty }) => ({
    productId: product.id,
    optionId: option_id,
    qty,
  }));
  const {
    request: estimateRequest,
    estimate,
    stale,
    failed,
    retry: retryEstimate,
  } = useEstimate(country, estimatedLines, delivery.iso_code, cart);
  const refusals = new Map(
    (estimate?.cart_items.items ?? []).flatMap((item) =>
      item.shipping_refusal ? [[item.cart_id, item.shipping_refusal.text] as const] : [],
    ),
  );
  const lines = createGuestLineViewModels(cart, rootData?.config.limits.commercial_qty ?? 0, refusals);
  const changesNotice = useGuestCartChanges(cart, delivery.iso_code);
  if (lines.length === 0) return <EmptyCart />;
  const currency: Currency = { iso_code: delivery.iso_code, sign: delivery.sign };
  const count = lines.reduce((sum, line) => sum + line.qty, 0);
  const totals = estimate && createEstimateTotals(estimate);
  const duty = estimate && !stale ? estimate.customs_tax : null;
  const countryName = countries.find(({ code }) => code === country)?.name;
  const isCurrent = refreshStatus === "current";
  const deliveryName = countryName
    ? t("checkout.sum_delivery_to", { country: countryName })
    : t("checkout.sum_delivery");
  const rows: SummaryRow[] = totals
    ? [
        ...createSummaryRows(totals, { count: countOrderablePieces(lines), deliveryName, isMinimumPrice: true }, i18n),
        { name: t("checkout.sum_duty_at_receipt"), value: formatDuty(duty, currency, i18n) },
      ]
    : [];
  const total = totals && format.money(totals.total, currency);
  // Keep the chosen gifts until the new estimate has arrived.
  const chosenGiftIds = stale ? cart.presents : (totals?.gifts?.chosen ?? []);
  return (
    <>
      <CartHeader count={count} />
      <CartLayout
        notices={
          isCurrent ? (
            <>
              <CartChangesNotice currency={currency} {...changesNotice} />
              <UndoRemovalNotice />
            </>
          ) : null
        }
        sidebar={
          isCurrent && totals && total ? (
            <GuestSummary totals={totals} rows={rows} total={total} isStale={stale} estimateRequest={estimateRequest} />
          ) : (
            <SummaryPlaceholder
              failed={refreshStatus === "failed" || failed}
              onRetry={() => {
                retry();
                retryEstimate();
              }}
            />
          )
        }
      >
        <GuestCartItems cart={cart} lines={lines} refreshStatus={refreshStatus} />
        {isCurrent ? (
          <>
            {totals?.gifts ? <GuestGifts cart={{ ...totals, gifts: totals.gifts }} chosenIds={chosenGiftIds} /> : null}
            <GuestDelivery
              country={country}
              countries={countries}
              estimate={estimate}
              isStale={stale}
              hasFailed={failed}
              onRetry={retryEstimate}
            />
            {totals?.split && duty ? (
              <GuestSplitAdvice cart={cart} split={totals.split} duty={duty} products={totals.products} />
            ) : null}
            <SignInSection form={signIn} />
          </>
        ) : null}
      </CartLayout>
      {isCurrent && total ? (
        <StickyCheckoutBar name={t("checkout.about")} total={total}>
          <a href="#signin" className={buttonClass({ className: "h-12! grow max-w-56 px-3!" })}>
            {t("checkout.sign_in_and_order")}
          </a>
        </StickyCheckoutBar>
      ) : null}
    </>
  );
}

type GuestCartItemsProps = {
  cart: GuestCart;
  lines: CartLineViewModel[];
  refreshStatus: ReturnType<typeof useRefreshedGuestCart>["refreshStatus"];
};

/** The lines of the cart and a button that empties it. Prices that are not current keep the currency they were in. */
function GuestCartItems({ cart, lines, refreshStatus }: GuestCartItemsProps) {
  const { t } = useI18n();
  const currency = useDeliveryPricing();
  const { updateLine, updateQty } = useCart();
  const clear = () => {
    for (const line of Object.values(cart.entities))
      void track({ kind: "quantity", cartId: line.cart_id, before: line.qty, after: 0, line });
    clearGuestCart();
  };
  return (
    <CartSection id="items" title={t("checkout.items")} aside={<ClearCartButton onClear={clear} />}>
      <CartLines
        lines={lines}
        isPriceOutdated={refreshStatus === "failed"}
        getCurrency={({ cartId }) =>
          refreshStatus === "current" ? currency : (cart.entities[cartId]?.product.price ?? currency)
        }
        getQty={(line) => line.qty}
        onQty={(line, qty) => updateQty(line.cartId, qty)}
        onRestore={(line, qty) => {
          const storedLine = cart.entities[line.cartId];
          if (storedLine) updateLine(storedLine, qty);
        }}
        renderOptions={(line) => (
          <Link to={`/${line.slug}`} className={buttonClass({ kind: "outline", size: "sm", className: "mt-2.5" })}>
            {t("checkout.choose_option")}
          </Link>
        )}
      />
    </CartSection>
  );
}

type EstimateTotals = ReturnType<typeof createEstimateTotals>;

type GuestSummaryProps = {
  totals: EstimateTotals;
  rows: SummaryRow[];
  /** The formatted total. */
  total: string;
  /** Whether a newer estimate is loading. */
  isStale: boolean;
  estimateRequest: ReturnType<typeof useEstimate>["request"];
};

/** The estimated totals, the promo code, and a link to the sign-in section. */
function GuestSummary({ totals, rows, total, isStale, estimateRequest }: GuestSummaryProps) {
  const { t } = useI18n();
  const delivery = useDeliveryPricing();
  return (
    <Summary
      title={t("checkout.summary")}
      header={<GuestPromoCodes cart={totals} estimateRequest={estimateRequest} currency={delivery.iso_code} />}
      rows={rows}
      totalName={t("checkout.about")}
      total={total}
      stale={isStale}
    >
      <a href="#signin" className={buttonClass({ size: "lg", full: true, className: "mt-5" })}>
        {t("checkout.sign_in_and_order")}
      </a>
      <p className="mt-3 text-xs text-ink-3">{t("checkout.guest_note")}</p>
    </Summary>
  );
}

type GuestDeliveryProps = {
  /** ISO 3166-1 code of the destination. */
  country: string;
  countries: ReturnType<typeof useCountries>;
  estimate: Estimate | null;
  isStale: boolean;
  hasFailed: boolean;
  onRetry: () => void;
};

/** The destination, what delivery to it costs, and how much is missing for free delivery. */
function GuestDelivery({ country, countries, estimate, isStale, hasFailed, onRetry }: GuestDeliveryProps) {
  const { t, format } = useI18n();
  const delivery = useDeliveryPricing();
  const products = estimate?.price_v2.products_price;
  return (
    <CartSection id="delivery" title={t("checkout.delivery_cost")} text={t("checkout.delivery_cost_text")}>
      <CountryPicker countries={countries} chosen={country} onChoose={setDestination} />
      {hasFailed ? (
        <Alert kind="error" className="mt-4">
          {t("checkout.estimate_failed")}{" "}
          <Button kind="outline" size="sm" onClick={onRetry}>
            {t("checkout.prices_retry")}
          </Button>
        </Alert>
      ) : estimate ? (
        <DeliveryEstimate estimate={estimate} stale={isStale} />
      ) : (
        <div aria-hidden className="mt-4 h-44 animate-pulse rounded-md bg-mist" />
      )}
      {products !== undefined && products < delivery.free_from ? (
        <p className="mt-3 text-sm text-ink-2">
          {t("checkout.delivery_free_left", {
            sum: format.money(Math.round((delivery.free_from - products) * 100) / 100, delivery),
          })}
        </p>
      ) : null}
    </CartSection>
  );
}

type GuestSplitAdviceProps = {
  cart: GuestCart;
  split: NonNullable<EstimateTotals["split"]>;
  duty: Estimate["customs_tax"];
  /** Price of the goods. */
  products: number;
};

/** The split advice with the means of a guest: removing items here, or signing in to place two orders. */
function GuestSplitAdvice({ cart, split, duty, products }: GuestSplitAdviceProps) {
  const { t } = useI18n();
  const currency = useDeliveryPricing();
  const { updateLine } = useCart();
  return (
    <SplitAdvice
      split={split}
      duty={{ limit: duty.limit?.in_cart_currency ?? null, tax: duty.tax }}
      products={products}
      currency={currency}
      onRemove={(removedLines) => {
        const { entities } = cart;
        const setQty = (cartId: string, qty: number) => {
          const storedLine = entities[cartId];
          if (storedLine) updateLine(storedLine, qty);
        };
        removeWithUndo(removedLines, (cartId) => entities[cartId]?.qty ?? 0, setQty);
      }}
      action={
        <a href="#signin" className={buttonClass({ kind: "outline" })}>
          {t("checkout.split_sign_in")}
        </a>
      }
    />
  );
}

function SummaryPlaceholder({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  const { t } = useI18n();
  return (
    <aside className="mt-3 bg-surface px-4 py-7 lg:sticky lg:top-[133px] lg:mt-0 lg:rounded-md lg:border lg:border-line lg:p-7">
      <h2 className="text-2xl">{t("checkout.summary")}</h2>
      {failed ? (
        <>
          <Alert kind="error" className="mt-4">
            {t("checkout.prices_failed")}
          </Alert>
          <Button kind="outline" full onClick={onRetry} className="mt-4">
            {t("checkout.prices_retry")}
          </Button>
        </>
      ) : (
        <p role="status" className="mt-4 flex items-center gap-2 text-sm text-ink-2">
          {/* Only the icon pulses: a pulsing text has too little contrast for moments. */}
          <ShoppingBag size={18} strokeWidth={1.5} aria-hidden className="animate-pulse" />
          {t("checkout.prices_loading")}
        </p>
      )}
    </aside>
  );
}

function GuestCartPlaceholder() {
  const { t } = useI18n();
  return (
    <>
      <CartHeader count={null} />
      <div className="px-4 lg:px-0">
        <Alert kind="info" className="mt-5 hidden scriptless:flex">
          {t("checkout.needs_script")}
        </Alert>
      </div>
      <div aria-hidden className="mt-7 h-80 animate-pulse rounded-md bg-mist scriptless:hidden" />
    </>
  );
}

/** Converts an estimate to the fields of the cart view model. Guests have no loyalty points. */
function createEstimateTotals(estimate: Estimate) {
  const { products_price: products, delivery_price: delivery, total_price: total, ...rest } = estimate.price_v2;
  return {
    ...createCartAdjustments({ ...estimate, bonus: null }),
    ...{ currency: { iso_code: rest.iso_code, sign: rest.sign }, products, delivery, total, giftCardsTotal: 0 },
    split: createSplitViewModel(estimate),
  };
}

/** Counts the items that can be ordered, which the totals include. */
function countOrderablePieces(lines: readonly CartLineViewModel[]): number {
  return lines
    .filter((line) => line.problem === null || line.problem === "not_shippable")
    .reduce((sum, line) => sum + line.qty, 0);
}

function formatDuty(duty: Estimate["customs_tax"] | null, currency: Currency, { t, format }: I18n): string {
  if (duty?.declarate && duty.tax > 0) return `≈\u00a0${format.money(duty.tax, currency)}`;
  return duty?.limit && !duty.declarate ? format.money(0, currency) : t("checkout.duty_after_address");
}
