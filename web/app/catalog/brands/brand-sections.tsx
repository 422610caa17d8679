import { Link } from "../../navigation/link.tsx";
import { getImageSources, type ImageKey } from "../../media/image-sources.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";
import { getThemeClasses } from "../theme-classes.ts";

/** A brand as its page shows it. */
type BrandView = {
  name: string;
  name_local: string;
  line: string;
  cloth: string;
  count: number;
  rating: number;
  images: readonly ImageKey[];
  series: ReadonlyArray<{ id: number; name: string; count: number; images: readonly ImageKey[] }>;
};

const bannerWidths = [320, 480, 640];
const tileWidths = [160, 320, 480];

/**
 * On light theme colors the pale background of product images is blended with the theme color; on the dark one it is not.
 */
const getBlendClass = (themeColor: string) => (themeColor === "tokiwa" ? "" : "mix-blend-multiply");

/** The brand name on its theme color, beside its best-selling products. */
export function BrandBanner({ brand }: { brand: BrandView }) {
  const { backgroundClass, textClass, secondaryTextClass } = getThemeClasses(brand.cloth);
  return (
    <section
      className={`mt-3 overflow-hidden rounded-xs lg:mt-4 lg:grid lg:h-85 lg:grid-cols-[minmax(0,1fr)_auto] ${backgroundClass}`}
    >
      <div className="flex flex-col justify-center px-5 pt-7 lg:px-12 lg:pt-0">
        <h1 className={`text-4xl lg:text-5xl ${textClass}`}>{brand.name}</h1>
        {brand.name_local === brand.name ? null : (
          <p className={`mt-2 text-sm lg:text-base ${secondaryTextClass}`}>{brand.name_local}</p>
        )}
      </div>
      <div className="mt-5 flex lg:mt-0" aria-hidden>
        {brand.images.map((image, index) => (
          <Picture
            key={image.key}
            image={{ ...image, ...getImageSources(image, bannerWidths) }}
            sizes="(min-width: 1024px) 260px, 32vw"
            eager={index === 0}
            wrapperClass="block w-1/3 lg:w-65"
            className={`aspect-4/5 w-full object-cover lg:aspect-auto lg:h-85 ${getBlendClass(brand.cloth)}`}
          />
        ))}
      </div>
    </section>
  );
}

/** The tagline of the brand, and its numbers of products and series and its average rating. */
export function BrandStatistics({ brand }: { brand: BrandView }) {
  const { t, format } = useAccountI18n();
  const statistics = [
    { value: format.number(brand.count), name: t("brand.products", { count: brand.count }) },
    ...(brand.series.length > 0
      ? [
          {
            value: format.number(brand.series.length),
            name: t("brand.series_count", { count: brand.series.length }),
          },
        ]
      : []),
    ...(brand.rating > 0 ? [{ value: format.rating(brand.rating), name: t("brand.rating") }] : []),
  ];
  return (
    <div className="mt-5 flex flex-col gap-6 lg:mt-8 lg:flex-row lg:items-start lg:justify-between">
      {brand.line ? <p className="max-w-read text-base lg:text-lg">{brand.line}</p> : null}
      <dl className="grid grid-cols-3 gap-4 border-t border-line pt-4 lg:ml-auto lg:flex lg:gap-14 lg:border-0 lg:pt-0">
        {statistics.map(({ value, name }) => (
          <div key={name} className="flex flex-col-reverse justify-end lg:items-end">
            <dt className="text-sm text-ink-2">{name}</dt>
            <dd className="num font-display text-2xl font-semibold lg:text-3xl">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Every series that has products, with the images of its two best-selling ones. */
export function SeriesTiles({ brand }: { brand: BrandView }) {
  const { t, format } = useAccountI18n();
  if (brand.series.length === 0) return null;
  const { backgroundClass } = getThemeClasses(brand.cloth);
  return (
    <section className="mt-12 lg:mt-18">
      <h2 className="text-2xl lg:text-3xl">{t("brand.series")}</h2>
      <ul className="mt-4 grid grid-cols-2 gap-x-3 gap-y-6 lg:mt-6 lg:grid-cols-4 lg:gap-x-6">
        {brand.series.map((series) => (
          <li key={series.id}>
            <Link to={`/brand-series/${series.id}`} className="group block text-ink hover:text-tokiwa-700">
              <span
                className={`flex aspect-16/11 items-end justify-center overflow-hidden rounded-xs ${backgroundClass}`}
                aria-hidden
              >
                {series.images.map((image) => (
                  <Picture
                    key={image.key}
                    image={{ ...image, ...getImageSources(image, tileWidths) }}
                    sizes="(min-width: 1024px) 150px, 23vw"
                    wrapperClass="block h-full w-1/2"
                    className={`size-full object-cover ${getBlendClass(brand.cloth)}`}
                  />
                ))}
              </span>
              <span className="mt-2 flex items-baseline justify-between gap-2">
                <span className="font-display text-lg leading-tight font-semibold lg:text-xl">{series.name}</span>
                <span className="num text-xs text-ink-3">
                  <span className="sr-only">{t("brands.products")} </span>
                  {format.number(series.count)}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
