import type { CertificateOffer } from "@furoshiki/api/promotions";
import { useState, type FormEvent } from "react";
import { Form, useNavigation } from "react-router";
import type { FormAnswer } from "../lib/form-answer.ts";
import { bannerOf, useFormErrors } from "../lib/form-errors.tsx";
import { Link } from "../lib/link.tsx";
import { useShop } from "../lib/shop.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Field, TextArea } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";
import { GiftCloth, giftPictures, type GiftPicture } from "./gift-cloths.tsx";

export const GIFT_PATH = "/podarocnyi-sertifikat.html";
export const OTHER_SUM = "other";
/** The fields of the form; what was typed into them is kept when something is wrong. */
export const giftFields = [
  ...["face", "amount", "picture", "recipient_name", "recipient_email", "sender_name", "send_on", "message"],
] as const;

type GiftFormProps = {
  offer: CertificateOffer;
  answer: FormAnswer | undefined;
  /** What was typed before. */
  values: Record<string, string>;
};

const choice =
  "cursor-pointer rounded-md border border-line-strong bg-surface hover:border-ink-2 has-[input:checked]:border-tokiwa-700 has-[input:checked]:bg-tokiwa-50 has-[input:checked]:outline has-[input:checked]:outline-tokiwa-700 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-focus";

/** Sum, cloth, for whom and when; beside it the certificate as it will be (design §5, Gift certificate). */
export function GiftForm({ offer, answer, values }: GiftFormProps) {
  const { t, format } = useShop();
  const errors = useFormErrors(answer);
  const { formData } = useNavigation();
  const face = values["face"] ?? String(offer.faces[Math.floor((offer.faces.length - 1) / 2)] ?? OTHER_SUM);
  const [shown, setShown] = useState<Record<string, string>>({ picture: "sakura", ...values, face });
  const follow = (event: FormEvent<HTMLFormElement>) => {
    const typed = new FormData(event.currentTarget);
    setShown(Object.fromEntries(giftFields.map((name) => [name, String(typed.get(name) ?? "")])));
  };
  const sum = Number(shown["face"] === OTHER_SUM ? shown["amount"] : shown["face"]);
  const banner = bannerOf(answer);
  const needsSignIn = answer?.code === "unauthenticated";
  const { onInput, ...form } = errors.form;
  return (
    <Form
      method="post"
      preventScrollReset
      {...form}
      onInput={(event) => {
        onInput(event);
        follow(event);
      }}
      className="mt-8 lg:mt-12 lg:grid lg:grid-cols-[minmax(0,1fr)_372px] lg:items-start lg:gap-10 xl:gap-16"
    >
      <div className="space-y-8">
        <fieldset className="group/sum">
          <legend className="font-display text-2xl">{t("gift.sum")}</legend>
          <div className="mt-4 grid grid-cols-2 gap-2 sm:grid-cols-4">
            {[...offer.faces.map(String), OTHER_SUM].map((value) => (
              <label key={value} className={`num grid h-12 place-items-center px-2 text-sm font-medium ${choice}`}>
                <input
                  type="radio"
                  name="face"
                  value={value}
                  defaultChecked={value === face}
                  className="peer sr-only"
                />
                {value === OTHER_SUM ? t("gift.sum_other") : format.money(Number(value), offer)}
              </label>
            ))}
          </div>
          <Field
            id="amount"
            label={t("gift.sum_own", { sign: offer.sign })}
            inputMode="decimal"
            autoComplete="off"
            defaultValue={values["amount"]}
            hint={t("gift.sum_limits", {
              least: format.money(offer.least, offer),
              most: format.money(offer.most, offer),
            })}
            errors={errors.of("amount")}
            className={`mt-4 max-w-60 ${errors.of("amount") ? "" : "hidden group-has-[input[value=other]:checked]/sum:block"}`}
          />
        </fieldset>
        <fieldset className="border-t border-line pt-7">
          <legend className="float-left w-full font-display text-2xl">{t("gift.picture")}</legend>
          <div className="clear-both grid grid-cols-3 gap-2 pt-4 sm:grid-cols-6 sm:gap-3">
            {giftPictures.map((picture) => (
              <label key={picture} className={`p-1 text-center text-xs ${choice}`}>
                <input
                  type="radio"
                  name="picture"
                  value={picture}
                  defaultChecked={picture === (values["picture"] ?? "sakura")}
                  className="sr-only"
                />
                <GiftCloth picture={picture} className="aspect-square" />
                <span className="block py-1.5">{t(`gift.cloth_${picture}`)}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <section className="border-t border-line pt-7" aria-labelledby="whom">
          <h2 id="whom" className="text-2xl">
            {t("gift.whom")}
          </h2>
          <div className="mt-4 grid gap-4 sm:grid-cols-2">
            <Field
              id="recipient_name"
              label={t("gift.recipient_name")}
              required
              maxLength={80}
              autoComplete="off"
              defaultValue={values["recipient_name"]}
              errors={errors.of("recipient_name")}
            />
            <Field
              id="recipient_email"
              type="email"
              label={t("gift.recipient_email")}
              required
              autoComplete="off"
              inputMode="email"
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={values["recipient_email"]}
              errors={errors.of("recipient_email")}
            />
            <Field
              id="sender_name"
              label={t("gift.sender")}
              maxLength={80}
              autoComplete="given-name"
              defaultValue={values["sender_name"]}
              errors={errors.of("sender_name")}
            />
            <Field
              id="send_on"
              type="date"
              label={t("gift.send_on")}
              min={offer.today}
              max={offer.latest}
              defaultValue={values["send_on"]}
              hint={t("gift.send_on_hint")}
              errors={errors.of("send_on")}
            />
          </div>
          <TextArea
            id="message"
            label={t("gift.words")}
            rows={3}
            maxLength={300}
            defaultValue={values["message"]}
            errors={errors.of("message")}
            className="mt-4"
          />
        </section>
      </div>
      <aside className="mt-8 lg:sticky lg:top-[141px] lg:mt-0">
        <GiftPreview shown={shown} sum={sum > 0 ? format.money(sum, offer) : "—"} />
        <p className="mt-6 flex items-baseline justify-between gap-3">
          <span className="text-lg">{t("checkout.to_pay")}</span>
          <span className="price text-2xl">{sum > 0 ? format.money(sum, offer) : "—"}</span>
        </p>
        {needsSignIn ? (
          <Note kind="warn" className="mt-3">
            {t("gift.sign_in")}{" "}
            <Link
              to={`${GIFT_PATH}?auth=1&from=${GIFT_PATH}`}
              keepScroll
              className={buttonClass({ size: "sm", kind: "outline", className: "mt-2" })}
            >
              {t("shell.sign_in")}
            </Link>
          </Note>
        ) : banner ? (
          <Note kind="error" className="mt-3">
            {banner}
          </Note>
        ) : null}
        <Button type="submit" size="lg" full busy={formData !== undefined} className="mt-3">
          {t("gift.to_cart")}
        </Button>
        <p className="mt-3 text-xs text-ink-3">{t("gift.rules")}</p>
      </aside>
    </Form>
  );
}

/** The certificate as its receiver will see it. */
function GiftPreview({ shown, sum }: { shown: Record<string, string>; sum: string }) {
  const { t } = useShop();
  const picture = giftPictures.find((one) => one === shown["picture"]) ?? "sakura";
  return (
    <div aria-hidden className="relative pb-16">
      <GiftCloth picture={picture satisfies GiftPicture} className="aspect-square max-lg:mx-auto max-lg:max-w-72" />
      <div className="absolute inset-x-6 bottom-0 bg-surface p-4 shadow-pop max-lg:mx-auto max-lg:max-w-60">
        <p className="text-xs text-ink-2">{t("gift.for")}</p>
        <p className="truncate font-display text-lg">{shown["recipient_name"] || "…"}</p>
        <p className="price mt-1 text-2xl">{sum}</p>
        <p className="mt-2 line-clamp-2 border-t border-dashed border-line-strong pt-2 text-xs wrap-anywhere">
          {shown["message"] || "…"}
        </p>
        <p className="mt-1 truncate text-xs text-ink-2">{shown["sender_name"]}</p>
      </div>
    </div>
  );
}
