import type { Order } from "@furoshiki/api/orders";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { Star } from "lucide-react";
import { getThemeClasses } from "../../catalog/theme-classes.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Link } from "../../navigation/link.tsx";
import { UnfoldedBundle } from "./bundle.tsx";

const MAX_RATED = 3;
const theme = getThemeClasses("asagi");

/** The unfolded bundle of a delivered order, which asks for stars of its products. */
export function DeliveredBundle({ order }: { order: Order }) {
  const { t } = useAccountI18n();
  const items = listRatedItems(order);
  if (items.length === 0) return null;
  return (
    <section
      aria-labelledby="unfold-title"
      className={`mt-5 flex flex-col overflow-hidden rounded-md lg:flex-row-reverse lg:items-center print:hidden ${theme.backgroundClass}`}
    >
      <UnfoldedBundle items={order.items} className="w-full shrink-0 lg:w-[46%] lg:self-stretch" />
      <div className="min-w-0 px-5 py-5 lg:grow lg:py-8 lg:pl-8">
        <h2 id="unfold-title" className={`text-2xl ${theme.textClass}`}>
          {t("order.unfold_title")}
        </h2>
        <p className={`mt-1 text-sm ${theme.secondaryTextClass}`}>{t("order.unfold_text")}</p>
        <ul className="mt-3 space-y-2">
          {items.map((item) => (
            <li key={item.product_id}>
              <p className={`text-sm wrap-anywhere ${theme.textClass}`}>{insertNonBreakingSpaces(item.name)}</p>
              <StarLinks item={item} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** The products of an order that still have a page, and so can be reviewed, each once. */
function listRatedItems({ status, items }: Order): Order["items"] {
  if (status !== "delivered") return [];
  const byProduct = new Map(
    items.filter((item) => item.link_rewrite && !item.is_present).map((item) => [item.product_id, item]),
  );
  return [...byProduct.values()].slice(0, MAX_RATED);
}

/** Five links to the review of a product, each with its number of stars chosen. */
function StarLinks({ item: { product_id, name } }: { item: Order["items"][number] }) {
  const { t } = useAccountI18n();
  return (
    <div className="-ml-3 flex">
      {[1, 2, 3, 4, 5].map((stars) => (
        <Link
          key={stars}
          to={`/profile/reviews/${product_id}?rating=${stars}`}
          aria-label={t("order.unfold_rate", { stars, name })}
          className={`grid size-11 place-items-center rounded-md ${theme.textClass} hover:[&>svg]:fill-current has-[~a:hover]:[&>svg]:fill-current`}
        >
          <Star size={22} strokeWidth={1.5} aria-hidden />
        </Link>
      ))}
    </div>
  );
}
