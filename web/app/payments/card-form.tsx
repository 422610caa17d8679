import { CreditCard } from "lucide-react";
import { useRef, useState, type FormEvent, type ReactNode } from "react";
import type { FieldErrors } from "../api-client/request-context.ts";
import type { FormResult } from "../forms/form-result.ts";
import { InfoLink } from "../navigation/info-link.tsx";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Field } from "@furoshiki/design-system/ui/field.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { tokenizeCard, type Card } from "./card-token.ts";
import {
  getCardBrand,
  getCaretPosition,
  validateCardField,
  extractDigits,
  formatExpiry,
  formatCardNumber,
  type CardBrand,
  type CardField,
} from "./card.ts";
import { PayButton } from "./pay-button.tsx";
import { usePayFetcher } from "./pay-fetcher.ts";

const fields = ["number", "holder", "expiry", "cvc"] as const satisfies readonly CardField[];
const brandNames: Record<CardBrand, string> = {
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
  ["4000 0000 0000 0259", "payment.test_repeated"],
  ["4000 0000 0000 0119", "payment.test_first_request_fails"],
] as const;

const validateNow = (field: CardField, text: string) => validateCardField(field, text, new Date());

/** What a declined card leaves in the form, so that it need not be typed again: never its number or code. */
export type KeptCard = Pick<Card, "holder" | "expiry">;

type CardFormProps = {
  paymentId: string;
  /** The formatted amount. */
  amount: string;
  /** Tokenization URL of the payment gateway. */
  gateway: string;
  /** Path of the action that receives the token. */
  action: string;
  result?: FormResult | undefined;
  testMode: boolean;
  /** What was kept of the last card, filled in again. */
  keptCard?: KeptCard | undefined;
  /** Called with what is kept of a card when it is submitted. */
  onCardSubmitted?: ((card: KeptCard) => void) | undefined;
  /** What the shopper confirms with the payment. */
  children?: ReactNode;
};

/** Returns the error codes of the card by field (docs/domain/payments.md); an empty object if all fields are valid. */
function findCardErrors(card: Card): FieldErrors {
  const errors: FieldErrors = {};
  for (const field of fields) {
    const code = validateNow(field, card[field]);
    if (code) errors[field] = [code];
  }
  return errors;
}

/** Formats the text of an input and keeps the caret behind the same digit. */
function reformat(input: HTMLInputElement, formatText: (text: string) => string): void {
  const caret = input.selectionStart ?? input.value.length;
  const digitsBefore = extractDigits(input.value.slice(0, caret)).length;
  const isAtEnd = caret === input.value.length;
  input.value = formatText(input.value);
  const position = isAtEnd ? input.value.length : getCaretPosition(input.value, digitsBefore);
  input.setSelectionRange(position, position);
}

/** Validates the fields of the card form, exchanges the card for a token and submits the token to the action. */
function useCardSubmission({
  paymentId,
  gateway,
  action,
  onCardSubmitted,
}: Pick<CardFormProps, "paymentId" | "gateway" | "action" | "onCardSubmitted">) {
  const fetcher = usePayFetcher(paymentId);
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isTokenizing, setIsTokenizing] = useState(false);
  const [hasTokenizationFailed, setHasTokenizationFailed] = useState(false);
  const isBusy = isTokenizing || fetcher.state !== "idle";
  const getInput = (field: CardField) => form.current?.querySelector<HTMLInputElement>(`#card-${field}`) ?? null;
  const showErrors = (foundErrors: FieldErrors) => {
    setErrors(foundErrors);
    const firstInvalidField = fields.find((field) => foundErrors[field]?.length);
    if (firstInvalidField) getInput(firstInvalidField)?.focus();
  };
  /** Validates a field that the shopper leaves. One that is still empty gets no error yet. */
  const validateField = (field: CardField, text: string) => {
    const code = text === "" && !errors[field] ? null : validateNow(field, text);
    setErrors((previous) => ({ ...previous, [field]: code ? [code] : [] }));
  };
  /** Clears the error of a field as soon as its value is valid. */
  const clearError = (field: CardField, text: string) => {
    if (errors[field]?.length && !validateNow(field, text)) setErrors((previous) => ({ ...previous, [field]: [] }));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const consents = [...(form.current?.querySelectorAll<HTMLInputElement>("input[type=checkbox]") ?? [])];
    if (!consents.every((consent) => consent.reportValidity())) return;
    const card = Object.fromEntries(fields.map((field) => [field, getInput(field)?.value ?? ""])) as Card;
    const foundErrors = findCardErrors(card);
    if (Object.keys(foundErrors).length > 0) {
      showErrors(foundErrors);
      return;
    }
    setIsTokenizing(true);
    setHasTokenizationFailed(false);
    const result = await tokenizeCard(gateway, card);
    setIsTokenizing(false);
    if (result === "failed") setHasTokenizationFailed(true);
    else if ("errors" in result) showErrors(result.errors);
    else {
      onCardSubmitted?.({ holder: card.holder, expiry: card.expiry });
      // One idempotency key per token: sent twice, it is one attempt.
      const confirmation = { intent: "confirm", by: "script", card_token: result.token, key: crypto.randomUUID() };
      const given = Object.fromEntries(consents.filter(({ checked }) => checked).map(({ name }) => [name, "on"]));
      void fetcher.submit({ ...confirmation, ...given }, { method: "post", action });
    }
  };
  return { form, errors, isBusy, hasTokenizationFailed, result: fetcher.data, validateField, clearError, submit };
}

/**
 * Card form. The values stay in uncontrolled inputs without names, so that they are neither submitted nor held in state.
 * The browser sends them directly to the gateway; the store receives only the token (docs/domain/payments.md).
 */
export function CardForm({
  paymentId,
  amount,
  gateway,
  action,
  result: initialResult,
  testMode,
  keptCard,
  onCardSubmitted,
  children,
}: CardFormProps) {
  const { t } = useAccountI18n();
  const submission = useCardSubmission({ paymentId, gateway, action, onCardSubmitted });
  const { isBusy } = submission;
  const getBanner = () => {
    if (isBusy) return null;
    if (submission.hasTokenizationFailed) return t("payment.gateway_failed");
    const result = submission.result ?? initialResult;
    return result && !result.ok ? result.message : null;
  };
  const banner = getBanner();

  return (
    <form
      ref={submission.form}
      method="post"
      noValidate
      onSubmit={(event) => void submission.submit(event)}
      className="rounded-md border border-line bg-surface p-5 lg:p-8"
      aria-labelledby="card-title"
    >
      <div className="flex items-center justify-between gap-3">
        <h2 id="card-title" className="text-2xl">
          {t("payment.card")}
        </h2>
        <CreditCard size={26} strokeWidth={1.5} aria-hidden className="text-tokiwa-700" />
      </div>
      <Alert kind="info" className="mt-4 hidden scriptless:flex">
        {t("payment.needs_script")}
      </Alert>
      {banner ? (
        <Alert kind="error" className="mt-4">
          {banner}
        </Alert>
      ) : null}
      <CardFields
        errors={submission.errors}
        isBusy={isBusy}
        keptCard={keptCard}
        onLeave={submission.validateField}
        onType={submission.clearError}
      />
      {children}
      <PayButton amount={amount} busy={isBusy} className="scriptless:hidden" />
      <p className="mt-4 text-center text-xs text-ink-3">
        {t.rich("payment.card_data_note", {
          security: (text) => (
            <InfoLink
              slug="payment-security"
              fallback="text"
              className="text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700"
            >
              {text}
            </InfoLink>
          ),
        })}
      </p>
      {testMode ? <TestCards /> : null}
    </form>
  );
}

type CardFieldsProps = {
  errors: FieldErrors;
  isBusy: boolean;
  keptCard: CardFormProps["keptCard"];
  /** Called with the text of a field that the shopper leaves. */
  onLeave: (field: CardField, text: string) => void;
  /** Called with the text of a field while the shopper types. */
  onType: (field: CardField, text: string) => void;
};

/** The inputs for the card. Number and expiry are formatted while the shopper types. */
function CardFields({ errors, isBusy, keptCard, onLeave, onType }: CardFieldsProps) {
  const { t } = useAccountI18n();
  const [brand, setBrand] = useState<CardBrand | null>(null);
  const getFieldProps = (field: CardField) =>
    ({
      id: `card-${field}`,
      name: undefined,
      required: true,
      errors: errors[field]?.map((code) => t.find(`field.${code}`) ?? t("field.invalid")),
      onBlur: (event: { target: HTMLInputElement }) => onLeave(field, event.target.value),
      onInput: (event: FormEvent<HTMLInputElement>) => onType(field, event.currentTarget.value),
      readOnly: isBusy,
    }) as const;
  return (
    <div className="mt-5 grid grid-cols-2 gap-4">
      <Field
        {...getFieldProps("number")}
        label={t("payment.number")}
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="0000 0000 0000 0000"
        onInput={({ currentTarget }) => {
          reformat(currentTarget, formatCardNumber);
          onType("number", currentTarget.value);
          setBrand(getCardBrand(currentTarget.value));
        }}
        trailing={
          brand ? (
            <span className="num pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 rounded-sm bg-mist px-2 py-1 text-xs font-semibold text-ink-2">
              {brandNames[brand]}
            </span>
          ) : null
        }
        className="num col-span-2"
      />
      <Field
        {...getFieldProps("holder")}
        label={t("payment.holder")}
        defaultValue={keptCard?.holder}
        autoComplete="cc-name"
        placeholder="ANNA SOKOLOVA"
        autoCapitalize="characters"
        spellCheck={false}
        className="col-span-2"
      />
      <Field
        {...getFieldProps("expiry")}
        label={t("payment.expiry")}
        defaultValue={keptCard?.expiry}
        inputMode="numeric"
        autoComplete="cc-exp"
        placeholder={t("payment.expiry_hint")}
        onInput={({ currentTarget, nativeEvent }) => {
          // Do not reformat while deleting, so that the slash can be removed.
          const isDeletion = nativeEvent.inputType?.startsWith("delete");
          if (!isDeletion) reformat(currentTarget, formatExpiry);
          onType("expiry", currentTarget.value);
        }}
        className="num"
      />
      <Field
        {...getFieldProps("cvc")}
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
  );
}

/** The test cards of the sandbox gateway, with what each of them does. */
function TestCards() {
  const { t } = useAccountI18n();
  return (
    <div className="mt-5 rounded-md bg-ai-50 p-3.5 text-sm text-ai-700">
      <p className="font-semibold">{t("payment.test_title")}</p>
      <dl className="num mt-1.5 grid gap-y-0.5">
        {testCards.map(([number, descriptionKey]) => (
          <div key={number} className="flex flex-wrap gap-x-3">
            <dt className="whitespace-nowrap">{number}</dt>
            <dd className="min-w-0">{t(descriptionKey)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-1.5">{t("payment.test_rest")}</p>
    </div>
  );
}
