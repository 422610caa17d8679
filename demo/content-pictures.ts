import banners from "./data/banners.json" with { type: "json" };
import tiles from "./data/tiles.json" with { type: "json" };
import { type Picture, buildPackSeed } from "./products/pictures.ts";
import { drawBanner, drawTile } from "./packshot/banners.ts";
import type { ClothName } from "./packshot/cloths.ts";
import type { Placed } from "./packshot/seed.ts";
import type { Row } from "./insert-rows.ts";
import { allBrands, allCategories, getThemeColor, getType } from "./products/source-tables.ts";

type Place = "hero" | "side" | "wide";
/** The position of a pack in a picture, in the units of `Placed`. */
type Spot = readonly [x: number, base: number, scale: number];
type BannerTexts = { eyebrow: string; title: string; text: string; action: string };
type Banner = {
  place: Place;
  cloth: ClothName;
  dark?: boolean;
  /** The first and the last month of a seasonal banner, 1 to 12. */
  months?: number[];
  packs: string[][];
  href: string;
  ru?: BannerTexts;
  en?: BannerTexts;
};

/** Sizes in pixels on desktop; on phones every banner has the aspect ratio 13:16. */
const bannerSizes: Record<Place, { width: number; height: number }> = {
  hero: { width: 1000, height: 560 },
  side: { width: 560, height: 360 },
  wide: { width: 1280, height: 420 },
};
const PHONE_SIZE = { width: 780, height: 960 };

/** The spots of a banner's packs; the index is the number of packs. */
const bannerSpots: Record<Place, Spot[][]> = {
  hero: [
    [],
    [[0.78, 0.93, 0.98]],
    [
      [0.66, 0.91, 0.92],
      [0.86, 0.93, 0.86],
    ],
    [
      [0.6, 0.9, 0.92],
      [0.765, 0.93, 0.8],
      [0.9, 0.905, 0.84],
    ],
  ],
  side: [
    [],
    [[0.76, 0.93, 0.98]],
    [
      [0.64, 0.92, 0.98],
      [0.86, 0.94, 0.98],
    ],
  ],
  wide: [
    [],
    [[0.78, 0.95, 1.22]],
    [
      [0.66, 0.92, 0.98],
      [0.84, 0.95, 1.1],
    ],
    [
      [0.62, 0.9, 0.98],
      [0.78, 0.95, 1.16],
      [0.925, 0.92, 0.9],
    ],
  ],
};
const phoneSpots: Spot[][] = [
  [],
  [[0.6, 0.95, 0.66]],
  [
    [0.34, 0.9, 0.54],
    [0.7, 0.92, 0.5],
  ],
  [
    [0.24, 0.875, 0.56],
    [0.52, 0.89, 0.5],
    [0.8, 0.88, 0.5],
  ],
];
const tileSpots: Spot[] = [
  [0.66, 0.9, 1],
  [0.87, 0.95, 0.84],
];
const coverSpots: Spot[] = [
  [0.42, 0.93, 0.98],
  [0.7, 0.96, 0.86],
];

/** A banner with its pictures for desktop and phone, and one row per language. */
export type BannerPlan = { wide: Picture; narrow: Picture; rows: Row[] };

/** Returns when a season of whole months begins and ends: the current one, or else the next. */
export function planSeason([first = 1, last = 12]: number[], now: Date): { starts_at: Date; ends_at: Date } {
  const years = last < first ? 1 : 0;
  const year = now.getUTCFullYear();
  const createSeason = (startYear: number) => ({
    starts_at: new Date(Date.UTC(startYear, first - 1, 1)),
    ends_at: new Date(Date.UTC(startYear + years, last, 1)),
  });
  const next = [year - 1, year].map(createSeason).find(({ ends_at }) => ends_at > now);
  return next ?? createSeason(year + 1);
}

/** Plans the banners of both languages. A banner without a text in a language is not shown in it. */
export function planBanners(now: Date): BannerPlan[] {
  return (banners as Banner[]).map((banner, position) => {
    const { place, cloth, dark = false, packs, href, months } = banner;
    const textsByLocale: [string, BannerTexts | undefined][] = [
      ["ru-RU", banner.ru],
      ["en-US", banner.en],
    ];
    return {
      wide: createPicture(`banner ${position}`, () =>
        drawBanner({
          cloth,
          dark,
          ...bannerSizes[place],
          items: placePacks(packs, bannerSpots[place][packs.length] ?? []),
          key: `b${position}`,
        }),
      ),
      narrow: createPicture(`banner ${position} narrow`, () =>
        drawBanner({
          cloth,
          dark,
          ...PHONE_SIZE,
          focus: "bottom",
          items: placePacks(packs, phoneSpots[packs.length] ?? []),
          key: `n${position}`,
        }),
      ),
      rows: textsByLocale.flatMap(([locale, text]) =>
        text
          ? [
              {
                name: `demo-${position + 1}`,
                place,
                locale,
                ...text,
                href,
                theme_color: cloth,
                ...(months ? planSeason(months, now) : { starts_at: null, ends_at: null }),
                position,
              },
            ]
          : [],
      ),
    };
  });
}

/** Plans the tile of each department, aspect ratio 16:11, with its packs on the right. */
export function planCategoryTiles(): { categoryId: number; picture: Picture }[] {
  return allCategories
    .filter((category) => category.parent === null)
    .map((category) => {
      const packs = (tiles as Record<string, string[][]>)[category.slug] ?? [];
      const cloth = getThemeColor(category) as ClothName;
      return {
        categoryId: category.id,
        picture: createPicture(`tile ${category.slug}`, () =>
          drawTile({ cloth, width: 640, height: 440, items: placePacks(packs, tileSpots), key: category.slug }),
        ),
      };
    });
}

/**
 * Plans the cover of a post, aspect ratio 3:2.
 * @param packs the packs as [brand, series, type]
 * @param key distinguishes the cover from others with the same packs
 */
export function planCover(cloth: string, packs: string[][], key: string): Picture {
  return createPicture(`cover ${key}`, () =>
    drawBanner({ cloth: cloth as ClothName, width: 900, height: 600, items: placePacks(packs, coverSpots), key }),
  );
}

function createPicture(key: string, draw: () => string): Picture {
  return { key, draw };
}

/**
 * Places packs, given as [brand, series, type], at the spots of the same index.
 * @throws Error if a brand, series or spot does not exist.
 */
function placePacks(packs: string[][], packSpots: Spot[]): Placed[] {
  return packs.flatMap(([brandName, seriesName, typeId], index) => {
    const brand = allBrands.find((one) => one.name === brandName);
    const series = brand?.series.find((one) => one.name === seriesName);
    const spot = packSpots[index];
    if (!brand || !series || !typeId || !spot) throw new Error(`no such pack: ${brandName} ${seriesName} ${typeId}`);
    const type = getType(typeId);
    const volume = type.unit === "шт" ? "" : `${Math.min(...type.sizes)} ${type.unit}`;
    return [{ seed: buildPackSeed(brand, series, type, volume), x: spot[0], base: spot[1], scale: spot[2] }];
  });
}
