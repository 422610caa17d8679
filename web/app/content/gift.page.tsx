import type { CertificateOffer } from "@furoshiki/api/promotions";
import { Calendar, Mail, Wallet, type LucideIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { redirect } from "react-router";
import { visitOf } from "../lib/api.ts";
import { orOffline, refused, typedIn, type FormAnswer } from "../lib/form-answer.ts";
import { Link } from "../lib/link.tsx";
import { formDataOf } from "../lib/request-body.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { GiftBundle } from "./gift-bundle.tsx";
import { keepDraft, takeDraft } from "./gift-draft.ts";
import { GIFT_PATH, giftFields, GiftForm, OTHER_SUM } from "./gift-form.tsx";
import type { Route } from "./+types/gift.page";

export function loader({ context }: Route.LoaderArgs) {
  return visitOf({ context }).page<CertificateOffer>("/v1/certificates/offer");
}

/** Puts the certificate into the cart, and leads there. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = visitOf({ context });
  const values = typedIn(await formDataOf(request), giftFields);
  const { face, amount, send_on, ...dedication } = values;
  const sum = (face === OTHER_SUM ? amount : face)?.replaceAll(/\s/g, "").replace(",", ".") ?? "";
  try {
    await visit.call("/v1/user/cart/certificates", {
      method: "POST",
      body: { ...dedication, amount: Number(sum) || undefined, send_on: send_on || null },
    });
    return redirect(visit.to("/cart"));
  } catch (error) {
    return refused(error, values);
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs): Promise<FormAnswer | undefined> {
  const answer = (await orOffline(serverAction)) as FormAnswer | undefined;
  if (answer?.code === "unauthenticated") keepDraft(answer.values);
  return answer;
}

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const known = knownTo(matches);
  if (!known) return [];
  const t = textsOf(known.locale);
  return describePage(known, location, {
    title: t("menu.gift"),
    description: t("gift.lead"),
    ...(loaderData ? { share: loaderData.share } : {}),
  });
};

export default function GiftPage({ loaderData: offer, actionData }: Route.ComponentProps) {
  const { t, to } = useShop();
  const [draft, setDraft] = useState<Record<string, string> | null>(null);
  // Only a browser knows what was kept while its visitor signed in.
  useEffect(() => setDraft(takeDraft()), []);
  const facts: { Icon: LucideIcon; title: string; text: string }[] = [
    { Icon: Mail, title: t("gift.by_mail"), text: t("gift.by_mail_text") },
    { Icon: Calendar, title: t("gift.valid", { days: offer.days }), text: t("gift.valid_text") },
    { Icon: Wallet, title: t("gift.in_parts"), text: t("gift.in_parts_text") },
  ];
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <Breadcrumbs
        label={t("shell.breadcrumbs")}
        items={[
          { name: t("shell.home"), href: to("/") },
          { name: t("menu.gift"), href: to(GIFT_PATH) },
        ]}
      />
      <section className="relative mt-2 grid overflow-hidden rounded-xs bg-band-2 lg:mt-3 lg:h-[300px] lg:grid-cols-2">
        <div className="p-5 lg:flex lg:flex-col lg:justify-center lg:p-12">
          <h1 className="text-[2rem]/[1.1] text-on-band lg:text-4xl">{t("menu.gift")}</h1>
          <p className="mt-2 max-w-sm text-sm text-on-band-2 lg:mt-3 lg:text-base">{t("gift.lead")}</p>
        </div>
        <div className="flex items-end justify-center gap-6 px-6 pb-6 lg:pb-8">
          <GiftBundle className="w-24 text-cloth-kaki lg:w-32" />
          <GiftBundle className="w-36 text-tag lg:w-52" />
        </div>
      </section>
      <GiftForm
        key={draft ? "kept" : "fresh"}
        offer={offer}
        answer={actionData}
        values={actionData?.values ?? draft ?? {}}
      />
      <section className="mt-14 border-t border-line pt-10 lg:mt-20 lg:pt-14">
        <h2 className="text-2xl lg:text-3xl">{t("gift.works")}</h2>
        <ul className="mt-6 grid gap-6 lg:grid-cols-3">
          {facts.map(({ Icon, title, text }) => (
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
            {t("gift.balance_link")}
          </Link>
        </p>
      </section>
    </div>
  );
}
