import { CircleAlert, Plane, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { useRootData } from "../../store-config/root-data.ts";
import { getLineProblem, type CartLine } from "../cart-contents.ts";

/** Shows the problem that blocks this line, or a warning about its quantity (docs/domain/cart.md, docs/domain/customs.md). */
export function LineProblemMessage({ line, qty, options }: { line: CartLine; qty: number; options: ReactNode }) {
  const { t } = useAccountI18n();
  const commercialQty = useRootData()?.config.limits.commercial_qty ?? 0;
  const problem = getLineProblem(line);
  const errorClass = "mt-2 flex items-start gap-1.5 text-sm text-beni-600";
  if (problem === "unavailable") {
    return (
      <p className={errorClass}>
        <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
        {t("checkout.unavailable")}
      </p>
    );
  }
  if (problem === "not_shippable") {
    return (
      <p className={errorClass}>
        <Plane size={16} aria-hidden className="mt-0.5 shrink-0" />
        <span>
          {t("checkout.not_shippable")}
          <span className="block text-xs text-ink-2">{line.shipping_refusal?.text}</span>
        </span>
      </p>
    );
  }
  if (problem === "option_required") {
    return (
      <div className="mt-2 rounded-md bg-yamabuki-50 p-3 text-sm text-yamabuki-800">
        <p className="flex items-start gap-1.5">
          <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
          {t("checkout.option_required")}
        </p>
        {options}
      </div>
    );
  }
  if (qty > line.qty_limit) {
    return (
      <p className={errorClass}>
        <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
        {t("checkout.only_left", { count: line.qty_limit })}
      </p>
    );
  }
  const warnings = [
    ...(qty > commercialQty && commercialQty > 0 ? [t("cart.commercial", { count: commercialQty })] : []),
    ...(qty >= line.qty_limit ? [t("cart.limit", { count: line.qty_limit })] : []),
  ];
  return warnings.length > 0 ? <p className="mt-1.5 text-xs text-yamabuki-800">{warnings.join(". ")}</p> : null;
}
