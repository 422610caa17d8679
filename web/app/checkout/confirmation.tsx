import { Section } from "../cart/section.tsx";
import type { ShownCart } from "../cart/shown-cart.ts";
import { useShop } from "../lib/shop.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { TextArea } from "../ui/field.tsx";
import type { Consents } from "./use-consents.ts";

type ConfirmationProps = {
  cart: ShownCart;
  consents: Consents;
  comment: string;
  errorsOf: (field: string) => string[] | undefined;
};

const linkClass = "text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700";

/** What must be agreed to, and what the shopper wants to add. Nothing is ticked beforehand. */
export function Confirmation({ cart, consents, comment, errorsOf }: ConfirmationProps) {
  const { t, to, format } = useShop();
  const link = (path: string) => (text: React.ReactNode) => (
    <a href={path} target="_blank" rel="noreferrer" className={linkClass}>
      {text}
    </a>
  );
  const dutyErrors = errorsOf("duty_confirmed");
  return (
    <Section id="confirmation" title={t("checkout.confirmation")}>
      <div className="mt-4 space-y-4">
        {cart.duty.declared ? (
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
                duty: format.money(cart.duty.tax, cart.money),
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
          errors={errorsOf("agree")}
        >
          {t.rich("checkout.agree", { privacy: link(to("/info/privacy-policy")) })}
        </Checkbox>
        <Checkbox
          id="agree_offer"
          name="agree_offer"
          required
          checked={consents.offer}
          onChange={(event) => consents.setOffer(event.target.checked)}
          errors={errorsOf("agree_offer")}
        >
          {t.rich("checkout.agree_offer", { offer: link(to("/info/oferta")) })}
        </Checkbox>
        <TextArea
          id="comment"
          label={t("checkout.comment")}
          rows={2}
          maxLength={1000}
          defaultValue={comment}
          errors={errorsOf("comment")}
        />
      </div>
    </Section>
  );
}
