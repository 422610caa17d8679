import { lazy, useEffect, useState } from "react";
import { useDelivery } from "../lib/known.ts";
import { Part } from "../lib/part.tsx";
import { useShop } from "../lib/shop.tsx";
import { WideBanner } from "./banners.tsx";
import { CardRow, SectionHead } from "./card-row.tsx";
import { ParcelSteps } from "./home-parts.tsx";
import { viewed } from "./viewed.ts";
import type { Route } from "./+types/home.page";

const section = "mx-auto max-w-page px-4 mt-14 lg:mt-22";

/** Everything under the first view of the home page: its shelves, how a parcel travels, the brands. */
export function HomeShelves({ home }: { home: Route.ComponentProps["loaderData"] }) {
  const shop = useShop();
  const { t, to } = shop;
  const delivery = useDelivery();
  const rows = home.rows.map(({ name, items }) =>
    items.length === 0 ? null : (
      <section key={name} className={section}>
        <SectionHead title={t(`collection.${name}`)} more={{ href: to(`/${name}`), text: t("home.see_all") }} />
        <CardRow cards={items} shop={shop} />
      </section>
    ),
  );
  return (
    <>
      {rows[0]}
      {home.banners
        .filter(({ place }) => place === "wide")
        .map((banner) => (
          <section key={banner.id} className={section}>
            <WideBanner banner={banner} />
          </section>
        ))}
      {rows[1]}
      <FromViewed />
      <ParcelSteps delivery={delivery} />
      {rows.slice(2)}
      <section className={section}>
        <SectionHead
          title={t("menu.brands")}
          more={{ href: to("/brands"), text: t("home.all_brands", { count: home.manufacturers_total }) }}
        />
        <ul className="grid grid-cols-3 gap-px overflow-hidden rounded-xs border border-line bg-line lg:grid-cols-6">
          {home.manufacturers.map((maker) => (
            <li key={maker.id}>
              <a
                href={to(`/manufacturer/${maker.slug}`)}
                className="flex h-24 flex-col items-center justify-center gap-2 bg-surface px-2 text-center text-ink hover:bg-tokiwa-50 lg:h-32"
              >
                {maker.name_ja ? (
                  <span lang="ja" className="font-japanese text-xl tracking-[.12em] lg:text-2xl">
                    {maker.name_ja}
                  </span>
                ) : null}
                <span className="text-[11px] tracking-[.08em] text-ink-2 lg:text-xs">{maker.name}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

const ForYou = lazy(async () => ({ default: (await import("./for-you.tsx")).ForYou }));

/** Only the browser knows what was looked at here, so this row is no part of what the server writes. */
function FromViewed() {
  const [hasViewed, setHasViewed] = useState(false);
  useEffect(() => setHasViewed(viewed().length > 0), []);
  return hasViewed ? (
    <Part>
      <ForYou className={section} />
    </Part>
  ) : null;
}
