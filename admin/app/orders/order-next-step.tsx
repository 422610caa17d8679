import { ArrowRight, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { OrderDetail } from "@furoshiki/api/admin/orders";
import { useI18n } from "../i18n/use-i18n.tsx";

/** What to do next with an order, and what blocks it. Nothing if there is no next step. */
export function OrderNextStep({
  order: { next_step: nextStep, status, actions, customs },
  children,
}: {
  order: OrderDetail;
  /** The button of the step. */
  children?: ReactNode;
}) {
  const { t } = useI18n();
  const reasons = actions.find(({ name }) => name === nextStep)?.reasons ?? [];
  // What unblocks a step comes before it.
  const blockedTitle = reasons.map((reason) => t.find(`orders.next_${reason}`)).find((text) => text !== null);
  const title = blockedTitle ?? (nextStep === null ? null : t.find(`orders.next_${nextStep}`));
  if (title === null) return null;
  const isBlocked = reasons.length > 0;
  const Icon = isBlocked ? TriangleAlert : ArrowRight;
  return (
    <section
      aria-label={t("orders.next_step")}
      className={`flex flex-wrap items-center gap-3.5 rounded-md border border-l-3 border-edge bg-card px-4 py-3.5 ${isBlocked ? "border-l-yamabuki-500" : "border-l-tokiwa-700"}`}
    >
      <Icon
        size={22}
        strokeWidth={1.5}
        aria-hidden
        className={`shrink-0 ${isBlocked ? "text-yamabuki-800" : "text-tokiwa-700"}`}
      />
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="text-heading">{title}</h2>
        {isBlocked ? (
          <ul className="text-ink-2">
            {reasons.map((reason) => (
              <li key={reason}>
                {t(`orders.blocked_${reason}`, { status })}
                {isCustomsReason(reason) ? <CustomsProblems problems={customs.problems} /> : null}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      {children}
    </section>
  );
}

function isCustomsReason(reason: string): boolean {
  return reason === "customs_data_missing" || reason === "shipment_not_allowed";
}

/** The products that keep an order from being sent, each with its problems. */
function CustomsProblems({ problems }: Pick<OrderDetail["customs"], "problems">) {
  const { t } = useI18n();
  return (
    <ul>
      {[...Map.groupBy(problems, ({ product_id: productId }) => productId)].map(([productId, ofProduct]) => (
        <li key={productId}>
          <span className="code">{ofProduct[0]?.reference}</span>{" "}
          {ofProduct.map(({ code }) => t(`fulfillment.problem_${code}`)).join(", ")}
        </li>
      ))}
    </ul>
  );
}
