import { ChevronDown, Package } from "lucide-react";
import { lazy, useState } from "react";
import { SectionBoundary } from "@furoshiki/design-system/errors/section-boundary.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";

const loadEstimate = () => import("../../cart/estimate/landed-cost-estimate.tsx");
const LandedCostEstimate = lazy(async () => ({ default: (await loadEstimate()).LandedCostEstimate }));

/** Opens the landed cost estimate, whose code is only loaded when it is needed. */
export function LandedCostButton(line: { productId: number; optionId: number; qty: number }) {
  const { t } = useI18n();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="mt-3 rounded-md border border-line bg-surface scriptless:hidden">
      <button
        type="button"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadEstimate()}
        onClick={() => setIsOpen(!isOpen)}
        className="flex w-full items-center gap-3.5 p-4 text-left text-sm font-semibold"
      >
        <Package size={22} strokeWidth={1.5} aria-hidden className="shrink-0 text-tokiwa-700" />
        <span className="grow">{t("delivery.landed_cost")}</span>
        <ChevronDown size={18} aria-hidden className={`text-ink-3 ${isOpen ? "rotate-180" : ""}`} />
      </button>
      {isOpen ? (
        <SectionBoundary>
          <LandedCostEstimate {...line} />
        </SectionBoundary>
      ) : null}
    </div>
  );
}
