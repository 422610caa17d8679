import type { Ingredient, IngredientList } from "@furoshiki/api/catalog";
import { Link } from "../navigation/link.tsx";
import { getRequestContext } from "../api-client/request-context.ts";
import { createBreadcrumbJsonLd } from "../seo/json-ld.ts";
import { buildPageMeta, findRootData } from "../seo/page-meta.ts";
import { useAccountI18n, getAccountTranslator } from "../i18n/account-i18n.ts";
import { Breadcrumbs } from "@furoshiki/design-system/ui/breadcrumbs.tsx";
import { chipClass } from "@furoshiki/design-system/ui/chip.tsx";
import { lettersByAlphabet, groupByLetter, type LetterGroup } from "../catalog/brands/brand-index.ts";
import { AlphabetNav, getLetterId } from "../catalog/brands/alphabet-nav.tsx";
import { excludableGroups } from "../catalog/ingredients/ingredient-groups.ts";
import type { Route } from "./+types/ingredients.page";

const PATH = "/ingredients";

export async function loader({ context }: Route.LoaderArgs) {
  const { items } = await getRequestContext({ context }).load<IngredientList>("/v1/ingredients");
  return { letterGroups: groupByLetter(items, ({ name }) => name, "latin") };
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const rootData = findRootData(matches);
  if (!rootData) return [];
  const t = getAccountTranslator(rootData.locale);
  return buildPageMeta(rootData, location, {
    title: t("ingredient.index"),
    description: t("ingredient.index_text"),
    canonical: PATH,
    jsonLd: [createBreadcrumbJsonLd(rootData, [{ name: t("ingredient.index"), path: PATH }])],
  });
};

/** All ingredients that the store describes, in alphabetical order. */
export default function IngredientsPage({ loaderData: { letterGroups } }: Route.ComponentProps) {
  const { t, to } = useAccountI18n();
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <Breadcrumbs
        label={t("layout.breadcrumbs")}
        items={[
          { name: t("layout.home"), href: to("/") },
          { name: t("ingredient.index"), href: to(PATH) },
        ]}
      />
      <h1 className="mt-2 text-3xl lg:mt-3 lg:text-4xl">{t("ingredient.index")}</h1>
      <p className="mt-4 max-w-read text-base lg:text-lg">{t("ingredient.index_text")}</p>
      <ul className="mt-5 flex flex-wrap gap-2">
        {excludableGroups.map((group) => (
          <li key={group}>
            <Link to={`/best-sales?without=${group}`} rel="nofollow" className={chipClass()}>
              {t(`excluded.${group}`)}
            </Link>
          </li>
        ))}
      </ul>
      <AlphabetNav
        label={t("ingredient.letters")}
        alphabet={lettersByAlphabet.latin}
        lettersWithItems={new Set(letterGroups.map(({ letter }) => letter))}
      />
      <div className="mt-6 gap-x-14 sm:columns-2 lg:mt-9">
        {letterGroups.map((group) => (
          <IngredientGroup key={group.letter} {...group} />
        ))}
      </div>
    </div>
  );
}

function IngredientGroup({ letter, items }: LetterGroup<Ingredient>) {
  const id = getLetterId(letter);
  return (
    <section aria-labelledby={id} className="mb-7 lg:mb-9">
      <h2 id={id} className="border-b border-line-strong pb-1.5 text-2xl text-tokiwa-700">
        {letter}
      </h2>
      <ul>
        {items.map(({ slug, name, purpose }) => (
          <li key={slug} className="break-inside-avoid border-b border-line last:border-0">
            <Link to={`${PATH}/${slug}`} className="group block py-2.5">
              <span lang="en" className="block text-base font-medium group-hover:text-tokiwa-700">
                {name}
              </span>
              <span className="block text-sm text-ink-2">{purpose}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
