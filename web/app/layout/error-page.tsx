import type { ProductCardData } from "@furoshiki/api/catalog";
import { RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { isRouteErrorResponse } from "react-router";
import { DiscontinuedProduct } from "../catalog/products/discontinued-product.tsx";
import { replaceLineBreaks } from "../navigation/canonical-path.ts";
import { useShopName } from "../store-config/store-info.ts";
import { Link } from "../navigation/link.tsx";
import { usePathWithoutLocale, useI18n } from "../i18n/use-i18n.tsx";
import type { MessageKey } from "../i18n/messages.ts";
import { Button, buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import errorImage from "./server-error.svg?url";
import notFoundImage from "./not-found.svg?url";
import { useRootData } from "../store-config/root-data.ts";
import { SearchBox } from "./header/search-box.tsx";

/**
 * The error page: not found with a search box, a discontinued product with similar products, or an error with links to
 * continue.
 */
export function ErrorPage({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const { t } = useI18n();
  const name = useShopName();
  return (
    <div className="mx-auto max-w-page px-4 pt-6 lg:pt-14">
      <title>{`${t(getTitleKey(status))} — ${name}`}</title>
      <meta name="robots" content="noindex" />
      {status === 404 ? (
        <NotFound />
      ) : status === 410 ? (
        <DiscontinuedProduct items={getSimilarItems(error)} />
      ) : (
        <RequestError status={status} />
      )}
    </div>
  );
}

function getTitleKey(status: number): MessageKey {
  if (status === 404) return "error.not_found";
  if (status === 410) return "discontinued.title";
  if (status === 503) return "error.unavailable";
  return status < 500 ? "error.refused" : "error.server_error";
}

/** Returns products similar to a discontinued one, from the data of the error response. */
function getSimilarItems(error: unknown): readonly ProductCardData[] {
  const data: unknown = isRouteErrorResponse(error) ? error.data : null;
  return (data as { items?: readonly ProductCardData[] } | null)?.items ?? [];
}

const panelClass = "grid items-center gap-6 overflow-hidden rounded-xs lg:grid-cols-2";
const textClass = "order-2 p-6 pb-9 lg:order-1 lg:p-16";
const headingClass = "mt-2 text-[2.125rem]/[1.1] text-on-theme lg:text-5xl";
const subtitleClass = "mt-3 text-xl text-on-theme";

function NotFound() {
  const { t } = useI18n();
  // The server renders a path with line terminators at the replaced path.
  const path = replaceLineBreaks(usePathWithoutLocale());
  return (
    <div className={`${panelClass} bg-theme-mizu`}>
      <div className={textClass}>
        <p className="num text-sm text-on-theme-2">{t("error.code", { code: 404 })}</p>
        <h1 className={`${headingClass} wrap-anywhere`}>{t("error.not_found_path", { path })}</h1>
        <p className={subtitleClass}>{t("error.not_found_title")}</p>
        <p className="mt-4 max-w-md text-base text-on-theme-2">{t("error.not_found_text")}</p>
        <div className="mt-6 flex max-w-md">
          <SearchBox id="q-error" landmarkLabel={t("error.search")} />
        </div>
        <div className="mt-5 flex flex-wrap gap-3">
          <Link to="/" className={buttonClass()}>
            {t("error.to_home")}
          </Link>
          <Link to="/best-sales" className={buttonClass({ kind: "outline" })}>
            {t("collection.best-sales")}
          </Link>
        </div>
      </div>
      <img src={notFoundImage} alt="" width={640} height={460} className="order-1 w-full lg:order-2" />
    </div>
  );
}

const emphasized = (text: ReactNode) => <span className="num font-medium text-on-theme">{text}</span>;

/** A rejected request, or an error of the store itself. */
function RequestError({ status }: { status: number }) {
  const { t } = useI18n();
  const isServerError = status >= 500;
  const rootData = useRootData();
  const whatsapp = rootData?.config.whatsapp;
  return (
    <div className={`${panelClass} gap-2 bg-theme-kaki`} role="alert">
      <div className={textClass}>
        <p className="num text-sm text-on-theme-2">{t("error.code", { code: status })}</p>
        <h1 className={headingClass}>{t(getTitleKey(status))}</h1>
        {isServerError ? <p className={subtitleClass}>{t("error.server_error_title")}</p> : null}
        <p className="mt-4 max-w-md text-base text-on-theme-2">
          {t(isServerError ? "error.server_error_desc" : "error.refused_text")}
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button icon={<RotateCcw size={18} aria-hidden />} onClick={() => location.reload()}>
            {t("error.reload")}
          </Button>
          <Link to="/" className={buttonClass({ kind: "outline" })}>
            {t("error.to_home")}
          </Link>
        </div>
        {rootData?.requestId && isServerError ? (
          <p className="mt-6 text-sm text-on-theme-2">
            {whatsapp
              ? t.rich("error.contact_us", {
                  code: rootData.requestId,
                  whatsapp: (text) => (
                    <a href={whatsapp.url} className="text-on-theme underline underline-offset-4">
                      {text}
                    </a>
                  ),
                  b: emphasized,
                })
              : t.rich("error.request_code", { code: rootData.requestId, b: emphasized })}
          </p>
        ) : null}
      </div>
      <div className="order-1 flex justify-center px-6 pt-6 lg:order-2 lg:py-8">
        <img src={errorImage} alt="" width={1080} height={860} className="h-auto w-72 lg:w-[560px]" />
      </div>
    </div>
  );
}
