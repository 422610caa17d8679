import { sourcesOf, type PictureKey } from "../lib/picture.ts";
import { useShop } from "../lib/shop.tsx";
import { Picture } from "../ui/picture.tsx";
import { clothClasses } from "./cloth.ts";

/** A manufacturer as its page shows it. */
type ShownMaker = {
  name: string;
  name_local: string;
  line: string;
  cloth: string;
  count: number;
  rating: number;
  images: readonly PictureKey[];
  series: ReadonlyArray<{ id: number; name: string; count: number; images: readonly PictureKey[] }>;
};

const bannerWidths = [320, 480, 640];
const tileWidths = [160, 320, 480];

/** On the light cloths the pale ground of a pack shot takes on the cloth's own colour; on the dark one it stays. */
const blendOn = (cloth: string) => (cloth === "tokiwa" ? "" : "mix-blend-multiply");

/** The name on the manufacturer's cloth, beside its best products. */
export function MakerBanner({ maker }: { maker: ShownMaker }) {
  const { ground, ink, ink2 } = clothClasses(maker.cloth);
  return (
    <section
      className={`mt-3 overflow-hidden rounded-xs lg:mt-4 lg:grid lg:h-85 lg:grid-cols-[minmax(0,1fr)_auto] ${ground}`}
    >
      <div className="flex flex-col justify-center px-5 pt-7 lg:px-12 lg:pt-0">
        <h1 className={`text-4xl lg:text-5xl ${ink}`}>{maker.name}</h1>
        {maker.name_local === maker.name ? null : (
          <p className={`mt-2 text-sm lg:text-base ${ink2}`}>{maker.name_local}</p>
        )}
      </div>
      <div className="mt-5 flex lg:mt-0" aria-hidden>
        {maker.images.map((image, at) => (
          <Picture
            key={image.key}
            image={{ ...image, ...sourcesOf(image, bannerWidths) }}
            sizes="(min-width: 1024px) 260px, 32vw"
            eager={at === 0}
            frameClass="block w-1/3 lg:w-65"
            className={`aspect-4/5 w-full object-cover lg:aspect-auto lg:h-85 ${blendOn(maker.cloth)}`}
          />
        ))}
      </div>
    </section>
  );
}

/** What it makes, and the numbers of it. */
export function MakerFacts({ maker }: { maker: ShownMaker }) {
  const { t, format } = useShop();
  const facts = [
    { value: format.number(maker.count), name: t("manufacturer.products", { count: maker.count }) },
    ...(maker.series.length > 0
      ? [
          {
            value: format.number(maker.series.length),
            name: t("manufacturer.series_count", { count: maker.series.length }),
          },
        ]
      : []),
    ...(maker.rating > 0 ? [{ value: format.rating(maker.rating), name: t("manufacturer.rating") }] : []),
  ];
  return (
    <div className="mt-5 flex flex-col gap-6 lg:mt-8 lg:flex-row lg:items-start lg:justify-between">
      {maker.line ? <p className="max-w-read text-base lg:text-lg">{maker.line}</p> : null}
      <dl className="grid grid-cols-3 gap-4 border-t border-line pt-4 lg:ml-auto lg:flex lg:gap-14 lg:border-0 lg:pt-0">
        {facts.map(({ value, name }) => (
          <div key={name} className="flex flex-col-reverse justify-end lg:items-end">
            <dt className="text-sm text-ink-2">{name}</dt>
            <dd className="num font-display text-2xl font-semibold lg:text-3xl">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Every series that has products, by its best two. */
export function SeriesTiles({ maker }: { maker: ShownMaker }) {
  const { t, to, format } = useShop();
  if (maker.series.length === 0) return null;
  const { ground } = clothClasses(maker.cloth);
  return (
    <section className="mt-12 lg:mt-18">
      <h2 className="text-2xl lg:text-3xl">{t("manufacturer.series")}</h2>
      <ul className="mt-4 grid grid-cols-2 gap-x-3 gap-y-6 lg:mt-6 lg:grid-cols-4 lg:gap-x-6">
        {maker.series.map((series) => (
          <li key={series.id}>
            <a href={to(`/brand-series/${series.id}`)} className="group block text-ink hover:text-tokiwa-700">
              <span
                className={`flex aspect-16/11 items-end justify-center overflow-hidden rounded-xs ${ground}`}
                aria-hidden
              >
                {series.images.map((image) => (
                  <Picture
                    key={image.key}
                    image={{ ...image, ...sourcesOf(image, tileWidths) }}
                    sizes="(min-width: 1024px) 150px, 23vw"
                    frameClass="block h-full w-1/2"
                    className={`size-full object-cover ${blendOn(maker.cloth)}`}
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
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
