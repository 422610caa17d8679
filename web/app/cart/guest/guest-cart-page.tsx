import { useSyncExternalStore, type ReactNode } from "react";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Link } from "../../navigation/link.tsx";
import { useDeliveryPricing } from "../../store-config/root-data.ts";
import { CartHeader } from "../cart-layout.tsx";
import { CartView } from "../cart-view.tsx";
import { EmptyCart } from "../empty-cart.tsx";
import { getLineProblem } from "../cart-contents.ts";
import { getRemoveButtonId } from "../lines/cart-line-row.tsx";
import { GiftChoice } from "../gifts/gift-choice.tsx";
import { SplitAdvice } from "../split/split-advice.tsx";
import { GuestDelivery } from "./guest-delivery.tsx";
import { GuestSummary, SummaryPlaceholder } from "./guest-summary.tsx";
import { SignInSection } from "./sign-in-section.tsx";
import { useEstimatedCart } from "./use-estimated-cart.ts";

const subscribeNever = () => () => undefined;

/**
 * The cart page of a guest: lines, estimate and the section for the email. Everything but the lines is hidden until current prices
 * are loaded.
 */
export function GuestCartPage({ signIn }: { signIn: ReactNode }) {
  // The server cannot read localStorage: server and first client render both show the placeholder.
  const isInBrowser = useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  );
  return isInBrowser ? <EstimatedCart signIn={signIn} /> : <GuestCartPlaceholder />;
}

function EstimatedCart({ signIn }: { signIn: ReactNode }) {
  const { t, format } = useAccountI18n();
  const currency = useDeliveryPricing();
  const { lines, cart, changes, country, isStale, hasFailed, retry } = useEstimatedCart();
  if (lines.length === 0) return <EmptyCart />;
  const refusedLines = lines.filter((line) => getLineProblem(line) === "not_shippable");
  const [firstRefused] = refusedLines;
  return (
    <CartView
      lines={lines}
      weightG={cart?.weight_g ?? 0}
      currency={currency}
      changes={cart ? changes : []}
      renderOptions={({ product }) => (
        <Link
          to={`/${product.link_rewrite}`}
          className={buttonClass({ kind: "outline", size: "sm", className: "mt-2.5" })}
        >
          {t("checkout.choose_option")}
        </Link>
      )}
      isPriceOutdated={!cart && hasFailed}
      summary={
        cart ? (
          <GuestSummary cart={cart} lines={lines} country={country} isStale={isStale}>
            {firstRefused ? (
              <a
                href={`#${getRemoveButtonId(firstRefused)}`}
                className={buttonClass({ kind: "outline", size: "lg", full: true, className: "mt-5" })}
              >
                {t("checkout.blocker_not_shippable", { count: refusedLines.length })}
              </a>
            ) : (
              <a href="#signin" className={buttonClass({ size: "lg", full: true, className: "mt-5" })}>
                {t("checkout.email_give")}
              </a>
            )}
          </GuestSummary>
        ) : (
          <SummaryPlaceholder hasFailed={hasFailed} onRetry={retry} />
        )
      }
      checkoutBar={
        cart && {
          name: t("checkout.about"),
          total: format.money(cart.price_v2.total_price, cart.price_v2),
          button: (
            <a
              href={firstRefused ? `#${getRemoveButtonId(firstRefused)}` : "#signin"}
              className={buttonClass({
                ...(firstRefused ? { kind: "outline" as const } : {}),
                className: "h-12! grow max-w-56 px-3!",
              })}
            >
              {firstRefused ? t("checkout.to_blockers", { count: refusedLines.length }) : t("checkout.email_give")}
            </a>
          ),
        }
      }
    >
      {cart ? (
        <>
          <GiftChoice cart={cart} />
          <GuestDelivery cart={cart} country={country} isStale={isStale} hasFailed={hasFailed} onRetry={retry} />
          {isStale ? null : (
            <SplitAdvice
              cart={cart}
              action={
                <a href="#signin" className={buttonClass({ kind: "outline" })}>
                  {t("checkout.email_split")}
                </a>
              }
            />
          )}
          {firstRefused ? null : <SignInSection form={signIn} />}
        </>
      ) : null}
    </CartView>
  );
}

function GuestCartPlaceholder() {
  const { t } = useAccountI18n();
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
