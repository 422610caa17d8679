import type { Banner } from "@furoshiki/api/content";
import { ArrowRight, ChevronLeft, ChevronRight, Pause, Play } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "../lib/link.tsx";
import { pictureKey, sourcesOf, type PictureKey } from "../lib/picture.ts";
import { useShop } from "../lib/shop.tsx";
import { Picture } from "../ui/picture.tsx";
import { clothClasses } from "./cloth.ts";

/** A banner as it travels with the page. */
export type ShownBanner = Omit<Banner, "wide" | "narrow"> & { wide: PictureKey; narrow: PictureKey };

export function shownBanner(banner: Banner): ShownBanner {
  return { ...banner, wide: pictureKey(banner.wide), narrow: pictureKey(banner.narrow) };
}

const largeWidths = { wide: [800, 1200, 1600, 2000], narrow: [480, 800, 1200] };
const sideWidths = { wide: [480, 800], narrow: [320, 480] };

/** Two pictures for two shapes of screen, text never inside them (design §9). */
function BannerArt({
  banner,
  widths,
  sizes,
  eager,
  className,
}: {
  banner: Pick<ShownBanner, "wide" | "narrow">;
  widths: { wide: number[]; narrow: number[] };
  sizes: string;
  eager?: boolean;
  className: string;
}) {
  const desktop = "(min-width: 768px)";
  const wide = sourcesOf(banner.wide, widths.wide);
  const narrow = { ...banner.narrow, ...sourcesOf(banner.narrow, widths.narrow) };
  const shape = { width: banner.wide.width, height: banner.wide.height };
  return (
    <Picture image={narrow} sizes={sizes} eager={eager} className={className}>
      <source media={desktop} type="image/avif" srcSet={wide.srcset_avif} sizes={sizes} {...shape} />
      <source media={desktop} srcSet={wide.srcset} sizes={sizes} {...shape} />
    </Picture>
  );
}

const SLIDE_MS = 7000; // design §6

/** The large offer on top; more than one take turns, except on phones and where motion is not wanted. */
export function Hero({ banners }: { banners: readonly ShownBanner[] }) {
  const { t } = useShop();
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(true);
  const [resting, setResting] = useState(false);
  const count = banners.length;

  useEffect(() => {
    if (count < 2 || !playing || resting) return;
    if (!matchMedia("(min-width: 1024px) and (prefers-reduced-motion: no-preference)").matches) return;
    const timer = setInterval(() => setAt((now) => (now + 1) % count), SLIDE_MS);
    return () => clearInterval(timer);
  }, [count, playing, resting]);

  const banner = banners[at];
  if (!banner) return null;
  const { ground, ink, ink2 } = clothClasses(banner.cloth);
  const step = "grid size-9 place-items-center rounded-full hover:bg-mist";
  return (
    <div
      className={`relative overflow-hidden rounded-xs ${ground}`}
      onMouseEnter={() => setResting(true)}
      onMouseLeave={() => setResting(false)}
      onFocus={() => setResting(true)}
      onBlur={() => setResting(false)}
    >
      <Link to={banner.href} className="block">
        <BannerArt
          banner={banner}
          widths={largeWidths}
          sizes="(min-width: 1280px) 863px, (min-width: 1024px) 66vw, 100vw"
          eager
          className="aspect-13/16 w-full object-cover object-bottom md:aspect-auto md:h-[420px] lg:h-[492px] md:object-right"
        />
        <div className="absolute inset-x-0 top-0 p-6 md:inset-y-0 md:flex md:w-[55%] md:flex-col md:justify-center md:p-9 md:pr-4 md:pb-24 xl:p-14 xl:pr-4 xl:pb-24">
          <p className={`text-sm font-medium ${ink2}`}>{banner.kicker}</p>
          <h2
            className={`mt-2 text-[2.125rem]/[1.08] md:max-w-[17rem] md:text-[2.375rem]/[1.08] xl:max-w-[25rem] xl:text-[3.25rem]/[1.06] ${ink}`}
          >
            {banner.title}
          </h2>
          <p className={`mt-3 max-w-sm text-sm md:mt-4 md:max-w-48 xl:max-w-sm xl:text-base ${ink2}`}>{banner.text}</p>
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
            className={step}
            aria-label={t("home.previous")}
            onClick={() => setAt((at + count - 1) % count)}
          >
            <ChevronLeft size={18} aria-hidden />
          </button>
          <span className="num min-w-10 text-center text-xs text-ink-2">{`${at + 1} / ${count}`}</span>
          <button type="button" className={step} aria-label={t("home.next")} onClick={() => setAt((at + 1) % count)}>
            <ChevronRight size={18} aria-hidden />
          </button>
          <button
            type="button"
            className={`${step} hidden motion-safe:lg:grid`}
            aria-label={t(playing ? "home.pause" : "home.play")}
            onClick={() => setPlaying(!playing)}
          >
            {playing ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
          </button>
        </div>
      ) : null}
    </div>
  );
}

export function SideBanner({ banner }: { banner: ShownBanner }) {
  const { ground, ink, ink2 } = clothClasses(banner.cloth);
  return (
    <Link to={banner.href} className={`relative block overflow-hidden rounded-xs ${ground}`}>
      <BannerArt
        banner={banner}
        widths={sideWidths}
        sizes="(min-width: 1280px) 397px, (min-width: 1024px) 31vw, 50vw"
        className="h-48 w-full object-cover object-right-bottom lg:h-[236px] lg:object-right"
      />
      <div className="absolute inset-y-0 left-0 flex w-full flex-col p-3.5 lg:w-[60%] lg:p-5 xl:p-7">
        <h2 className={`text-lg/[1.15] lg:text-xl xl:text-2xl ${ink}`}>{banner.title}</h2>
        {banner.kicker ? (
          <p className={`price mt-1.5 text-lg lg:text-2xl ${banner.cloth === "tokiwa" ? ink : "text-tag"}`}>
            {banner.kicker}
          </p>
        ) : null}
        <p className={`mt-1.5 hidden text-sm lg:block ${ink2}`}>{banner.text}</p>
      </div>
    </Link>
  );
}

export function WideBanner({ banner }: { banner: ShownBanner }) {
  const { ground, ink, ink2 } = clothClasses(banner.cloth);
  const dark = banner.cloth === "tokiwa";
  return (
    <Link to={banner.href} className={`relative block overflow-hidden rounded-xs ${ground}`}>
      <BannerArt
        banner={banner}
        widths={largeWidths}
        sizes="(min-width: 1312px) 1280px, 100vw"
        className="aspect-13/16 w-full object-cover md:aspect-auto md:h-[320px] lg:h-[400px]"
      />
      <div className="absolute inset-x-0 top-0 p-6 md:inset-y-0 md:flex md:w-[48%] md:flex-col md:justify-center md:p-9 lg:p-14">
        <h2 className={`text-[2rem]/[1.1] md:text-3xl lg:text-4xl ${ink}`}>{banner.title}</h2>
        <p className={`mt-3 max-w-md text-sm md:text-base ${ink2}`}>{banner.text}</p>
        <span
          className={`mt-5 inline-flex h-11 w-fit items-center gap-2 rounded-md px-5 text-sm font-medium md:mt-7 md:h-13 md:px-7 md:text-base ${dark ? "bg-on-band text-band" : "bg-tokiwa-700 text-on-dark"}`}
        >
          {banner.action}
          <ArrowRight size={18} aria-hidden />
        </span>
      </div>
    </Link>
  );
}
