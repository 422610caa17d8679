import { Eye } from "lucide-react";
import { Form, useNavigation } from "react-router";
import type { OrderDetail } from "@furoshiki/api/admin/orders";
import type { RevealedIdentity } from "@furoshiki/api/admin/orders/identity";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { KeyValue, KeyValues } from "../ui/key-values.tsx";
import { isActionAllowed, type OrderActionResult } from "./order-actions.ts";

type RecipientIdentityProps = { order: OrderDetail; result: OrderActionResult | undefined };

/** Whether the recipient gave the passport that customs asks for, and the form that reveals it. */
export function RecipientIdentity({ order, result }: RecipientIdentityProps) {
  const { t, format } = useI18n();
  const { is_needed: isNeeded, given_at: givenAt } = order.recipient_identity;
  if (!isNeeded && givenAt === null) return null;
  return (
    <div className="mt-2.5 border-t border-hair pt-2.5">
      <KeyValues>
        <KeyValue name={t("orders.identity")}>
          {givenAt === null ? t("orders.identity_missing") : t("orders.identity_given", { date: format.date(givenAt) })}
        </KeyValue>
      </KeyValues>
      {result && "identity" in result ? (
        <Identity identity={result.identity} />
      ) : givenAt !== null && isActionAllowed(order, "reveal_contacts") ? (
        <RevealForm result={result} />
      ) : null}
    </div>
  );
}

function Identity({ identity: { passport, issued_on, inn } }: { identity: RevealedIdentity }) {
  const { t, format } = useI18n();
  return (
    <section role="status" aria-label={t("orders.identity")} className="mt-2.5">
      <KeyValues>
        <KeyValue name={t("orders.identity_passport")}>
          <span className="code">{`${passport.slice(0, 4)} ${passport.slice(4)}`}</span>
        </KeyValue>
        <KeyValue name={t("orders.identity_issued_on")}>{format.date(issued_on)}</KeyValue>
        <KeyValue name={t("orders.identity_inn")}>
          <span className="code">{inn}</span>
        </KeyValue>
      </KeyValues>
    </section>
  );
}

function RevealForm({ result }: Pick<RecipientIdentityProps, "result">) {
  const { t } = useI18n();
  const isBusy = useNavigation().formData?.get("intent") === "reveal_identity";
  const failure = result?.intent === "reveal_identity" && "errors" in result ? result : null;
  return (
    <details className="pt-1">
      <summary className="flex min-h-8 cursor-pointer items-center gap-2 text-xs font-medium">
        <Eye size={16} aria-hidden />
        {t("orders.identity_reveal")}
      </summary>
      <Form method="post" preventScrollReset className="grid gap-2 pt-1">
        <input type="hidden" name="intent" value="reveal_identity" />
        <Field
          id="identity-reason"
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
