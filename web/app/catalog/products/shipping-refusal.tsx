import type { ShippingQuote } from "@furoshiki/api/delivery";
import { PlaneTakeoff } from "lucide-react";
import { useDestinationPath } from "../../delivery/destination.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Link } from "../../navigation/link.tsx";
import { useRootData } from "../../store-config/root-data.ts";
import { ALTERNATIVES_ID } from "../product-cards/shipping-line.tsx";
import { ProductCard } from "../product-cards/product-card.tsx";
import type { ProductCardView } from "../product-cards/product-card-view.ts";

export const REFUSAL_ID = "shipping-refusal";

/** Why a product cannot be sent to the visitor's country. */
export function ShippingRefusal({ refusal }: { refusal: NonNullable<ShippingQuote["refusal"]> }) {
  const { t } = useI18n();
  const destinationPath = useDestinationPath();
  const direction = useRootData()?.config.destination?.direction ?? "";
  return (
    <div id={REFUSAL_ID} className="mt-5 flex gap-3.5 rounded-md border border-yamabuki-300 bg-yamabuki-50 p-4 text-sm">
      <PlaneTakeoff size={22} strokeWidth={1.5} aria-hidden className="shrink-0 text-yamabuki-800" />
      <div>
        <h2 className="text-lg">{t("shipping.cannot_title", { direction })}</h2>
        <p className="mt-1 text-ink-2">{refusal.text}.</p>
        <Link
          to={destinationPath}
          rel="nofollow"
          className="mt-2 inline-flex min-h-8 items-center text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700"
        >
          {t("shipping.other_country")}
        </Link>
      </div>
    </div>
  );
}

/** Similar products that can be sent to the visitor's country. */
export function ShippableAlternatives({ cards }: { cards: readonly ProductCardView[] }) {
  const i18n = useI18n();
  if (cards.length === 0) return null;
  return (
    <section id={ALTERNATIVES_ID} className="mt-7 scroll-mt-32">
      <h2 className="text-2xl">{i18n.t("shipping.alternatives_title")}</h2>
      <div className="mt-4 grid grid-cols-2 gap-x-3 sm:grid-cols-3 lg:gap-x-5">
        {cards.map((card) => (
          <ProductCard key={card.id} card={card} i18n={i18n} sizes="(min-width: 1024px) 200px, 44vw" />
        ))}
      </div>
    </section>
  );
}
