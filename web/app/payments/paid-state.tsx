import type { Order } from "@furoshiki/api/orders";
import type { SignInMethods } from "@furoshiki/api/account/sign-in-methods";
import type { Payment } from "@furoshiki/api/payments";
import type { ReactNode } from "react";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { getThemeClasses } from "../catalog/theme-classes.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Link } from "../navigation/link.tsx";
import { TiedBundle } from "../orders/bundle/bundle.tsx";
import { OrderDelivery } from "../orders/order-details.tsx";
import { ReceiptLink } from "../orders/receipt-link.tsx";
import { formatOrderNumber } from "../orders/order-number.ts";
import { useRootData } from "../store-config/root-data.ts";
import { useDispatchPlaces } from "../store-config/store-info.ts";
import { NextSteps } from "./next-steps.tsx";
import { PasswordOffer } from "./password-offer.tsx";
import { PaymentOrderSummary } from "./payment-order-summary.tsx";

type PaidStateProps = {
  payment: Payment;
  /** Null if the visitor has only the payment link, which shows no personal data. */
  order: Order | null;
};

const theme = getThemeClasses("asagi");

/**
 * The payment succeeded: when the order arrives, what the shopper may still do, what happens until then, and what was paid
 * and where it goes.
 */
export function PaidState({
  payment,
  order,
  signInMethods = null,
  children,
}: PaidStateProps & { signInMethods?: SignInMethods | null; children?: ReactNode }) {
  const isSignedIn = Boolean(useRootData()?.user);
  return (
    <div className="space-y-4 lg:space-y-5">
      <ThankYou payment={payment} order={order} />
      {children}
      <div className={`grid items-start gap-4 lg:gap-5 ${payment.delivery ? "lg:grid-cols-[1fr_24rem]" : ""}`}>
        {payment.delivery ? <NextSteps payment={payment} delivery={payment.delivery} order={order} /> : null}
        <div className="space-y-4 lg:space-y-5">
          <PaymentOrderSummary payment={payment} order={order} />
          {order ? <ReceiptLink order={order} /> : null}
          {order ? <OrderDelivery order={order} /> : null}
          <PasswordOffer methods={signInMethods} isSignedIn={isSignedIn} />
        </div>
      </div>
    </div>
  );
}

function ThankYou({ payment, order }: PaidStateProps) {
  const { t, format } = useAccountI18n();
  const number = formatOrderNumber(payment.order_id);
  const promised = payment.delivery?.promised;
  const name = useRootData()?.user?.name;
  return (
    <section
      role="status"
      className={`flex flex-col overflow-hidden rounded-md lg:flex-row-reverse lg:items-center ${theme.backgroundClass}`}
    >
      <TiedBundle items={order?.items ?? []} className="w-full shrink-0 lg:w-[46%] lg:self-stretch" />
      <div className="px-5 pt-5 pb-6 lg:grow lg:py-12 lg:pr-4 lg:pl-12">
        <p className={`num text-sm ${theme.secondaryTextClass}`}>{t("order.title", { number })}</p>
        <h1 className={`mt-1 text-3xl lg:text-4xl ${theme.textClass}`}>
          <span className="block">{t("payment.success_thanks", { name: (order && name) || "none" })}</span>{" "}
          {t("payment.success_title")}
        </h1>
        <p className={`mt-3 max-w-read text-base ${theme.textClass}`}>
          <ThankYouText payment={payment} order={order} />
          {promised ? (
            <span className="block font-semibold">
              {t("payment.success_expected", { days: format.days(promised.from, promised.to) })}
            </span>
          ) : null}
        </p>
        <div className="mt-6 flex flex-col gap-3 sm:flex-row">
          {order ? (
            <Link to={`/profile/orders/${payment.order_id}`} className={buttonClass({ size: "lg" })}>
              {t("payment.open_order")}
            </Link>
          ) : null}
          <Link to="/" className={buttonClass({ kind: order ? "outline" : "primary", size: "lg" })}>
            {t("error.to_home")}
          </Link>
        </div>
      </div>
    </section>
  );
}

function ThankYouText({ payment, order }: PaidStateProps) {
  const { t } = useAccountI18n();
  const places = useDispatchPlaces();
  const email = useRootData()?.user?.email;
  const number = formatOrderNumber(payment.order_id);
  const getText = () => {
    if (order && !order.shipping) return t("payment.success_gift_cards", { number });
    if (order && email) return t("payment.success_text", { ...places, number, email });
    return t("payment.success_text_link", { ...places, number });
  };
  return (
    <>
      {payment.amount === 0 ? `${t("payment.success_covered")} ` : null}
      {getText()}
    </>
  );
}
