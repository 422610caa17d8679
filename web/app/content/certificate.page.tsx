import type { PrintedCertificate } from "@furoshiki/api/promotions";
import { Printer } from "lucide-react";
import { visitOf } from "../lib/api.ts";
import { CopyButton } from "../lib/copy-button.tsx";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { Button } from "../ui/button.tsx";
import { CertificateState } from "./certificate-state.tsx";
import { GiftCloth } from "./gift-cloths.tsx";
import type { Route } from "./+types/certificate.page";

export function loader({ params, context }: Route.LoaderArgs) {
  return visitOf({ context }).page<PrintedCertificate>(`/v1/certificates/printed/${encodeURIComponent(params.key)}`);
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const known = knownTo(matches);
  return known ? describePage(known, location, { title: textsOf(known.locale)("menu.gift"), noindex: true }) : [];
};

/** A certificate to look at and to print, for whoever has its address. */
export default function CertificatePage({ loaderData: certificate }: Route.ComponentProps) {
  const { t } = useShop();
  const { recipient_name, sender_name, message, code, picture, state } = certificate;
  return (
    <div className="mx-auto max-w-2xl px-4 pt-6 pb-16 lg:pt-10">
      <article className="overflow-hidden rounded-md border border-line bg-surface sm:grid sm:grid-cols-[2fr_3fr]">
        <GiftCloth picture={picture} className="rounded-none! max-sm:aspect-video" />
        <div className="p-6 lg:p-8">
          <h1 className="text-3xl">{t("menu.gift")}</h1>
          {recipient_name ? (
            <p className="mt-1 text-sm wrap-anywhere">{t("gift.for_whom", { name: recipient_name })}</p>
          ) : null}
          <div className="mt-4">
            <CertificateState certificate={certificate} />
          </div>
          {message || sender_name ? (
            <div className="mt-4 border-t border-dashed border-line-strong pt-4 text-sm wrap-anywhere">
              <p className="whitespace-pre-line">{message}</p>
              <p className="mt-1 text-ink-2">{sender_name}</p>
            </div>
          ) : null}
          {state === "usable" ? (
            <div className="mt-5 rounded-md bg-mist p-4">
              <p className="text-xs text-ink-2">{t("gift.code")}</p>
              <p className="num mt-0.5 flex flex-wrap items-center justify-between gap-2 text-xl font-semibold">
                {code}
                <span className="print:hidden">
                  <CopyButton
                    value={code}
                    label={t("gift.copy_code")}
                    done={t("gift.code_copied")}
                    className="size-9"
                  />
                </span>
              </p>
              <p className="mt-2 text-xs text-ink-2">{t("gift.how_to_use")}</p>
            </div>
          ) : null}
        </div>
      </article>
      <Button kind="outline" onClick={() => window.print()} className="mt-5 print:hidden scriptless:hidden">
        <Printer size={17} strokeWidth={1.5} aria-hidden />
        {t("gift.print")}
      </Button>
    </div>
  );
}
