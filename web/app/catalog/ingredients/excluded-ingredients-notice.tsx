import type { Product } from "@furoshiki/api/catalog";
import { useEffect, useState } from "react";
import { Link } from "../../navigation/link.tsx";
import { useRootData } from "../../store-config/root-data.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { readExcludedIngredients } from "./excluded-ingredients.ts";

/** Warns which ingredients of a product the customer, or the guest in this browser, excludes. */
export function ExcludedIngredientsNotice({ ingredients, avoided }: Pick<Product, "ingredients" | "avoided">) {
  const { t } = useI18n();
  const isGuest = !useRootData()?.user;
  const [localSlugs, setLocalSlugs] = useState<readonly string[]>([]);
  useEffect(() => setLocalSlugs(isGuest ? readExcludedIngredients() : []), [isGuest]);
  const matches = ingredients.filter(
    ({ slug, group }) =>
      avoided.includes(slug) || localSlugs.includes(slug) || (group !== null && localSlugs.includes(group)),
  );
  if (matches.length === 0) return null;
  return (
    <p className="mb-3 rounded-md bg-yamabuki-50 p-3 text-yamabuki-800">
      {t("product.excluded_ingredients")}{" "}
      {matches.map(({ slug, name }, index) => (
        <Link key={name} to={`/ingredients/${slug}`} lang="en" className="underline underline-offset-4">
          {name}
          {index < matches.length - 1 ? ", " : ""}
        </Link>
      ))}
    </p>
  );
}
