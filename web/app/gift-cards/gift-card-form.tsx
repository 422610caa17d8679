import type { GiftCardOptions } from "@furoshiki/api/gift-cards";
import { useState, type FormEvent } from "react";
import { Form, useNavigation } from "react-router";
import type { FormResult } from "../forms/form-result.ts";
import { EmailField } from "../forms/email-field.tsx";
import { FormAlert } from "../forms/form-alert.tsx";
import { useFormErrors } from "../forms/form-errors.tsx";
import { Link } from "../navigation/link.tsx";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Button, buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { Field, TextArea } from "@furoshiki/design-system/ui/field.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { GiftCardImage, GiftStamp, giftCardDesigns, type GiftCardDesign } from "./gift-card-design.tsx";

/** Path of the page that sells gift cards, without the locale prefix. */
export const GIFT_CARDS_PATH = "/podarocnyi-sertifikat.html";
/** Value of the option for an amount that the customer enters. */
export const CUSTOM_AMOUNT = "other";
/** Names of the form fields; their values are kept if the form has errors. */
export const giftCardFields = [
  ...["face", "amount", "picture", "recipient_name", "recipient_email", "sender_name", "send_on", "message"],
] as const;

const MAX_MESSAGE_LENGTH = 300;

type GiftCardFormProps = {
  options: GiftCardOptions;
  result: FormResult | undefined;
  /** Values to begin with. */
  values: Record<string, string>;
};

const choiceClass =
  "cursor-pointer rounded-md border border-line-strong bg-surface hover:border-ink-2 has-[input:checked]:border-tokiwa-700 has-[input:checked]:bg-tokiwa-50 has-[input:checked]:outline has-[input:checked]:outline-tokiwa-700 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-focus";

/** Amount, design, recipient and delivery date, beside a live preview of the gift card. */
export function GiftCardForm({ options, result, values }: GiftCardFormProps) {
  const { t, format } = useAccountI18n();
  const errors = useFormErrors(result);
  const { formData } = useNavigation();
  const face = values["face"] ?? String(options.faces[Math.floor((options.faces.length - 1) / 2)] ?? CUSTOM_AMOUNT);
  const [previewValues, setPreviewValues] = useState<Record<string, string>>({ picture: "sakura", ...values, face });
  const updatePreview = (event: FormEvent<HTMLFormElement>) => {
    const formData = new FormData(event.currentTarget);
    setPreviewValues(Object.fromEntries(giftCardFields.map((name) => [name, String(formData.get(name) ?? "")])));
  };
  const amount = Number(previewValues["face"] === CUSTOM_AMOUNT ? previewValues["amount"] : previewValues["face"]);
  const needsSignIn = result?.code === "unauthenticated";
  const { onInput, ...form } = errors.form;
  return (
    <Form
      method="post"
      preventScrollReset
      {...form}
      onInput={(event) => {
        onInput(event);
        updatePreview(event);
      }}
      className="mt-8 lg:mt-12 lg:grid lg:grid-cols-[minmax(0,1fr)_372px] lg:items-start lg:gap-10 xl:gap-16"
    >
      <div className="space-y-8">
        <AmountFields options={options} values={values} selectedAmount={face} errors={errors} />
        <DesignFields selectedDesign={values["picture"] ?? "sakura"} />
        <RecipientFields
          options={options}
          values={values}
          errors={errors}
          messageLength={previewValues["message"]?.length ?? 0}
        />
      </div>
      <aside className="mt-8 lg:sticky lg:top-[141px] lg:mt-0">
        <GiftCardPreview previewValues={previewValues} amount={amount > 0 ? format.money(amount, options) : "—"} />
        <p className="mt-6 flex items-baseline justify-between gap-3">
          <span className="font-display text-xl font-semibold">{t("checkout.to_pay")}</span>
          <span className="price text-3xl">{amount > 0 ? format.money(amount, options) : "—"}</span>
        </p>
        {needsSignIn ? (
          <Alert kind="warn" className="mt-3">
            {t("giftcard.sign_in")}{" "}
            <Link
              to={`${GIFT_CARDS_PATH}?auth=1&from=${GIFT_CARDS_PATH}`}
              preventScrollReset
              className={buttonClass({ size: "sm", kind: "outline", className: "mt-2" })}
            >
              {t("layout.sign_in")}
            </Link>
          </Alert>
        ) : (
          <FormAlert result={result} className="mt-3" />
        )}
        <Button type="submit" size="lg" full busy={formData !== undefined} className="mt-3">
          {t("giftcard.to_cart")}
        </Button>
        <p className="mt-3 text-xs text-ink-3">{t("giftcard.rules")}</p>
      </aside>
    </Form>
  );
}

type Errors = Pick<ReturnType<typeof useFormErrors>, "getErrors">;
type FieldsProps = { options: GiftCardOptions; values: Record<string, string>; errors: Errors };

/** The offered amounts, and a field for any other one. */
function AmountFields({ options, values, selectedAmount, errors }: FieldsProps & { selectedAmount: string }) {
  const { t, format } = useAccountI18n();
  return (
    <fieldset>
      <legend className="font-display text-2xl">{t("giftcard.sum")}</legend>
      <div className="mt-4 flex flex-wrap gap-2">
        {[...options.faces.map(String), CUSTOM_AMOUNT].map((value) => (
          <label
            key={value}
            className={`num grid h-12 grow basis-20 place-items-center px-1 text-sm font-medium ${choiceClass}`}
          >
            <input
              type="radio"
              name="face"
              value={value}
              defaultChecked={value === selectedAmount}
              className="peer sr-only"
            />
            {value === CUSTOM_AMOUNT ? t("giftcard.sum_other") : format.money(Number(value), options)}
          </label>
        ))}
      </div>
      <Field
        id="amount"
        label={t("giftcard.sum_own", { sign: options.sign })}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={values["amount"]}
        hint={t("giftcard.sum_limits", {
          least: format.money(options.least, options),
          most: format.money(options.most, options),
        })}
        errors={errors.getErrors("amount")}
        className={`mt-4 max-w-60 ${errors.getErrors("amount") ? "" : "hidden [fieldset:has([value=other]:checked)>&]:block"}`}
      />
    </fieldset>
  );
}

function DesignFields({ selectedDesign }: { selectedDesign: string }) {
  const { t } = useAccountI18n();
  return (
    <fieldset className="border-t border-line pt-7">
      <legend className="float-left w-full font-display text-2xl">{t("giftcard.design")}</legend>
      <div className="clear-both grid grid-cols-3 gap-2.5 pt-4 sm:grid-cols-6 lg:gap-4">
        {giftCardDesigns.map((picture) => (
          <label key={picture} className="group/design cursor-pointer text-center text-xs text-ink-2">
            <input
              type="radio"
              name="picture"
              value={picture}
              defaultChecked={picture === selectedDesign}
              className="peer sr-only"
            />
            <GiftCardImage
              design={picture}
              className="aspect-square outline-tokiwa-700 group-hover/design:brightness-97 peer-checked:outline-2 peer-checked:outline-offset-2 peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus"
            />
            <span className="block pt-2 pb-1 peer-checked:font-semibold peer-checked:text-tokiwa-700">
              {t(`giftcard.design_${picture}`)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Recipient, sender, date of the email and message. */
function RecipientFields({ options, values, errors, messageLength }: FieldsProps & { messageLength: number }) {
  const { t } = useAccountI18n();
  return (
    <section className="border-t border-line pt-7" aria-labelledby="recipient-and-sender-title">
      <h2 id="recipient-and-sender-title" className="text-2xl">
        {t("giftcard.recipient_and_sender")}
      </h2>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <Field
          id="recipient_name"
          label={t("giftcard.recipient_name")}
          required
          maxLength={80}
          autoComplete="off"
          defaultValue={values["recipient_name"]}
          errors={errors.getErrors("recipient_name")}
        />
        <EmailField
          id="recipient_email"
          name="recipient_email"
          label={t("giftcard.recipient_email")}
          autoComplete="off"
          defaultValue={values["recipient_email"]}
          errors={errors.getErrors("recipient_email")}
        />
        <Field
          id="sender_name"
          label={t("giftcard.sender")}
          maxLength={80}
          autoComplete="given-name"
          defaultValue={values["sender_name"]}
          errors={errors.getErrors("sender_name")}
        />
        <Field
          id="send_on"
          type="date"
          label={t("giftcard.send_on")}
          min={options.today}
          max={options.latest}
          defaultValue={values["send_on"]}
          hint={t("giftcard.send_on_hint")}
          errors={errors.getErrors("send_on")}
        />
      </div>
      <TextArea
        id="message"
        label={t("giftcard.message")}
        rows={3}
        maxLength={MAX_MESSAGE_LENGTH}
        defaultValue={values["message"]}
        hint={
          <span className="num">{t("giftcard.message_length", { count: messageLength, max: MAX_MESSAGE_LENGTH })}</span>
        }
        errors={errors.getErrors("message")}
        className="mt-4"
      />
    </section>
  );
}

/** The gift card as the recipient will see it. */
function GiftCardPreview({ previewValues, amount }: { previewValues: Record<string, string>; amount: string }) {
  const { t } = useAccountI18n();
  const design = giftCardDesigns.find((candidate) => candidate === previewValues["picture"]) ?? "sakura";
  return (
    <div aria-hidden>
      <GiftCardImage design={design satisfies GiftCardDesign} className="aspect-square" />
      <div className="relative mx-5 -mt-12 rounded-xs bg-white p-4 text-on-theme shadow-overlay lg:mx-6">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <p className="text-xs text-on-theme-2">{t("giftcard.for")}</p>
            <p className="truncate font-display text-xl font-semibold">{previewValues["recipient_name"] || "…"}</p>
          </div>
          <GiftStamp />
        </div>
        <p className="price mt-2 text-3xl">{amount}</p>
        <p className="mt-2 line-clamp-3 border-t border-dashed border-on-theme-2/50 pt-2 text-sm wrap-anywhere">
          {previewValues["message"] || "…"}
        </p>
        <p className="mt-1 truncate text-xs text-on-theme-2">{previewValues["sender_name"]}</p>
      </div>
    </div>
  );
}
