import { Form } from "react-router";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { getImageSources } from "../../media/image-sources.ts";
import { Link } from "../../navigation/link.tsx";
import { cardWidths, type ProductCardView } from "../product-cards/product-card-view.ts";

/** Similar products with a button that adds them to the comparison. @param ids the products that are compared */
export function AddToComparison({ cards, ids }: { cards: readonly ProductCardView[]; ids: readonly number[] }) {
  const { t, to, format } = useAccountI18n();
  if (cards.length === 0) return null;
  return (
    <section className="mt-12 lg:mt-16" aria-labelledby="add-to-comparison">
      <h2 id="add-to-comparison" className="mb-5 text-2xl">
        {t("compare.add_more")}
      </h2>
      <ul className="scroll-x -mx-4 flex gap-3 px-4 lg:mx-0 lg:gap-6 lg:px-0">
        {cards.map((card) => {
          const { image } = card;
          const name = insertNonBreakingSpaces(card.short_name);
          return (
            <li key={card.id} className="flex w-36 shrink-0 flex-col lg:w-48">
              <Link to={`/${card.link_rewrite}`} className="group block grow">
                <Picture
                  image={{ ...getImageSources(image, cardWidths), width: image.width, height: image.height }}
                  sizes="(min-width: 1024px) 192px, 144px"
                  className="aspect-4/5 w-full rounded-xs bg-mist object-cover"
                />
                <span className="mt-2 block text-sm group-hover:text-tokiwa-700">{name}</span>
                <span className="price mt-1 block text-base">{format.money(card.price.current, card.price)}</span>
              </Link>
              <Form method="post" action={to("/compare")} preventScrollReset className="mt-2">
                <input type="hidden" name="ids" value={ids.join(",")} />
                <Button
                  type="submit"
                  kind="outline"
                  full
                  name="add"
                  value={card.id}
                  aria-label={t("compare.add_name", { name })}
                >
                  {t("compare.add")}
                </Button>
              </Form>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
