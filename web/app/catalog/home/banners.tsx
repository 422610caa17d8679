import type { Banner } from "@furoshiki/api/content";
import { ArrowRight, ChevronLeft, ChevronRight, Pause, Play } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "../../navigation/link.tsx";
import { pickImageKey, getImageSources, type ImageKey } from "../../media/image-sources.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Picture, preloadImage } from "@furoshiki/design-system/ui/picture.tsx";
import { getThemeClasses } from "../theme-classes.ts";

/** A banner with only the image data that the page needs. */
export type BannerView = Omit<Banner, "wide" | "narrow"> & { wide: ImageKey; narrow: ImageKey };

/** Reduces a banner to what the page needs. */
export function createBannerView(banner: Banner): BannerView {
  return { ...banner, wide: pickImageKey(banner.wide), narrow: pickImageKey(banner.narrow) };
}

const largeWidths = { wide: [800, 1200, 1600, 2000], narrow: [480, 800, 1200] };
const sideWidths = { wide: [480, 800], narrow: [320, 480] };

/** Two images for wide and narrow screens; text is never part of the image. */
function BannerImage({
  banner,
  widths,
  sizes,
  eager,
  fetchPriority,
  className,
}: {
  banner: Pick<BannerView, "wide" | "narrow">;
  widths: { wide: number[]; narrow: number[] };
  sizes: string;
  eager?: boolean;
  fetchPriority?: "low";
  className: string;
}) {
  const desktopQuery = "(min-width: 768px)";
  const wide = getImageSources(banner.wide, widths.wide);
  const narrow = { ...banner.narrow, ...getImageSources(banner.narrow, widths.narrow) };
  const dimensions = { width: banner.wide.width, height: banner.wide.height };
  if (eager) {
    preloadImage(narrow, sizes, `not all and ${desktopQuery}`);
    preloadImage(wide, sizes, desktopQuery);
  }
  return (
    <Picture image={narrow} sizes={sizes} eager={eager} fetchPriority={fetchPriority} className={className}>
      <source media={desktopQuery} type="image/avif" srcSet={wide.srcset_avif} sizes={sizes} {...dimensions} />
      <source media={desktopQuery} srcSet={wide.srcset} sizes={sizes} {...dimensions} />
    </Picture>
  );
}

/** How long each banner is shown. */
const SLIDE_MS = 7000;

/**
 * The hero banner. Several banners rotate on desktops, unless reduced motion is preferred or the pointer or focus is
 * inside.
 */
export function HeroBanner({ banners }: { banners: readonly BannerView[] }) {
  const { t } = useI18n();
  const [index, setIndex] = useState(0);
  const [isPlaying, setIsPlaying] = useState(true);
  const [hasPointer, setHasPointer] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const isPaused = hasPointer || hasFocus;
  const count = banners.length;

  useEffect(() => {
    if (count < 2 || !isPlaying || isPaused) return;
    if (!matchMedia("(min-width: 1024px) and (prefers-reduced-motion: no-preference)").matches) return;
    const timer = setInterval(() => setIndex((previous) => (previous + 1) % count), SLIDE_MS);
    return () => clearInterval(timer);
  }, [count, isPlaying, isPaused]);

  const banner = banners[index];
  if (!banner) return null;
  const { backgroundClass, textClass, secondaryTextClass } = getThemeClasses(banner.cloth);
  const buttonClass = "grid size-9 place-items-center rounded-full hover:bg-mist";
  return (
    <div
      className={`relative overflow-hidden rounded-xs ${backgroundClass}`}
      onMouseEnter={() => setHasPointer(true)}
      onMouseLeave={() => setHasPointer(false)}
      onFocus={() => setHasFocus(true)}
      onBlur={() => setHasFocus(false)}
    >
      <Link to={banner.href} className="block">
        <BannerImage
          banner={banner}
          widths={largeWidths}
          sizes="(min-width: 1280px) 863px, (min-width: 1024px) 66vw, 100vw"
          eager
          className="aspect-13/16 w-full object-cover object-bottom md:aspect-auto md:h-[420px] lg:h-[492px] md:object-right"
        />
        <div className="absolute inset-x-0 top-0 p-6 md:inset-y-0 md:flex md:w-[55%] md:flex-col md:justify-center md:p-9 md:pr-4 md:pb-24 xl:p-14 xl:pr-4 xl:pb-24">
          <p className={`text-sm font-medium ${secondaryTextClass}`}>{banner.kicker}</p>
          <h2
            className={`mt-2 text-[2.125rem]/[1.08] md:max-w-[17rem] md:text-[2.375rem]/[1.08] lg:text-[2.125rem]/[1.08] xl:max-w-[22rem] xl:text-[3.25rem]/[1.06] ${textClass}`}
          >
            {banner.title}
          </h2>
          <p className={`mt-3 max-w-sm text-sm md:mt-4 md:max-w-48 xl:max-w-sm xl:text-base ${secondaryTextClass}`}>
            {banner.text}
          </p>
          <span className="mt-5 hidden md:block">
            <span className="inline-flex h-13 items-center gap-2 rounded-md bg-tokiwa-700 px-7 text-base font-medium text-on-dark">
              {banner.action}
              <ArrowRight size={18} aria-hidden />
            </span>
          </span>
        </div>
      </Link>
      {count > 1 ? (
        <div className="absolute bottom-2 left-1/2 flex -translate-x-1/2 items-center gap-1 rounded-full bg-surface/90 px-1 md:bottom-5 md:left-12 md:translate-x-0">
          <button
            type="button"
            className={buttonClass}
            aria-label={t("home.previous")}
            onClick={() => setIndex((index + count - 1) % count)}
          >
            <ChevronLeft size={18} aria-hidden />
          </button>
          <span className="num min-w-10 text-center text-xs text-ink-2">{`${index + 1} / ${count}`}</span>
          <button
            type="button"
            className={buttonClass}
            aria-label={t("home.next")}
            onClick={() => setIndex((index + 1) % count)}
          >
            <ChevronRight size={18} aria-hidden />
          </button>
          <button
            type="button"
            className={`${buttonClass} hidden motion-safe:lg:grid`}
            aria-label={t(isPlaying ? "home.pause" : "home.play")}
            onClick={() => setIsPlaying(!isPlaying)}
          >
            {isPlaying ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
          </button>
        </div>
      ) : null}
    </div>
  );
}

/** A small banner beside the hero banner. */
export function SideBanner({ banner }: { banner: BannerView }) {
  const { backgroundClass, textClass, secondaryTextClass } = getThemeClasses(banner.cloth);
  return (
    <Link to={banner.href} className={`relative block overflow-hidden rounded-xs ${backgroundClass}`}>
      <BannerImage
        banner={banner}
        widths={sideWidths}
        sizes="(min-width: 1280px) 397px, (min-width: 1024px) 31vw, 50vw"
        fetchPriority="low"
        className="h-48 w-full object-cover object-right-bottom lg:h-[236px] lg:object-right"
      />
      <div className="absolute inset-y-0 left-0 flex w-full flex-col p-3.5 lg:w-[60%] lg:p-5 xl:p-7">
        <h2 className={`text-lg/[1.15] lg:text-xl xl:text-2xl ${textClass}`}>{banner.title}</h2>
        {banner.kicker ? (
          <p className={`price mt-1.5 text-lg lg:text-2xl ${banner.cloth === "tokiwa" ? textClass : "text-tag"}`}>
            {banner.kicker}
          </p>
        ) : null}
        <p className={`mt-1.5 hidden max-w-36 text-sm lg:block xl:max-w-none ${secondaryTextClass}`}>{banner.text}</p>
      </div>
    </Link>
  );
}

/** A banner as wide as the page, between two rows of products. */
export function WideBanner({ banner }: { banner: BannerView }) {
  const { backgroundClass, textClass, secondaryTextClass } = getThemeClasses(banner.cloth);
  const isDark = banner.cloth === "tokiwa";
  return (
    <Link to={banner.href} className={`relative block overflow-hidden rounded-xs ${backgroundClass}`}>
      <BannerImage
        banner={banner}
        widths={largeWidths}
        sizes="(min-width: 1312px) 1280px, 100vw"
        className="aspect-13/16 w-full object-cover md:aspect-auto md:h-[320px] lg:h-[400px]"
      />
      <div className="absolute inset-x-0 top-0 p-6 md:inset-y-0 md:flex md:w-[48%] md:flex-col md:justify-center md:p-9 lg:p-14">
        <h2 className={`text-[2rem]/[1.1] md:text-3xl lg:text-4xl ${textClass}`}>{banner.title}</h2>
        <p className={`mt-3 max-w-md text-sm md:text-base ${secondaryTextClass}`}>{banner.text}</p>
        <span
          className={`mt-5 inline-flex h-11 w-fit items-center gap-2 rounded-md px-5 text-sm font-medium md:mt-7 md:h-13 md:px-7 md:text-base ${isDark ? "bg-on-band text-band" : "bg-tokiwa-700 text-on-dark"}`}
        >
          {banner.action}
          <ArrowRight size={18} aria-hidden />
        </span>
      </div>
    </Link>
  );
}
