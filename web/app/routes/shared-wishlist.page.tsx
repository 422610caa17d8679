import type { SharedWishlist } from "@furoshiki/api/wishlist/shares";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { EyeOff, Gift } from "lucide-react";
import { data, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { ApiError, getRequestContext } from "../api-client/request-context.ts";
import { serverContext } from "../api-client/server-context.ts";
import { GiftChoice, type GiftState } from "../catalog/gift-choices/gift-choice.tsx";
import { generateGiverKey, readGiverKey, serializeGiverKey } from "../catalog/gift-choices/giver-key.ts";
import { createProductCardView } from "../catalog/product-cards/product-card-view.ts";
import { getFormValue } from "../forms/form-result.ts";
import { parseFormData } from "../forms/request-body.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Link } from "../navigation/link.tsx";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import type { Route } from "./+types/shared-wishlist.page";

const getApiPath = (token: string) => `/v1/wishlists/${encodeURIComponent(token)}`;

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const giverKey = readGiverKey(request.headers.get("cookie"));
  const list = await requestContext.load<SharedWishlist>(getApiPath(params.token), {
    headers: giverKey === null ? {} : { "giver-key": giverKey },
  });
  const { items, ...fields } = list;
  return {
    ...fields,
    gifts: items.map((item) => ({ card: createProductCardView(item.card), state: getGiftState(item) })),
  };
}

function getGiftState(item: SharedWishlist["items"][number]): GiftState {
  if (item.is_chosen_by_me) return "mine";
  return item.is_chosen ? "taken" : "free";
}

/** Chooses a product as a gift or withdraws the choice. The first choice gives the browser a key of its own. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const { call, to } = getRequestContext({ context });
  const { secureCookies } = context.get(serverContext);
  const formData = await parseFormData(request);
  const giverKey = readGiverKey(request.headers.get("cookie")) ?? generateGiverKey();
  const method = getFormValue(formData, "intent") === "withdraw" ? "DELETE" : "POST";
  const product = encodeURIComponent(getFormValue(formData, "product"));
  try {
    await call(`${getApiPath(params.token)}/gifts/${product}`, { method, body: { giver_key: giverKey } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data({ message: error.message }, error.status);
  }
  return redirect(to(`/wishlist/shared/${params.token}`), {
    headers: { "set-cookie": serializeGiverKey(giverKey, secureCookies) },
  });
}

/** Also loads the list again after a refused choice, so that it shows that the product was taken. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === undefined ? defaultShouldRevalidate : true;
}

const createMeta = createNoindexMeta("shared.page_title");

/** Other sites do not learn the link: browsers send no address of this page to them. */
export const meta: Route.MetaFunction = (args) => [...createMeta(args), { name: "referrer", content: "same-origin" }];

export default function SharedWishlistPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t, format } = useAccountI18n();
  const { owner, occasion, occasion_on: day, is_own: isOwn, gifts } = loaderData;
  const chosenCount = gifts.filter(({ state }) => state !== "free").length;
  const hasOwnChoice = gifts.some(({ state }) => state === "mine");
  return (
    <div className="mx-auto max-w-page px-4 pt-4 lg:pt-6">
      <header className="rounded-md bg-beni-50 px-5 py-8 lg:px-14 lg:py-14">
        <p className="text-sm text-ink-2">{t("shared.eyebrow", { name: owner })}</p>
        <h1 className="mt-2 max-w-read text-3xl break-words lg:text-5xl">{occasion || t("shared.title")}</h1>
        <p className="mt-3 max-w-read text-base text-ink-2">
          {day === null ? null : <span className="num">{format.date(day)}. </span>}
          {t("shared.text")}
        </p>
        <p className="mt-4 flex items-start gap-2 text-sm">
          <EyeOff size={18} strokeWidth={1.5} aria-hidden className="mt-0.5 shrink-0" />
          {t("shared.address")}
        </p>
      </header>
      <h2 className="mt-8 mb-5 text-2xl lg:mt-10 lg:text-3xl">
        {t("shared.count", { count: gifts.length })}
        {chosenCount > 0 ? `, ${t("shared.chosen_count", { count: chosenCount })}` : null}
      </h2>
      {actionData ? (
        <Alert kind="error" className="mb-5">
          {actionData.message}
        </Alert>
      ) : null}
      {isOwn ? (
        <Alert kind="info" className="mb-5">
          {t("shared.own")}
        </Alert>
      ) : null}
      <p role="status" className={hasOwnChoice ? "mb-5 flex items-start gap-2 text-sm text-tokiwa-700" : "sr-only"}>
        {hasOwnChoice ? (
          <>
            <Gift size={18} strokeWidth={1.5} aria-hidden className="mt-0.5 shrink-0" />
            {t("shared.next")}
          </>
        ) : null}
      </p>
      <ul className="grid grid-cols-2 gap-x-3 gap-y-8 md:grid-cols-3 lg:grid-cols-4 lg:gap-x-6 xl:grid-cols-6">
        {gifts.map(({ card, state }) => (
          <GiftChoice key={card.id} card={card} state={state} isOwn={isOwn} />
        ))}
      </ul>
      <GiftCardOffer />
    </div>
  );
}

/** For those who cannot choose. */
function GiftCardOffer() {
  const { t } = useAccountI18n();
  return (
    <section className="mt-12 flex flex-wrap items-center justify-between gap-4 rounded-md border border-line bg-surface p-5 lg:p-8">
      <div>
        <h2 className="text-xl lg:text-2xl">{t("shared.gift_card_title")}</h2>
        <p className="mt-1 text-sm text-ink-2">{t("shared.gift_card_text")}</p>
      </div>
      <Link to="/podarocnyi-sertifikat.html" className={buttonClass({ kind: "outline", className: "max-sm:w-full" })}>
        {t("shared.gift_card")}
      </Link>
    </section>
  );
}
