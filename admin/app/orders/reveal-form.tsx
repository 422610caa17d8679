import { Eye } from "lucide-react";
import { Form, useNavigation } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import type { OrderActionResult } from "./order-actions.ts";

type RevealFormProps = {
  /** What the form reveals. */
  intent: "reveal_contacts" | "reveal_identity";
  label: string;
  result: OrderActionResult | undefined;
  className?: string;
};

/** Asks for the reason for which masked personal data of an order is shown; the reason is recorded in the audit log. */
export function RevealForm({ intent, label, result, className = "" }: RevealFormProps) {
  const { t } = useI18n();
  const isBusy = useNavigation().formData?.get("intent") === intent;
  const failure = result?.intent === intent && "errors" in result ? result : null;
  return (
    <details className={`pt-1 ${className}`}>
      <summary className="flex min-h-8 cursor-pointer items-center gap-2 text-xs font-medium">
        <Eye size={16} aria-hidden />
        {label}
      </summary>
      <Form method="post" preventScrollReset className="grid gap-2 pt-1">
        <input type="hidden" name="intent" value={intent} />
        <Field
          id={`${intent}-reason`}
          name="reason"
          label={t("orders.reason")}
          hint={t("orders.reveal_hint")}
          required
          maxLength={500}
          errors={failure ? (failure.errors["reason"] ?? [failure.message]) : undefined}
        />
        <Button type="submit" busy={isBusy}>
          {t("orders.reveal_confirm")}
        </Button>
      </Form>
    </details>
  );
}
