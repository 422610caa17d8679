import type { CustomerOrderReturns } from "@furoshiki/api/returns";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { TextArea } from "@furoshiki/design-system/ui/field.tsx";
import { RadioCard } from "@furoshiki/design-system/ui/radio-card.tsx";
import { useEffect, useState } from "react";
import { Form, useNavigation } from "react-router";
import { FormAlert } from "../../forms/form-alert.tsx";
import { useFormErrors } from "../../forms/form-errors.tsx";
import type { FormResult } from "../../forms/form-result.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { PhotosField } from "../../reviews/photos-field.tsx";
import { ChoiceFieldset } from "./choice-fieldset.tsx";
import { NextSteps } from "./next-steps.tsx";
import { ReturnLinesField } from "./return-lines-field.tsx";
import { listReasons, reasonIcons } from "./return-reasons.ts";
import { getChosenLines, readFormValues, sumChosenLines } from "./return-selection.ts";

const MAX_COMMENT_LENGTH = 1000;
const MAX_PHOTOS = 8;
const outcomes = ["refund", "replacement"] as const;

type ReturnFormProps = {
  options: CustomerOrderReturns;
  /** Sent with the form, so that submitting it twice creates one return. */
  idempotencyKey: string;
  result: FormResult | undefined;
};

/** The form of a return: which goods, what happened, photos and what the customer wants. */
export function ReturnForm({ options, idempotencyKey, result }: ReturnFormProps) {
  const { t, format } = useAccountI18n();
  const errors = useFormErrors(result);
  const isBusy = useNavigation().formData !== undefined;
  const [values, setValues] = useState(result?.values ?? {});
  const { ref } = errors.form;
  // What was chosen before hydration.
  useEffect(() => {
    if (ref.current) setValues(readFormValues(new FormData(ref.current)));
  }, [ref]);
  /** Returns the error of a question that is still unanswered. */
  const getChoiceError = (name: string, text: string, isAnswered: boolean) =>
    errors.getErrors(name) && !isAnswered ? [text] : undefined;
  return (
    <Form
      method="post"
      {...errors.form}
      onChange={(event) => setValues(readFormValues(new FormData(event.currentTarget)))}
      className="mt-6 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_320px]"
    >
      <input type="hidden" name="key" value={idempotencyKey} />
      <div className="space-y-8 rounded-md border border-line bg-surface p-5 lg:p-8">
        <FormAlert result={result} />
        <ReturnLinesField
          options={options}
          values={values}
          errors={getChoiceError("lines", t("return.choose_line"), getChosenLines(values).length > 0)}
        />
        <ChoiceFieldset
          name="reason"
          legend={`2. ${t("return.reason")}`}
          errors={getChoiceError("reason", t("return.choose_reason"), values["reason"] !== undefined)}
          isRadioGroup
        >
          <div className="grid gap-3 sm:grid-cols-2">
            {listReasons(options).map((reason) => (
              <ReasonCard key={reason} reason={reason} isDefault={result?.values["reason"] === reason} />
            ))}
          </div>
        </ChoiceFieldset>
        <section aria-labelledby="show-title" className="space-y-5">
          <div>
            <h2 id="show-title" className="text-xl">
              3. {t("return.show")}
            </h2>
            <p className="mt-1 text-sm text-ink-2 scriptless:hidden">{t("return.show_text")}</p>
          </div>
          <PhotosField uploaded={[]} uploadPath="/profile/return-photos" max={MAX_PHOTOS} />
          <TextArea
            id="comment"
            label={t("return.comment")}
            rows={3}
            maxLength={MAX_COMMENT_LENGTH}
            defaultValue={result?.values["comment"] ?? ""}
            errors={errors.getErrors("comment")}
          />
        </section>
        <ChoiceFieldset
          name="outcome"
          legend={`4. ${t("return.wish")}`}
          errors={getChoiceError("outcome", t("return.choose_wish"), values["outcome"] !== undefined)}
          isRadioGroup
        >
          <div className="grid gap-3">
            {outcomes.map((outcome) => (
              <RadioCard
                key={outcome}
                name="outcome"
                value={outcome}
                defaultChecked={(result?.values["outcome"] ?? "refund") === outcome}
                title={t(`return.wish_${outcome}`)}
                text={t(`return.wish_${outcome}_text`)}
              />
            ))}
          </div>
        </ChoiceFieldset>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 border-t border-line pt-6">
          <p aria-live="polite" className="text-sm text-ink-2 scriptless:hidden">
            {t("return.value")}{" "}
            <b className="price ml-1 text-2xl text-ink">{format.money(sumChosenLines(options, values), options)}</b>
          </p>
          <Button type="submit" size="lg" busy={isBusy}>
            {t("return.send")}
          </Button>
        </div>
      </div>
      <NextSteps options={options} reason={values["reason"] ?? ""} outcome={values["outcome"] ?? "refund"} />
    </Form>
  );
}

type ReasonCardProps = { reason: keyof typeof reasonIcons; isDefault: boolean };

function ReasonCard({ reason, isDefault }: ReasonCardProps) {
  const { t } = useAccountI18n();
  const Icon = reasonIcons[reason];
  return (
    <RadioCard
      name="reason"
      value={reason}
      defaultChecked={isDefault}
      title={
        <span className="flex gap-2.5 font-medium">
          <Icon size={20} strokeWidth={1.5} aria-hidden className="mt-0.5 shrink-0" />
          {t(`return.reason_${reason}`)}
        </span>
      }
      className="h-full"
    />
  );
}
