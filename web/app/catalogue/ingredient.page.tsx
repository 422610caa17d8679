import type { Avoided, IngredientPage as Ingredient } from "@furoshiki/api/catalogue";
import { useEffect, useState } from "react";
import { redirect, useFetcher } from "react-router";
import { visitOf } from "../lib/api.ts";
import { done, orOffline, refused, textOf, type FormAnswer } from "../lib/form-answer.ts";
import { useKnown } from "../lib/known.ts";
import { formDataOf } from "../lib/request-body.ts";
import { trailThing } from "../lib/schema-org.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { sidePart } from "../lib/side-part.ts";
import { textsOf } from "../lib/texts.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { avoidedHere, avoidHere } from "./avoided.ts";
import { ListingHead } from "./listing-head.tsx";
import { listingFacts, loadListing } from "./listing.ts";
import { ProductList } from "./product-list.tsx";
import type { Route } from "./+types/ingredient.page";

export async function loader({ params, context }: Route.LoaderArgs) {
  const visit = visitOf({ context });
  const ingredient = await visit.page<Ingredient>(`/v1/ingredients/${encodeURIComponent(params.slug)}`);
  const { slug } = ingredient;
  // Other names of an ingredient lead to its one page.
  if (slug !== params.slug) throw redirect(visit.to(pathOf(slug)), 301);
  const [{ listing }, avoided] = await Promise.all([
    loadListing(visit, { ingredient: slug }),
    visit.token ? sidePart(visit.call<Avoided>("/v1/user/avoided")) : null,
  ]);
  return { ingredient, listing, avoided: avoided?.items ?? [] };
}

const INDEX = "/ingredients";
const pathOf = (slug: string) => `${INDEX}/${slug}`;

/** Puts the ingredient on the customer's list (`avoid=1`) or takes it off. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<FormAnswer> {
  const visit = visitOf({ context });
  const form = await formDataOf(request);
  try {
    const { items } = await visit.call<Avoided>("/v1/user/avoided");
    const others = items.filter((one) => one !== params.slug);
    const body = { items: textOf(form, "avoid") === "1" ? [...others, params.slug] : others };
    await visit.call("/v1/user/avoided", { method: "PUT", body });
    return done();
  } catch (error) {
    return refused(error);
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orOffline(serverAction);
}

/** Words that say what something is for, as a sentence of their own. */
function sentence(words: string): string {
  return `${words.slice(0, 1).toLocaleUpperCase()}${words.slice(1)}.`;
}

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const known = knownTo(matches);
  if (!known || !loaderData) return [];
  const t = textsOf(known.locale);
  const { ingredient, listing } = loaderData;
  const { name, purpose, slug } = ingredient;
  const facts = listingFacts(pathOf(slug), listing);
  return describePage(known, location, {
    title: t("category.title", { name: t("ingredient.page", { name }), page: listing.wish.page }),
    description: purpose === null ? name : `${name}: ${purpose}.`,
    ...facts,
    ...(purpose === null ? { noindex: true } : {}),
    jsonLd: [
      trailThing(known, [
        { name: t("ingredient.index"), path: INDEX },
        { name, path: pathOf(slug) },
      ]),
    ],
  });
};

/** What an ingredient is for, the goods that have it, and the way to those that do without. */
export default function IngredientPage({ loaderData, actionData }: Route.ComponentProps) {
  const { ingredient, listing, avoided } = loaderData;
  const { t, to } = useShop();
  const { slug, name, purpose, group } = ingredient;
  const path = pathOf(slug);
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <ListingHead
        title={name}
        titleLang="en"
        total={listing.total}
        trail={[{ name: t("ingredient.index"), path: INDEX }]}
        path={path}
      >
        <p className="mt-4 max-w-read text-base lg:text-lg">
          {purpose === null ? t("ingredient.unknown") : sentence(purpose)}
        </p>
        <div className="mt-5 flex flex-wrap gap-3">
          <a href={to(`/best-sales?without=${slug}`)} rel="nofollow" className={buttonClass({ kind: "outline" })}>
            {t.rich("ingredient.without", { name: () => <span lang="en">{name}</span> })}
          </a>
          {group ? (
            <a href={to(`/best-sales?without=${group}`)} rel="nofollow" className={buttonClass({ kind: "quiet" })}>
              {t(`without.${group}`)}
            </a>
          ) : null}
        </div>
        <Avoid slug={slug} avoided={avoided} answer={actionData} />
      </ListingHead>
      <ProductList listing={listing} path={path} />
    </div>
  );
}

function Avoid({
  slug,
  avoided,
  answer,
}: {
  slug: string;
  avoided: readonly string[];
  answer: FormAnswer | undefined;
}) {
  const { t } = useShop();
  const isGuest = !useKnown()?.user;
  const fetcher = useFetcher<FormAnswer>();
  const [here, setHere] = useState<string[]>([]);
  useEffect(() => setHere(avoidedHere()), []);
  const on = (isGuest ? here : avoided).includes(slug);
  const refusal = fetcher.data ?? answer;
  const press = () => {
    const next = on ? here.filter((one) => one !== slug) : [...here, slug];
    if (avoidHere(next)) setHere(next);
  };
  return (
    <fetcher.Form method="post" className="mt-8 border-t border-line pt-6">
      <p className="max-w-read text-sm text-ink-2">{t(on ? "ingredient.avoided_text" : "ingredient.avoid_text")}</p>
      <input type="hidden" name="avoid" value={on ? "0" : "1"} />
      <Button
        type={isGuest ? "button" : "submit"}
        kind="outline"
        aria-pressed={on}
        busy={fetcher.state !== "idle"}
        className={`mt-3 ${isGuest ? "scriptless:hidden" : ""}`}
        {...(isGuest ? { onClick: press } : {})}
      >
        {t(on ? "ingredient.allow" : "ingredient.avoid")}
      </Button>
      {refusal && !refusal.ok ? <p className="mt-2 text-sm text-beni-600">{refusal.message}</p> : null}
    </fetcher.Form>
  );
}
