import type { Card } from "@furoshiki/api/catalogue";
import { RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { isRouteErrorResponse } from "react-router";
import { GoneProduct } from "../catalogue/gone-product.tsx";
import { replaceLineBreaks } from "../lib/canonical-path.ts";
import { useShopName } from "../lib/identity.ts";
import { Link } from "../lib/link.tsx";
import { usePath, useShop } from "../lib/shop.tsx";
import type { TextKey } from "../lib/texts.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import knot from "./knot.svg?url";
import openCloth from "./open-cloth.svg?url";
import { useKnown } from "../lib/known.ts";
import { SearchBox } from "./search-box.tsx";

/** What stands in place of a page: not found with a search, or our own failure with a way to go on (spec §2, Error page). */
export function ErrorPage({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const { t } = useShop();
  const name = useShopName();
  return (
    <div className="mx-auto max-w-page px-4 pt-6 lg:pt-14">
      <title>{`${t(titleOf(status))} — ${name}`}</title>
      <meta name="robots" content="noindex" />
      {status === 404 ? (
        <NotFound />
      ) : status === 410 ? (
        <GoneProduct items={goneItems(error)} />
      ) : (
        <Failure status={status} />
      )}
    </div>
  );
}

function titleOf(status: number): TextKey {
  if (status === 404) return "error.not_found";
  if (status === 410) return "gone.title";
  if (status === 503) return "error.unavailable";
  return status < 500 ? "error.refused" : "error.server_error";
}

/** What is like a product that is gone, as the shop said it with the refusal. */
function goneItems(error: unknown): readonly Card[] {
  const data: unknown = isRouteErrorResponse(error) ? error.data : null;
  return (data as { items?: readonly Card[] } | null)?.items ?? [];
}

const panel = "grid items-center gap-6 overflow-hidden rounded-xs lg:grid-cols-2";
const words = "order-2 p-6 pb-9 lg:order-1 lg:p-16";
const heading = "mt-2 text-[2.125rem]/[1.1] text-on-cloth lg:text-5xl";
const secondLine = "mt-3 text-xl text-on-cloth";

function NotFound() {
  const { t } = useShop();
  // The server renders the page of such an address at the replaced one.
  const path = replaceLineBreaks(usePath());
  return (
    <div className={`${panel} bg-cloth-mizu`}>
      <div className={words}>
        <p className="num text-sm text-on-cloth-2">{t("error.code", { code: 404 })}</p>
        <h1 className={`${heading} wrap-anywhere`}>{t("error.not_found_path", { path })}</h1>
        <p className={secondLine}>{t("error.not_found_title")}</p>
        <p className="mt-4 max-w-md text-base text-on-cloth-2">{t("error.not_found_text")}</p>
        <div className="mt-6 flex max-w-md">
          <SearchBox id="q-error" name={t("error.search")} />
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
      <img src={openCloth} alt="" width={640} height={460} className="order-1 w-full lg:order-2" />
    </div>
  );
}

const emphasized = (text: ReactNode) => <span className="num font-medium text-on-cloth">{text}</span>;

/** A request that the shop refused, or an error of its own. */
function Failure({ status }: { status: number }) {
  const { t } = useShop();
  const isOurs = status >= 500;
  const known = useKnown();
  const whatsapp = known?.config.whatsapp;
  return (
    <div className={`${panel} gap-2 bg-cloth-kaki`} role="alert">
      <div className={words}>
        <p className="num text-sm text-on-cloth-2">{t("error.code", { code: status })}</p>
        <h1 className={heading}>{t(titleOf(status))}</h1>
        {isOurs ? <p className={secondLine}>{t("error.server_error_title")}</p> : null}
        <p className="mt-4 max-w-md text-base text-on-cloth-2">
          {t(isOurs ? "error.server_error_desc" : "error.refused_text")}
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button icon={<RotateCcw size={18} aria-hidden />} onClick={() => location.reload()}>
            {t("error.reload")}
          </Button>
          <Link to="/" className={buttonClass({ kind: "outline" })}>
            {t("error.to_home")}
          </Link>
        </div>
        {known && isOurs ? (
          <p className="mt-6 text-sm text-on-cloth-2">
            {whatsapp
              ? t.rich("error.tell_us", {
                  code: known.requestId,
                  whatsapp: (text) => (
                    <a href={whatsapp.url} className="text-on-cloth underline underline-offset-4">
                      {text}
                    </a>
                  ),
                  b: emphasized,
                })
              : t.rich("error.request_code", { code: known.requestId, b: emphasized })}
          </p>
        ) : null}
      </div>
      <div className="order-1 flex justify-center px-6 pt-6 lg:order-2 lg:py-8">
        <img src={knot} alt="" width={1080} height={860} className="h-auto w-72 lg:w-[560px]" />
      </div>
    </div>
  );
}
