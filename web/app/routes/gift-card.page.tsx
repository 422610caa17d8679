import type { PrintableGiftCard } from "@furoshiki/api/gift-cards";
import { Printer } from "lucide-react";
import { getRequestContext } from "../api-client/request-context.ts";
import { CopyButton } from "../browser/copy-button.tsx";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { GiftCardStatus } from "../gift-cards/gift-card-status.tsx";
import { GiftCardImage } from "../gift-cards/gift-card-design.tsx";
import type { Route } from "./+types/gift-card.page";

export function loader({ params, context }: Route.LoaderArgs) {
  return getRequestContext({ context }).load<PrintableGiftCard>(
    `/v1/certificates/printed/${encodeURIComponent(params.key)}`,
  );
}

export const meta: Route.MetaFunction = createNoindexMeta("menu.gift_cards");

/** A gift card to view and print, for anyone who has its URL. */
export default function GiftCardPage({ loaderData: giftCard }: Route.ComponentProps) {
  const { t } = useAccountI18n();
  const { recipient_name, sender_name, message, code, picture, state } = giftCard;
  return (
    <div className="mx-auto max-w-2xl px-4 pt-6 pb-16 lg:pt-10">
      <article className="overflow-hidden rounded-md border border-line bg-surface sm:grid sm:grid-cols-[2fr_3fr]">
        <GiftCardImage design={picture} className="rounded-none! max-sm:aspect-video" />
        <div className="p-6 lg:p-8">
          <h1 className="text-3xl">{t("menu.gift_cards")}</h1>
          {recipient_name ? (
            <p className="mt-1 text-sm wrap-anywhere">{t("giftcard.for_recipient", { name: recipient_name })}</p>
          ) : null}
          <div className="mt-4">
            <GiftCardStatus giftCard={giftCard} />
          </div>
          {message || sender_name ? (
            <div className="mt-4 border-t border-dashed border-line-strong pt-4 text-sm wrap-anywhere">
              <p className="whitespace-pre-line">{message}</p>
              <p className="mt-1 text-ink-2">{sender_name}</p>
            </div>
          ) : null}
          {state === "usable" ? (
            <div className="mt-5 rounded-md bg-mist p-4">
              <p className="text-xs text-ink-2">{t("giftcard.code")}</p>
              <p className="num mt-0.5 flex flex-wrap items-center justify-between gap-2 text-xl font-semibold">
                {code}
                <span className="print:hidden">
                  <CopyButton
                    value={code}
                    label={t("giftcard.copy_code")}
                    copiedLabel={t("giftcard.code_copied")}
                    className="size-9"
                  />
                </span>
              </p>
              <p className="mt-2 text-xs text-ink-2">{t("giftcard.how_to_use")}</p>
            </div>
          ) : null}
        </div>
      </article>
      <Button kind="outline" onClick={() => window.print()} className="mt-5 print:hidden scriptless:hidden">
        <Printer size={17} strokeWidth={1.5} aria-hidden />
        {t("giftcard.print")}
      </Button>
    </div>
  );
}
