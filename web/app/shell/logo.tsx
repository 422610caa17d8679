import type { FrontConfig } from "@furoshiki/api/front";
import { Link } from "../lib/link.tsx";
import { useShop } from "../lib/shop.tsx";

type LogoProps = {
  /** Undefined on the error page of a request that failed before the shop was known. */
  shop: FrontConfig["shop"] | undefined;
  small?: boolean;
};

/** The shop's mark and name, or a mark with the name in it, and the sign after it on wide screens. */
export function Logo({ shop, small }: LogoProps) {
  const { t } = useShop();
  const name = shop?.name ?? t("shell.shop");
  const { logo, wordmark, emblem } = shop?.files ?? {};
  const size = small ? 30 : 36;
  return (
    <Link to="/" className="flex shrink-0 items-center gap-2.5 text-ink" aria-label={`${name}, ${t("shell.to_home")}`}>
      {wordmark ? (
        <img src={wordmark} alt="" height={size} className={`w-auto ${small ? "h-[30px]" : "h-9"}`} />
      ) : (
        <>
          {logo ? <img src={logo} alt="" width={size} height={size} className="shrink-0" /> : null}
          <span
            className={`font-display leading-none font-semibold tracking-[-.01em] ${small ? "text-[1.5rem]" : "text-[1.8125rem]"}`}
          >
            {name}
          </span>
        </>
      )}
      {emblem && !small ? (
        <span className="ml-0.5 hidden border-l border-line pl-2.5 xl:block" aria-hidden>
          <img src={emblem} alt="" className="block h-[37.5px] w-auto" />
        </span>
      ) : null}
    </Link>
  );
}
