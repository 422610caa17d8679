import type { GiftCardOptions } from "@furoshiki/api/gift-cards";
import { Calendar, Mail, Wallet, type LucideIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { redirect } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";
import { catchConnectionError, createErrorResult, getFormValues, type FormResult } from "../forms/form-result.ts";
import { Link } from "../navigation/link.tsx";
import { parseFormData } from "../forms/request-body.ts";
import { buildPageMeta, findRootData } from "../seo/page-meta.ts";
import { useAccountI18n, getAccountTranslator } from "../i18n/account-i18n.ts";
import { Breadcrumbs } from "@furoshiki/design-system/ui/breadcrumbs.tsx";
import { ClothGround } from "../content/cloth-ground.tsx";
import { GiftBundle } from "../gift-cards/gift-card-design.tsx";
import { saveDraft, popDraft } from "../gift-cards/gift-card-draft.ts";
import { GIFT_CARDS_PATH, giftCardFields, GiftCardForm, CUSTOM_AMOUNT } from "../gift-cards/gift-card-form.tsx";
import type { Route } from "./+types/gift-cards.page";

export function loader({ context }: Route.LoaderArgs) {
  return getRequestContext({ context }).load<GiftCardOptions>("/v1/certificates/offer");
}

/** Adds the gift card to the cart and redirects there. */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const values = getFormValues(await parseFormData(request), giftCardFields);
  const { face, amount, send_on, ...giftMessageFields } = values;
  const amountText = (face === CUSTOM_AMOUNT ? amount : face)?.replaceAll(/\s/g, "").replace(",", ".") ?? "";
  try {
    await requestContext.call("/v1/user/cart/certificates", {
      method: "POST",
      body: { ...giftMessageFields, amount: Number(amountText) || undefined, send_on: send_on || null },
    });
    return redirect(requestContext.to("/cart"));
  } catch (error) {
    return createErrorResult(error, values);
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs): Promise<FormResult | undefined> {
  const result = (await catchConnectionError(serverAction)) as FormResult | undefined;
  if (result?.code === "unauthenticated") saveDraft(result.values);
  return result;
}

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const rootData = findRootData(matches);
  if (!rootData) return [];
  const t = getAccountTranslator(rootData.locale);
  return buildPageMeta(rootData, location, {
    title: t("menu.gift_cards"),
    description: t("giftcard.intro"),
    ...(loaderData ? { share: loaderData.share } : {}),
  });
};

export default function GiftCardsPage({ loaderData: options, actionData }: Route.ComponentProps) {
  const { t, to } = useAccountI18n();
  const [draft, setDraft] = useState<Record<string, string> | null>(null);
  // The draft is only available in the browser.
  useEffect(() => setDraft(popDraft()), []);
  const benefits: { Icon: LucideIcon; title: string; text: string }[] = [
    { Icon: Mail, title: t("giftcard.by_email"), text: t("giftcard.by_email_text") },
    { Icon: Calendar, title: t("giftcard.valid", { days: options.days }), text: t("giftcard.valid_text") },
    { Icon: Wallet, title: t("giftcard.in_parts"), text: t("giftcard.in_parts_text") },
  ];
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <Breadcrumbs
        label={t("layout.breadcrumbs")}
        items={[
          { name: t("layout.home"), href: to("/") },
          { name: t("menu.gift_cards"), href: to(GIFT_CARDS_PATH) },
        ]}
      />
      <section className="relative mt-2 flex aspect-78/70 flex-col overflow-hidden rounded-xs bg-band-2 lg:mt-3 lg:aspect-auto lg:h-[300px]">
        <ClothGround cloth="tokiwa" />
        <div className="relative p-5 lg:flex lg:w-1/2 lg:grow lg:flex-col lg:justify-center lg:p-12">
          <h1 className="text-[2rem]/[1.1] text-on-band lg:text-4xl">{t("menu.gift_cards")}</h1>
          <p className="mt-2 max-w-60 text-sm text-on-band-2 lg:mt-3 lg:max-w-sm lg:text-base">{t("giftcard.intro")}</p>
        </div>
        <div className="relative mt-auto flex h-[42%] items-end justify-end gap-[10%] pr-[10%] pb-[4%] lg:absolute lg:inset-0 lg:h-auto lg:gap-[3.5%] lg:pr-[10%] lg:pb-4">
          <GiftBundle design="fan" className="w-[21%] drop-shadow-lg lg:w-[10.5%]" />
          <GiftBundle design="sakura" className="w-[29%] drop-shadow-lg lg:w-[14%]" />
        </div>
      </section>
      <GiftCardForm
        // The fields are uncontrolled: they take the values of the draft only if they are mounted again.
        key={draft ? "draft" : "empty"}
        options={options}
        result={actionData}
        values={actionData?.values ?? draft ?? {}}
      />
      <section className="mt-14 border-t border-line pt-10 lg:mt-20 lg:pt-14">
        <h2 className="text-2xl lg:text-3xl">{t("giftcard.how_it_works")}</h2>
        <ul className="mt-6 grid gap-6 lg:grid-cols-3">
          {benefits.map(({ Icon, title, text }) => (
            <li key={title} className="flex gap-4">
              <span className="grid size-11 shrink-0 place-items-center rounded-full border border-tokiwa-300 bg-surface text-tokiwa-700">
                <Icon size={20} strokeWidth={1.5} aria-hidden />
              </span>
              <div>
                <h3 className="font-sans text-base font-semibold">{title}</h3>
                <p className="text-sm text-ink-2">{text}</p>
              </div>
            </li>
          ))}
        </ul>
        <p className="mt-8 text-sm">
          <Link
            to="/certificates/balance"
            className="inline-block py-1 text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700"
          >
            {t("giftcard.balance_link")}
          </Link>
        </p>
      </section>
    </div>
  );
}
