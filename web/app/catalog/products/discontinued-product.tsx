import type { ProductCardData } from "@furoshiki/api/catalog";
import { Link } from "../../navigation/link.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { CardRow, SectionHeader } from "../product-cards/card-row.tsx";
import { createProductCardView } from "../product-cards/product-card-view.ts";

const MAX_SIMILAR = 5;

/** Shown instead of a discontinued product: an explanation and similar products. */
export function DiscontinuedProduct({ items }: { items: readonly ProductCardData[] }) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <>
      <h1 className="text-3xl lg:text-4xl">{t("discontinued.title")}</h1>
      <p className="mt-3 max-w-read text-base text-ink-2">{t("discontinued.text")}</p>
      <Link to="/" className={buttonClass({ kind: "outline", className: "mt-5" })}>
        {t("error.to_home")}
      </Link>
      {items.length > 0 ? (
        <section className="mt-12">
          <SectionHeader title={t("product.similar")} />
          <CardRow cards={items.slice(0, MAX_SIMILAR).map(createProductCardView)} i18n={i18n} />
        </section>
      ) : null}
    </>
  );
}
