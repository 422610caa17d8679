import { CircleAlert, CircleCheck } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { useShop } from "../lib/shop.tsx";
import { Button } from "../ui/button.tsx";
import { controlClass, describedBy, FieldFrame } from "../ui/field.tsx";
import type { ShownCart } from "./shown-cart.ts";

const CERTIFICATE_TAIL = 4;

/** What pays for the cart beside money, as the field of codes shows it. */
export type Entered = Pick<ShownCart, "money" | "discounts" | "promo" | "certificate" | "gift">;
type Of = { cart: Entered; busy: boolean };

type CodeInputProps = { ref: Ref<HTMLInputElement>; errors: string[] | undefined; busy: boolean };

/** The one field for promo codes and gift certificates, with its button. */
export function CodeInput({ ref, errors, busy }: CodeInputProps) {
  const { t } = useShop();
  return (
    <FieldFrame id="code" label={t("checkout.code")} errors={errors}>
      <div className="flex gap-2">
        <input
          ref={ref}
          id="code"
          name="code"
          required
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...describedBy("code", errors, null)}
          className={`h-11 min-w-0 uppercase ${controlClass(errors)}`}
        />
        <Button type="submit" kind="outline" busy={busy}>
          {t("checkout.code_enter")}
        </Button>
      </div>
    </FieldFrame>
  );
}

/** What is entered, each with a button `only` that takes it out; for a form. */
export function EnteredCodes(props: Of) {
  return (
    <ul className="space-y-1">
      <EnteredPromo {...props} />
      <EnteredCertificate {...props} />
    </ul>
  );
}

function EnteredPromo({ cart: { promo, discounts, gift, money }, busy }: Of) {
  const { t, format } = useShop();
  if (!promo) return null;
  const gives = promo.percent
    ? format.percent(-promo.percent)
    : promo.freesDelivery
      ? t("checkout.code_free_delivery")
      : (gift ?? format.money(-discounts.promo, money));
  return (
    <Line only="promo" refusal={promo.refusal} removeName={t("checkout.code_remove", { code: promo.code })} busy={busy}>
      <b className="font-semibold">{promo.code}</b>
      {promo.refusal ? null : `: ${gives}`}
    </Line>
  );
}

function EnteredCertificate({ cart: { certificate, money }, busy }: Of) {
  const { t, format } = useShop();
  if (!certificate) return null;
  const code = `…${certificate.code.slice(-CERTIFICATE_TAIL)}`;
  return (
    <Line
      only="certificate"
      refusal={certificate.refusal}
      removeName={t("checkout.certificate_remove", { code })}
      busy={busy}
    >
      {t("checkout.certificate_holds", { code, sum: format.money(certificate.balance, money) })}
    </Line>
  );
}

type LineProps = {
  only: "promo" | "certificate";
  /** Why it does not hold any more. */
  refusal: string | null;
  removeName: string;
  busy: boolean;
  children: ReactNode;
};

function Line({ only, refusal, removeName, busy, children }: LineProps) {
  const { t } = useShop();
  const Icon = refusal ? CircleAlert : CircleCheck;
  return (
    <li className={`flex items-start gap-1.5 text-sm ${refusal ? "text-beni-600" : "text-tokiwa-700"}`}>
      <Icon size={16} aria-hidden className="mt-1 shrink-0" />
      <span className="min-w-0 grow py-0.5 wrap-anywhere">
        {children}
        {refusal ? <span className="block">{refusal}</span> : null}
      </span>
      <button
        type="submit"
        name="only"
        value={only}
        disabled={busy}
        aria-label={removeName}
        className="shrink-0 rounded-sm px-1.5 py-0.5 text-ink-2 underline decoration-line-strong underline-offset-4 hover:text-ink"
      >
        {t("checkout.remove_code")}
      </button>
    </li>
  );
}
