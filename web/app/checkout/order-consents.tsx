import type { Cart } from "@furoshiki/api/cart";
import { isDutyExpected } from "../cart/cart-contents.ts";
import { CartSection } from "../cart/cart-section.tsx";
import { useInfoLinks } from "../store-config/store-info.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Checkbox } from "@furoshiki/design-system/ui/checkbox.tsx";
import { TextArea } from "@furoshiki/design-system/ui/field.tsx";
import type { Consents } from "./use-consents.ts";

type OrderConsentsProps = {
  cart: Cart;
  consents: Consents;
  comment: string;
  getErrors: (field: string) => string[] | undefined;
};

const linkClass = "text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700";

/** Required consents and an optional comment. No checkbox is checked by default (docs/domain/checkout.md). */
export function OrderConsents({ cart, consents, comment, getErrors }: OrderConsentsProps) {
  const { t, format } = useAccountI18n();
  const getInfoLink = useInfoLinks();
  const renderLink = (slug: string) => (text: React.ReactNode) => {
    const target = getInfoLink(slug);
    if (!target) return text;
    return (
      <a {...target} target="_blank" rel="noreferrer" className={linkClass}>
        {text}
      </a>
    );
  };
  const dutyErrors = getErrors("duty_confirmed");
  return (
    <CartSection id="confirmation" title={t("checkout.confirmation")}>
      <div className="mt-4 space-y-4">
        {isDutyExpected(cart) ? (
          <div
            className={`rounded-md border p-4 ${dutyErrors ? "border-beni-600 bg-beni-50" : "border-line bg-paper"}`}
          >
            <Checkbox
              id="duty_confirmed"
              name="duty_confirmed"
              required
              checked={consents.duty}
              onChange={(event) => consents.setDuty(event.target.checked)}
              errors={dutyErrors}
            >
              {t.rich("checkout.clause_7_14", {
                b: (text) => <b className="font-semibold">{text}</b>,
                duty: format.money(cart.customs_tax.tax, cart.price_v2),
              })}
            </Checkbox>
          </div>
        ) : null}
        <Checkbox
          id="agree"
          name="agree"
          required
          checked={consents.personalData}
          onChange={(event) => consents.setPersonalData(event.target.checked)}
          errors={getErrors("agree")}
        >
          {t.rich("checkout.agree", { privacy: renderLink("privacy-policy") })}
        </Checkbox>
        <Checkbox
          id="agree_offer"
          name="agree_offer"
          required
          checked={consents.offer}
          onChange={(event) => consents.setOffer(event.target.checked)}
          errors={getErrors("agree_offer")}
        >
          {t.rich("checkout.agree_offer", { offer: renderLink("oferta") })}
        </Checkbox>
        <TextArea
          id="comment"
          label={t("checkout.comment")}
          rows={2}
          maxLength={1000}
          defaultValue={comment}
          errors={getErrors("comment")}
        />
      </div>
    </CartSection>
  );
}
