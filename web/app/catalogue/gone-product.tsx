import type { Card } from "@furoshiki/api/catalogue";
import { useShop } from "../lib/shop.tsx";
import { buttonClass } from "../ui/button.tsx";
import { CardRow, SectionHead } from "./card-row.tsx";
import { shownCard } from "./shown-card.ts";

const SHOWN = 5;

/** In place of a product that is not sold any more: that it is so, and what is like it. */
export function GoneProduct({ items }: { items: readonly Card[] }) {
  const shop = useShop();
  const { t, to } = shop;
  return (
    <>
      <h1 className="text-3xl lg:text-4xl">{t("gone.title")}</h1>
      <p className="mt-3 max-w-read text-base text-ink-2">{t("gone.text")}</p>
      <a href={to("/")} className={buttonClass({ kind: "outline", className: "mt-5" })}>
        {t("error.to_home")}
      </a>
      {items.length > 0 ? (
        <section className="mt-12">
          <SectionHead title={t("product.similar")} />
          <CardRow cards={items.slice(0, SHOWN).map(shownCard)} shop={shop} />
        </section>
      ) : null}
    </>
  );
}
