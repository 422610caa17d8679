import { Eye } from "lucide-react";
import { Form, useNavigation } from "react-router";
import type { OrderDetail } from "@furoshiki/api/admin/orders";
import type { OrderContacts } from "@furoshiki/api/admin/orders/staff";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { isActionAllowed, type OrderActionResult } from "./order-actions.ts";

/** The contacts of an order after they were revealed; before that a form that asks for the reason. */
export function CustomerContacts({ order, result }: { order: OrderDetail; result: OrderActionResult | undefined }) {
  const { t } = useI18n();
  const isBusy = useNavigation().formData?.get("intent") === "reveal_contacts";
  if (result && "contacts" in result) return <ContactList contacts={result.contacts} />;
  if (!isActionAllowed(order, "reveal_contacts")) return null;
  const failure = result?.intent === "reveal_contacts" && "errors" in result ? result : null;
  return (
    <details className="mt-2.5 border-t border-hair pt-1">
      <summary className="flex min-h-8 cursor-pointer items-center gap-2 text-xs font-medium">
        <Eye size={16} aria-hidden />
        {t("orders.reveal")}
      </summary>
      <Form method="post" preventScrollReset className="grid gap-2 pt-1">
        <input type="hidden" name="intent" value="reveal_contacts" />
        <Field
          id="reason"
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

function ContactList({ contacts: { customer, address } }: { contacts: OrderContacts }) {
  const { t } = useI18n();
  const lines = [
    ...[customer.name, customer.email, customer.phone],
    ...(address
      ? [
          address.recipient,
          address.company,
          address.phone,
          [address.postcode, address.country_name, address.state, address.city, address.address]
            .filter(Boolean)
            .join(", "),
        ]
      : []),
  ].filter(Boolean);
  return (
    <section role="status" aria-label={t("orders.contacts")} className="mt-2.5 border-t border-hair pt-2.5">
      {[...new Set(lines)].map((line) => (
        <p key={line} className="wrap-anywhere">
          {line}
        </p>
      ))}
    </section>
  );
}
