import type { Ingredient, IngredientList } from "@furoshiki/api/catalogue";
import { visitOf } from "../lib/api.ts";
import { trailThing } from "../lib/schema-org.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { chipClass } from "../ui/chip.tsx";
import { alphabets, byLetter, type Letter } from "./brand-index.ts";
import { LetterBar, letterId } from "./letter-bar.tsx";
import { withoutGroups } from "./without.ts";
import type { Route } from "./+types/ingredients.page";

const PATH = "/ingredients";

export async function loader({ context }: Route.LoaderArgs) {
  const { items } = await visitOf({ context }).page<IngredientList>("/v1/ingredients");
  return { letters: byLetter(items, ({ name }) => name, "latin") };
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const known = knownTo(matches);
  if (!known) return [];
  const t = textsOf(known.locale);
  return describePage(known, location, {
    title: t("ingredient.index"),
    description: t("ingredient.index_text"),
    canonical: PATH,
    jsonLd: [trailThing(known, [{ name: t("ingredient.index"), path: PATH }])],
  });
};

/** Everything that the shop can say of what is in its goods, in the order of the alphabet. */
export default function IngredientsPage({ loaderData: { letters } }: Route.ComponentProps) {
  const { t, to } = useShop();
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <Breadcrumbs
        label={t("shell.breadcrumbs")}
        items={[
          { name: t("shell.home"), href: to("/") },
          { name: t("ingredient.index"), href: to(PATH) },
        ]}
      />
      <h1 className="mt-2 text-3xl lg:mt-3 lg:text-4xl">{t("ingredient.index")}</h1>
      <p className="mt-4 max-w-read text-base lg:text-lg">{t("ingredient.index_text")}</p>
      <ul className="mt-5 flex flex-wrap gap-2">
        {withoutGroups.map((group) => (
          <li key={group}>
            <a href={to(`/best-sales?without=${group}`)} rel="nofollow" className={chipClass()}>
              {t(`without.${group}`)}
            </a>
          </li>
        ))}
      </ul>
      <LetterBar
        label={t("ingredient.letters")}
        all={alphabets.latin}
        held={new Set(letters.map(({ letter }) => letter))}
      />
      <div className="mt-6 gap-x-14 sm:columns-2 lg:mt-9">
        {letters.map((one) => (
          <UnderLetter key={one.letter} {...one} />
        ))}
      </div>
    </div>
  );
}

function UnderLetter({ letter, items }: Letter<Ingredient>) {
  const { to } = useShop();
  const id = letterId(letter);
  return (
    <section aria-labelledby={id} className="mb-7 lg:mb-9">
      <h2 id={id} className="border-b border-line-strong pb-1.5 text-2xl text-tokiwa-700">
        {letter}
      </h2>
      <ul>
        {items.map(({ slug, name, purpose }) => (
          <li key={slug} className="break-inside-avoid border-b border-line last:border-0">
            <a href={to(`${PATH}/${slug}`)} className="group block py-2.5">
              <span lang="en" className="block text-base font-medium group-hover:text-tokiwa-700">
                {name}
              </span>
              <span className="block text-sm text-ink-2">{purpose}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
