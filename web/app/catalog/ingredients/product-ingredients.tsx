import type { Product } from "@furoshiki/api/catalog";
import { ChevronDown } from "lucide-react";
import { Fragment } from "react";
import { Link } from "../../navigation/link.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { ExcludedIngredientsNotice } from "./excluded-ingredients-notice.tsx";

type ProductIngredientsProps = Pick<Product, "composition" | "ingredients" | "avoided">;

const linkClass = "underline decoration-line-strong underline-offset-4 hover:text-tokiwa-700";

/** The ingredients in the order of the label; each one links to its page. */
export function ProductIngredients({ composition, ingredients, avoided }: ProductIngredientsProps) {
  const { t } = useI18n();
  const describedIngredients = ingredients.filter(({ purpose }) => purpose !== null);
  return (
    <details id="composition" open className="group mt-6 border-y border-line">
      <summary className="flex h-14 list-none items-center justify-between">
        <h3 className="text-xl">{t("product.composition")}</h3>
        <ChevronDown size={20} aria-hidden className="text-ink-3 group-open:rotate-180" />
      </summary>
      <div className="pb-5 text-sm text-ink-2">
        <ExcludedIngredientsNotice ingredients={ingredients} avoided={avoided} />
        {ingredients.length === 0 ? (
          <p>{composition}</p>
        ) : (
          <p lang="en" className="leading-7">
            {ingredients.map(({ slug, name }, index) => (
              <Fragment key={name}>
                {index > 0 ? ", " : null}
                <Link to={`/ingredients/${slug}`} className={linkClass}>
                  {name}
                </Link>
              </Fragment>
            ))}
          </p>
        )}
        {describedIngredients.length > 0 ? (
          <details className="mt-3">
            <summary className="cursor-pointer py-1 text-tokiwa-700">{t("product.purposes")}</summary>
            <dl className="mt-2 space-y-1.5">
              {describedIngredients.map(({ name, purpose }) => (
                <div key={name}>
                  <dt lang="en" className="inline font-medium text-ink">
                    {name}
                  </dt>{" "}
                  <dd className="inline">{purpose}</dd>
                </div>
              ))}
            </dl>
          </details>
        ) : null}
      </div>
    </details>
  );
}
