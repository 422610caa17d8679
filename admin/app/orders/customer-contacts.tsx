import type { OrderDetail } from "@furoshiki/api/admin/orders";
import type { OrderContacts } from "@furoshiki/api/admin/orders/staff";
import { useI18n } from "../i18n/use-i18n.tsx";
import { isActionAllowed, type OrderActionResult } from "./order-actions.ts";
import { RevealForm } from "./reveal-form.tsx";

/** The contacts of an order after they were revealed; before that a form that asks for the reason. */
export function CustomerContacts({ order, result }: { order: OrderDetail; result: OrderActionResult | undefined }) {
  const { t } = useI18n();
  if (result && "contacts" in result) return <ContactList contacts={result.contacts} />;
  if (!isActionAllowed(order, "reveal_contacts")) return null;
  return (
    <RevealForm
      intent="reveal_contacts"
      label={t("orders.reveal")}
      result={result}
      className="mt-2.5 border-t border-hair"
    />
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
