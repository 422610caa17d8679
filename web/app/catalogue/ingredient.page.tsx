import type { Avoided, IngredientPage as Ingredient } from "@furoshiki/api/catalogue";
import { useEffect, useState } from "react";
import { redirect, useFetcher } from "react-router";
import { visitOf } from "../lib/api.ts";
import { done, orOffline, refused, textOf, type FormAnswer } from "../lib/form-answer.ts";
import { useKnown } from "../lib/known.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { sidePart } from "../lib/side-part.ts";
import { textsOf } from "../lib/texts.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { avoidedHere, avoidHere } from "./avoided.ts";
import type { Route } from "./+types/ingredient.page";

export async function loader({ params, context }: Route.LoaderArgs) {
  const visit = visitOf({ context });
  const [ingredient, avoided] = await Promise.all([
    visit.page<Ingredient>(`/v1/ingredients/${encodeURIComponent(params.slug)}`),
    visit.token ? sidePart(visit.call<Avoided>("/v1/user/avoided")) : null,
  ]);
  // Other names of an ingredient lead to its one page.
  if (ingredient.slug !== params.slug) throw redirect(visit.to(`/ingredients/${ingredient.slug}`), 301);
  return { ingredient, avoided: avoided?.items ?? [] };
}

/** Puts the ingredient on the customer's list (`avoid=1`) or takes it off. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<FormAnswer> {
  const visit = visitOf({ context });
  const form = await request.formData();
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

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const known = knownTo(matches);
  if (!known || !loaderData) return [];
  const { name, purpose, count } = loaderData.ingredient;
  const t = textsOf(known.locale);
  return describePage(known, location, {
    title: t("ingredient.page", { name }),
    description: purpose === null ? name : `${name}: ${purpose}.`,
    noindex: purpose === null || count === 0,
  });
};

/** What an ingredient is for, and the goods that do without it. */
export default function IngredientPage({ loaderData, actionData }: Route.ComponentProps) {
  const { ingredient, avoided } = loaderData;
  const { t, to } = useShop();
  const { slug, name, purpose, group, count } = ingredient;
  return (
    <div className="mx-auto max-w-page px-4 pt-6 lg:pt-10">
      <h1 lang="en" className="text-3xl lg:text-4xl">
        {name}
      </h1>
      <p className="mt-4 max-w-read text-base lg:text-lg">{purpose ?? t("ingredient.unknown")}</p>
      <p className="mt-3 text-sm text-ink-2">{t("ingredient.count", { count })}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <a href={to(`/best-sales?without=${slug}`)} rel="nofollow" className={buttonClass({ kind: "outline" })}>
          {t("ingredient.without", { name })}
        </a>
        {group ? (
          <a href={to(`/best-sales?without=${group}`)} rel="nofollow" className={buttonClass({ kind: "quiet" })}>
            {t(`without.${group}`)}
          </a>
        ) : null}
      </div>
      <Avoid slug={slug} avoided={avoided} answer={actionData} />
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
