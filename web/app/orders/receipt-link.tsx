import type { Order } from "@furoshiki/api/orders";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { Download } from "lucide-react";
import { useAccountI18n } from "../i18n/account-i18n.ts";

/** Downloads the receipt of an order; nothing before its payment. */
export function ReceiptLink({ order }: { order: Pick<Order, "id" | "history"> }) {
  const { t, to } = useAccountI18n();
  if (!order.history.some(({ status }) => status === "paid")) return null;
  return (
    <a
      href={to(`/profile/orders/${order.id}/receipt`)}
      download
      className={buttonClass({ kind: "muted", className: "mt-4 w-full print:hidden" })}
    >
      <Download size={18} strokeWidth={1.5} aria-hidden />
      {t("order.receipt_pdf")}
    </a>
  );
}
