import { CircleAlert, CircleCheck } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { useFetcher } from "react-router";
import type { ShownCart } from "../cart/shown-cart.ts";
import type { FormAnswer } from "../lib/form-answer.ts";
import { useShop } from "../lib/shop.tsx";
import { Button } from "../ui/button.tsx";
import { controlClass, describedBy, FieldFrame } from "../ui/field.tsx";

const CERTIFICATE_TAIL = 4;

/** The one field for promo codes and gift certificates, and under it what is entered (spec §4, Promo feedback). */
export function CodeField({ cart }: { cart: ShownCart }) {
  const { t, to } = useShop();
  const enter = useFetcher<FormAnswer>();
  const drop = useFetcher<FormAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (enter.data?.ok) form.current?.reset();
    // What was pressed is gone, or something must be mended: both are at the field.
    if (enter.data && !enter.data.ok) input.current?.focus();
  }, [enter.data]);
  useEffect(() => {
    if (drop.data) input.current?.focus();
  }, [drop.data]);
  const errors = enter.state === "idle" && enter.data && !enter.data.ok ? [enter.data.message ?? ""] : undefined;
  const said = [enter, drop].find((one) => one.state === "idle" && one.data?.ok)?.data?.message;
  return (
    <div id="codes" className="mt-4 scroll-mt-32">
      <enter.Form ref={form} method="post" action={to("/cart")}>
        <input type="hidden" name="intent" value="code" />
        <FieldFrame id="code" label={t("checkout.code")} errors={errors}>
          <div className="flex gap-2">
            <input
              ref={input}
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
            <Button type="submit" kind="outline" busy={enter.state !== "idle"}>
              {t("checkout.code_enter")}
            </Button>
          </div>
        </FieldFrame>
      </enter.Form>
      <p role="status" className="sr-only">
        {said}
      </p>
      {cart.promo || cart.certificate ? (
        <drop.Form method="post" action={to("/cart")} className="mt-2">
          <input type="hidden" name="intent" value="drop_code" />
          <ul className="space-y-1">
            <EnteredPromo cart={cart} busy={drop.state !== "idle"} />
            <EnteredCertificate cart={cart} busy={drop.state !== "idle"} />
          </ul>
        </drop.Form>
      ) : null}
    </div>
  );
}

type Of = { cart: ShownCart; busy: boolean };

function EnteredPromo({ cart: { promo, discounts, gift, money }, busy }: Of) {
  const { t, format } = useShop();
  if (!promo) return null;
  const gives = promo.percent
    ? format.percent(-promo.percent)
    : promo.freesDelivery
      ? t("checkout.code_free_delivery")
      : (gift ?? format.money(-discounts.promo, money));
  return (
    <Entered
      only="promo"
      refusal={promo.refusal}
      removeName={t("checkout.code_remove", { code: promo.code })}
      busy={busy}
    >
      <b className="font-semibold">{promo.code}</b>
      {promo.refusal ? null : `: ${gives}`}
    </Entered>
  );
}

function EnteredCertificate({ cart: { certificate, money }, busy }: Of) {
  const { t, format } = useShop();
  if (!certificate) return null;
  const code = `…${certificate.code.slice(-CERTIFICATE_TAIL)}`;
  return (
    <Entered
      only="certificate"
      refusal={certificate.refusal}
      removeName={t("checkout.certificate_remove", { code })}
      busy={busy}
    >
      {t("checkout.certificate_holds", { code, sum: format.money(certificate.balance, money) })}
    </Entered>
  );
}

type EnteredProps = {
  only: "promo" | "certificate";
  /** Why it does not hold any more. */
  refusal: string | null;
  removeName: string;
  busy: boolean;
  children: ReactNode;
};

function Entered({ only, refusal, removeName, busy, children }: EnteredProps) {
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
