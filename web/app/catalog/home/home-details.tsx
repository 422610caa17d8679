import { lazy, useEffect, useState } from "react";
import { Link } from "../../navigation/link.tsx";
import { useDeliveryPricing } from "../../store-config/root-data.ts";
import { SectionBoundary } from "@furoshiki/design-system/errors/section-boundary.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { WideBanner } from "./banners.tsx";
import { CardRow, SectionHeader } from "../product-cards/card-row.tsx";
import { ParcelSteps } from "./home-sections.tsx";
import { getViewedProducts } from "../recommendations/viewed-products.ts";
import type { HomeView } from "./home-view.ts";

const sectionClass = "mx-auto mt-14 max-w-page px-4 lg:mt-22";
const rowClass = `${sectionClass} defer-rendering-120 lg:defer-rendering-145`;
const bannerClass = `${sectionClass} defer-rendering-110 lg:defer-rendering-100`;
const brandsClass = `${sectionClass} defer-rendering-110 lg:defer-rendering-80`;

/** Everything below the first viewport of the home page: product rows, delivery steps and brands. */
export function HomeDetails({ home }: { home: HomeView }) {
  const i18n = useI18n();
  const { t, to } = i18n;
  const delivery = useDeliveryPricing();
  const rows = home.rows.map(({ name, items }) =>
    items.length === 0 ? null : (
      <section key={name} className={rowClass}>
        <SectionHeader title={t(`collection.${name}`)} link={{ href: to(`/${name}`), text: t("home.see_all") }} />
        <CardRow cards={items} i18n={i18n} />
      </section>
    ),
  );
  return (
    <>
      {rows[0]}
      {home.banners
        .filter(({ place }) => place === "wide")
        .map((banner) => (
          <section key={banner.id} className={bannerClass}>
            <WideBanner banner={banner} />
          </section>
        ))}
      {rows[1]}
      <LazyRecommendations />
      <ParcelSteps delivery={delivery} />
      {rows.slice(2)}
      <section className={brandsClass}>
        <SectionHeader
          title={t("menu.brands")}
          link={{ href: to("/brands"), text: t("home.all_brands", { count: home.manufacturers_total }) }}
        />
        <ul className="grid grid-cols-3 gap-px overflow-hidden rounded-xs border border-line bg-line lg:grid-cols-6">
          {home.manufacturers.map((brand) => (
            <li key={brand.id}>
              <Link
                to={`/manufacturer/${brand.slug}`}
                className="flex h-24 flex-col items-center justify-center gap-2 bg-surface px-2 text-center text-ink hover:bg-tokiwa-50 lg:h-32"
              >
                {brand.name_ja ? (
                  <span lang="ja" className="font-japanese text-xl tracking-[.12em] lg:text-2xl">
                    {brand.name_ja}
                  </span>
                ) : null}
                <span className="text-[11px] tracking-[.08em] text-ink-2 lg:text-xs">{brand.name}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

const Recommendations = lazy(async () => ({
  default: (await import("../recommendations/recommendations.tsx")).Recommendations,
}));

/** The server does not know what was viewed in this browser, so it never renders this row. */
function LazyRecommendations() {
  const [hasViewed, setHasViewed] = useState(false);
  useEffect(() => setHasViewed(getViewedProducts().length > 0), []);
  return hasViewed ? (
    <SectionBoundary>
      <Recommendations className={sectionClass} />
    </SectionBoundary>
  ) : null;
}
