import type { ReactNode } from "react";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { getChoiceFormId, type ChoiceIntent } from "./use-choice.ts";

type ChoiceProps = {
  intent: ChoiceIntent;
  legend: string;
  errorMessage: string | null;
  className?: string;
  children: ReactNode;
};

/** A group of radio cards. With JavaScript a click submits immediately; without it a button submits the form. */
export function Choice({ intent, legend, errorMessage, className = "", children }: ChoiceProps) {
  const { t, to } = useAccountI18n();
  const formId = getChoiceFormId(intent);
  return (
    <>
      {errorMessage ? (
        <Alert kind="error" className="mt-3">
          {errorMessage}
        </Alert>
      ) : null}
      <form id={formId} method="post" action={to("/cart")} hidden />
      <fieldset className="mt-4">
        <legend className="sr-only">{legend}</legend>
        <div className={className}>{children}</div>
      </fieldset>
      <div className="mt-3 hidden scriptless:block">
        <Button type="submit" form={formId} name="intent" value={intent} kind="outline">
          {t("checkout.choose")}
        </Button>
      </div>
    </>
  );
}
