import type { StoreConfig } from "@furoshiki/api/store-config";
import { Link } from "../../navigation/link.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";

type LogoProps = {
  /** Undefined on the error page of a request whose root loader failed. */
  shop: StoreConfig["shop"] | undefined;
  isSmall?: boolean;
};

/** The store's logo and name, or a wordmark; and its emblem on wide screens. */
export function Logo({ shop, isSmall }: LogoProps) {
  const { t } = useI18n();
  const name = shop?.name ?? t("layout.shop");
  const { logo, wordmark, emblem } = shop?.files ?? {};
  const size = isSmall ? 30 : 36;
  return (
    <Link to="/" className="flex shrink-0 items-center gap-2.5 text-ink" aria-label={`${name}, ${t("layout.to_home")}`}>
      {wordmark ? (
        <img src={wordmark} alt="" height={size} className={`w-auto ${isSmall ? "h-[30px]" : "h-9"}`} />
      ) : (
        <>
          {logo ? <img src={logo} alt="" width={size} height={size} fetchPriority="low" className="shrink-0" /> : null}
          <span
            className={`font-display leading-none font-semibold tracking-[-.01em] ${isSmall ? "text-[1.5rem]" : "text-[1.8125rem]"}`}
          >
            {name}
          </span>
        </>
      )}
      {emblem && !isSmall ? (
        <span className="ml-0.5 hidden border-l border-line pl-2.5 xl:block" aria-hidden>
          <img src={emblem} alt="" loading="lazy" className="block h-[37.5px] w-auto" />
        </span>
      ) : null}
    </Link>
  );
}
