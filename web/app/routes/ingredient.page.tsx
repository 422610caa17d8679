import type { ExcludedIngredients, IngredientPage as Ingredient } from "@furoshiki/api/catalog";
import { useEffect, useState } from "react";
import { redirect, useFetcher } from "react-router";
import { Link } from "../navigation/link.tsx";
import { getRequestContext } from "../api-client/request-context.ts";
import {
  createSuccessResult,
  catchConnectionError,
  createErrorResult,
  getFormValue,
  type FormResult,
} from "../forms/form-result.ts";
import { useRootData } from "../store-config/root-data.ts";
import { parseFormData } from "../forms/request-body.ts";
import { createBreadcrumbJsonLd } from "../seo/json-ld.ts";
import { buildPageMeta, findRootData } from "../seo/page-meta.ts";
import { useAccountI18n, getAccountTranslator } from "../i18n/account-i18n.ts";
import { loadOptionalData } from "../api-client/optional-data.ts";
import { Button, buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { readExcludedIngredients, saveExcludedIngredients } from "../catalog/ingredients/excluded-ingredients.ts";
import { ListingHeader } from "../catalog/listing/listing-header.tsx";
import { getListingMeta, loadListing } from "../catalog/listing/listing.ts";
import { ProductList } from "../catalog/listing/product-list.tsx";
import type { Route } from "./+types/ingredient.page";

export async function loader({ params, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const ingredient = await requestContext.load<Ingredient>(`/v1/ingredients/${encodeURIComponent(params.slug)}`);
  const { slug } = ingredient;
  // Aliases of an ingredient redirect to its page.
  if (slug !== params.slug) throw redirect(requestContext.to(getPath(slug)), 301);
  const [{ listing }, excludedIngredients] = await Promise.all([
    loadListing(requestContext, { ingredient: slug }),
    requestContext.token ? loadOptionalData(requestContext.call<ExcludedIngredients>("/v1/user/avoided")) : null,
  ]);
  return { ingredient, listing, excludedIngredients: excludedIngredients?.items ?? [] };
}

const INDEX_PATH = "/ingredients";
const getPath = (slug: string) => `${INDEX_PATH}/${slug}`;

/** Adds the ingredient to the customer's excluded ingredients (`avoid=1`) or removes it. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<FormResult> {
  const requestContext = getRequestContext({ context });
  const formData = await parseFormData(request);
  try {
    const { items } = await requestContext.call<ExcludedIngredients>("/v1/user/avoided");
    const otherSlugs = items.filter((slug) => slug !== params.slug);
    const body = { items: getFormValue(formData, "avoid") === "1" ? [...otherSlugs, params.slug] : otherSlugs };
    await requestContext.call("/v1/user/avoided", { method: "PUT", body });
    return createSuccessResult();
  } catch (error) {
    return createErrorResult(error);
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return catchConnectionError(serverAction);
}

/** Returns a text as a sentence: capitalized and with a period. */
function toSentence(text: string): string {
  return `${text.slice(0, 1).toLocaleUpperCase()}${text.slice(1)}.`;
}

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const rootData = findRootData(matches);
  if (!rootData || !loaderData) return [];
  const t = getAccountTranslator(rootData.locale);
  const { ingredient, listing } = loaderData;
  const { name, purpose, slug } = ingredient;
  const listingMeta = getListingMeta(getPath(slug), listing);
  return buildPageMeta(rootData, location, {
    title: t("category.title", { name: t("ingredient.page", { name }), page: listing.listingQuery.page }),
    description: purpose === null ? name : `${name}: ${purpose}.`,
    ...listingMeta,
    ...(purpose === null ? { noindex: true } : {}),
    jsonLd: [
      createBreadcrumbJsonLd(rootData, [
        { name: t("ingredient.index"), path: INDEX_PATH },
        { name, path: getPath(slug) },
      ]),
    ],
  });
};

/** What an ingredient is for, the products that contain it, and links to products without it. */
export default function IngredientPage({ loaderData, actionData }: Route.ComponentProps) {
  const { ingredient, listing, excludedIngredients } = loaderData;
  const { t } = useAccountI18n();
  const { slug, name, purpose, group } = ingredient;
  const path = getPath(slug);
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <ListingHeader
        title={name}
        titleLang="en"
        total={listing.total}
        breadcrumbs={[{ name: t("ingredient.index"), path: INDEX_PATH }]}
        path={path}
      >
        <p className="mt-4 max-w-read text-base lg:text-lg">
          {purpose === null ? t("ingredient.unknown") : toSentence(purpose)}
        </p>
        <div className="mt-5 flex flex-wrap gap-3">
          <Link to={`/best-sales?without=${slug}`} rel="nofollow" className={buttonClass({ kind: "outline" })}>
            {t.rich("ingredient.products_without", { name: () => <span lang="en">{name}</span> })}
          </Link>
          {group ? (
            <Link to={`/best-sales?without=${group}`} rel="nofollow" className={buttonClass({ kind: "muted" })}>
              {t(`excluded.${group}`)}
            </Link>
          ) : null}
        </div>
        <ExcludeIngredientForm slug={slug} excludedIngredients={excludedIngredients} result={actionData} />
      </ListingHeader>
      <ProductList listing={listing} path={path} />
    </div>
  );
}

function ExcludeIngredientForm({
  slug,
  excludedIngredients,
  result,
}: {
  slug: string;
  excludedIngredients: readonly string[];
  result: FormResult | undefined;
}) {
  const { t } = useAccountI18n();
  const isGuest = !useRootData()?.user;
  const fetcher = useFetcher<FormResult>();
  const [localSlugs, setLocalSlugs] = useState<string[]>([]);
  useEffect(() => setLocalSlugs(readExcludedIngredients()), []);
  const isExcluded = (isGuest ? localSlugs : excludedIngredients).includes(slug);
  const lastResult = fetcher.data ?? result;
  const toggle = () => {
    const nextSlugs = isExcluded ? localSlugs.filter((localSlug) => localSlug !== slug) : [...localSlugs, slug];
    if (saveExcludedIngredients(nextSlugs)) setLocalSlugs(nextSlugs);
  };
  return (
    <fetcher.Form method="post" className="mt-8 border-t border-line pt-6">
      <p className="max-w-read text-sm text-ink-2">
        {t(isExcluded ? "ingredient.excluded_text" : "ingredient.exclude_text")}
      </p>
      <input type="hidden" name="avoid" value={isExcluded ? "0" : "1"} />
      <Button
        type={isGuest ? "button" : "submit"}
        kind="outline"
        aria-pressed={isExcluded}
        busy={fetcher.state !== "idle"}
        className={`mt-3 ${isGuest ? "scriptless:hidden" : ""}`}
        {...(isGuest ? { onClick: toggle } : {})}
      >
        {t(isExcluded ? "ingredient.stop_excluding" : "ingredient.exclude")}
      </Button>
      {lastResult && !lastResult.ok ? <p className="mt-2 text-sm text-beni-600">{lastResult.message}</p> : null}
    </fetcher.Form>
  );
}
