import type { OrderDetail } from "@furoshiki/api/admin/orders";
import type { RevealedIdentity } from "@furoshiki/api/admin/orders/identity";
import { useI18n } from "../i18n/use-i18n.tsx";
import { KeyValue, KeyValues } from "../ui/key-values.tsx";
import { isActionAllowed, type OrderActionResult } from "./order-actions.ts";
import { RevealForm } from "./reveal-form.tsx";

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
        <RevealForm intent="reveal_identity" label={t("orders.identity_reveal")} result={result} />
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
