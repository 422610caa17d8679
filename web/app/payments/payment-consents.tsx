import type { Payment } from "@furoshiki/api/payments";
import { Checkbox } from "@furoshiki/design-system/ui/checkbox.tsx";
import type { ReactNode } from "react";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { InfoLink } from "../navigation/info-link.tsx";

/** What the shopper agrees to with a payment; nothing if there is nothing to agree to. */
export function PaymentConsents({ payment }: { payment: Payment }) {
  return (
    <>
      {payment.terms_required ? <TermsConsents /> : null}
      {payment.duty && !payment.duty.is_confirmed ? <DutyConsent payment={payment} duty={payment.duty} /> : null}
    </>
  );
}

/** The consents that an order needs which the store has placed for the customer. */
function TermsConsents() {
  const { t } = useAccountI18n();
  const renderLink = (slug: string) => (text: ReactNode) => (
    <InfoLink
      slug={slug}
      fallback="text"
      target="_blank"
      rel="noreferrer"
      className="text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700"
    >
      {text}
    </InfoLink>
  );
  return (
    <div className="mt-5 space-y-3">
      <Checkbox name="agree" required>
        {t.rich("checkout.agree", { privacy: renderLink("privacy-policy") })}
      </Checkbox>
      <Checkbox name="agree_offer" required>
        {t.rich("checkout.agree_offer", { offer: renderLink("oferta") })}
      </Checkbox>
    </div>
  );
}

/** The confirmation of the import duty of an order, or of a higher one that its change needs. */
function DutyConsent({ payment, duty }: { payment: Payment; duty: NonNullable<Payment["duty"]> }) {
  const { t, format } = useAccountI18n();
  const [before, after] = [format.money(duty.before, payment), format.money(duty.after, payment)];
  const isNew = payment.purpose === "order";
  return (
    <div className="mt-5 rounded-md bg-yamabuki-50 p-4 text-sm text-yamabuki-800">
      <p className="font-semibold">
        {isNew ? t("payment.duty_estimate", { after }) : t("payment.duty_rises", { before, after })}
      </p>
      <Checkbox name="duty_confirmed" required className="mt-3">
        {t(isNew ? "payment.duty_agree" : "payment.duty_confirm")}
      </Checkbox>
    </div>
  );
}
