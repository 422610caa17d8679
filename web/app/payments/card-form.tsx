import { CreditCard, Lock } from "lucide-react";
import { useRef, useState, type FormEvent } from "react";
import type { FieldErrors } from "../lib/api.ts";
import type { FormAnswer } from "../lib/form-answer.ts";
import { InfoLink } from "../lib/info-link.tsx";
import { useShop } from "../lib/shop.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";
import { tokenFor, type Card } from "./card-token.ts";
import {
  brandOf,
  caretAfter,
  checkCard,
  digitsIn,
  groupExpiry,
  groupNumber,
  type Brand,
  type CardField,
} from "./card.ts";
import { usePayFetcher } from "./pay-fetcher.ts";

const fields = ["number", "holder", "expiry", "cvc"] as const satisfies readonly CardField[];
const brandNames: Record<Brand, string> = {
  mir: "МИР",
  visa: "VISA",
  mastercard: "Mastercard",
  jcb: "JCB",
  amex: "AMEX",
  unionpay: "UnionPay",
};

const testCards = [
  ["4242 4242 4242 4242", "payment.test_success"],
  ["4000 0000 0000 0002", "payment.test_declined"],
  ["4000 0000 0000 3220", "payment.test_challenge"],
  ["4000 0000 0000 0341", "payment.test_late"],
  ["4000 0000 0000 0259", "payment.test_thrice"],
  ["4000 0000 0000 0119", "payment.test_unsteady"],
] as const;

const checkNow = (field: CardField, text: string) => checkCard(field, text, new Date());

type CardFormProps = {
  paymentId: string;
  /** The sum, as it is written. */
  amount: string;
  /** Where the card goes: the gateway's address for tokens. */
  gateway: string;
  /** Where the token goes: the page's own action. */
  action: string;
  answer?: FormAnswer | undefined;
  testMode: boolean;
};

/**
 * A bank card. What is typed stays in the fields: they carry no names, so no form sends them, and no state of the page
 * holds them. The browser gives them to the gateway itself; the shop gets the token.
 */
export function CardForm({ paymentId, amount, gateway, action, answer: served, testMode }: CardFormProps) {
  const { t } = useShop();
  const confirm = usePayFetcher(paymentId);
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [brand, setBrand] = useState<Brand | null>(null);
  const [asking, setAsking] = useState(false);
  const [failed, setFailed] = useState(false);
  const busy = asking || confirm.state !== "idle";
  const answer = confirm.data ?? served;
  const banner = busy ? null : failed ? t("payment.gateway_failed") : answer && !answer.ok ? answer.message : null;

  const input = (field: CardField) => form.current?.querySelector<HTMLInputElement>(`#card-${field}`) ?? null;
  const show = (found: FieldErrors) => {
    setErrors(found);
    const first = fields.find((field) => found[field]?.length);
    if (first) input(first)?.focus();
  };
  const judge = (field: CardField, text: string) => {
    const code = text === "" && !errors[field] ? null : checkNow(field, text);
    setErrors((now) => ({ ...now, [field]: code ? [code] : [] }));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const card = Object.fromEntries(fields.map((field) => [field, input(field)?.value ?? ""])) as Card;
    const found: FieldErrors = {};
    for (const field of fields) {
      const code = checkNow(field, card[field]);
      if (code) found[field] = [code];
    }
    if (Object.keys(found).length > 0) {
      show(found);
      return;
    }
    setAsking(true);
    setFailed(false);
    const result = await tokenFor(gateway, card);
    setAsking(false);
    if (result === "failed") setFailed(true);
    else if ("errors" in result) show(result.errors);
    else {
      // One key for one token: sent twice, it is one attempt.
      const confirmation = { intent: "confirm", by: "script", card_token: result.token, key: crypto.randomUUID() };
      void confirm.submit(confirmation, { method: "post", action });
    }
  };
  const regroup = (field: HTMLInputElement, group: (text: string) => string) => {
    const caret = field.selectionStart ?? field.value.length;
    const before = digitsIn(field.value.slice(0, caret)).length;
    const atEnd = caret === field.value.length;
    field.value = group(field.value);
    const place = atEnd ? field.value.length : caretAfter(field.value, before);
    field.setSelectionRange(place, place);
  };
  const of = (field: CardField) =>
    ({
      id: `card-${field}`,
      name: undefined,
      required: true,
      errors: errors[field]?.map((code) => {
        const key = `field.${code}`;
        return t.has(key) ? t(key) : t("field.invalid");
      }),
      onBlur: (event: { target: HTMLInputElement }) => judge(field, event.target.value),
      readOnly: busy,
    }) as const;

  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      className="rounded-md border border-line bg-surface p-5 lg:p-8"
      aria-labelledby="card-title"
    >
      <div className="flex items-center justify-between gap-3">
        <h2 id="card-title" className="text-2xl">
          {t("payment.card")}
        </h2>
        <CreditCard size={26} strokeWidth={1.5} aria-hidden className="text-tokiwa-700" />
      </div>
      <Note kind="info" className="mt-4 hidden scriptless:flex">
        {t("payment.needs_script")}
      </Note>
      {banner ? (
        <Note kind="error" className="mt-4">
          {banner}
        </Note>
      ) : null}
      <div className="mt-5 grid grid-cols-2 gap-4">
        <Field
          {...of("number")}
          label={t("payment.number")}
          inputMode="numeric"
          autoComplete="cc-number"
          placeholder="0000 0000 0000 0000"
          onInput={({ currentTarget }) => {
            regroup(currentTarget, groupNumber);
            setBrand(brandOf(currentTarget.value));
          }}
          after={
            brand ? (
              <span className="num pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 rounded-sm bg-mist px-2 py-1 text-xs font-semibold text-ink-2">
                {brandNames[brand]}
              </span>
            ) : null
          }
          className="num col-span-2"
        />
        <Field
          {...of("holder")}
          label={t("payment.holder")}
          autoComplete="cc-name"
          placeholder="ANNA SOKOLOVA"
          autoCapitalize="characters"
          spellCheck={false}
          className="col-span-2"
        />
        <Field
          {...of("expiry")}
          label={t("payment.expiry")}
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder={t("payment.expiry_hint")}
          onInput={({ currentTarget, nativeEvent }) => {
            // Deleting must be able to take the stroke away.
            const deletes = nativeEvent.inputType?.startsWith("delete");
            if (!deletes) regroup(currentTarget, groupExpiry);
          }}
          className="num"
        />
        <Field
          {...of("cvc")}
          type="password"
          label="CVC"
          hint={t("payment.cvc_hint")}
          inputMode="numeric"
          autoComplete="cc-csc"
          placeholder="•••"
          maxLength={4}
          className="num"
        />
      </div>
      <Button
        type="submit"
        size="lg"
        full
        busy={busy}
        icon={<Lock size={18} strokeWidth={1.5} aria-hidden />}
        className="mt-6 scriptless:hidden"
      >
        {t("payment.pay", { amount })}
      </Button>
      <p className="mt-4 text-center text-xs text-ink-3">
        {t.rich("payment.promise", {
          security: (text) => (
            <InfoLink
              slug="payment-security"
              without="words"
              className="text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700"
            >
              {text}
            </InfoLink>
          ),
        })}
      </p>
      {testMode ? (
        <div className="mt-5 rounded-md bg-ai-50 p-3.5 text-sm text-ai-700">
          <p className="font-semibold">{t("payment.test_title")}</p>
          <dl className="num mt-1.5 grid gap-y-0.5">
            {testCards.map(([number, says]) => (
              <div key={number} className="flex flex-wrap gap-x-3">
                <dt className="whitespace-nowrap">{number}</dt>
                <dd className="min-w-0">{t(says)}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-1.5">{t("payment.test_rest")}</p>
        </div>
      ) : null}
    </form>
  );
}
