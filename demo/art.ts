import banners from "./data/banners.json" with { type: "json" };
import tiles from "./data/tiles.json" with { type: "json" };
import { type Picture, packSeed } from "./packs.ts";
import { bannerArt, tileArt } from "./packshot/art.ts";
import type { ClothName } from "./packshot/cloths.ts";
import type { Placed } from "./packshot/seed.ts";
import type { Row } from "./rows.ts";
import { allBrands, allCategories, clothOf, typeNamed } from "./tables.ts";

type Place = "hero" | "side" | "wide";
type Spot = readonly [x: number, base: number, scale: number];
type Words = { kicker: string; title: string; text: string; action: string };
type Banner = {
  place: Place;
  cloth: ClothName;
  dark?: boolean;
  packs: string[][];
  href: string;
  ru?: Words;
  en?: Words;
};

/** Sizes of design §9; on phones every banner is 13 to 16. */
const sizes: Record<Place, { width: number; height: number }> = {
  hero: { width: 1000, height: 560 },
  side: { width: 560, height: 360 },
  wide: { width: 1280, height: 420 },
};
const PHONE = { width: 780, height: 960 };

const spots: Record<Place, Spot[][]> = {
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

export type BannerPlan = { wide: Picture; narrow: Picture; rows: Row[] };

/** The banners of both languages; a text that one language lacks is not shown there. */
export function planBanners(): BannerPlan[] {
  return (banners as Banner[]).map((banner, position) => {
    const { place, cloth, dark = false, packs, href } = banner;
    const words: [string, Words | undefined][] = [
      ["ru-RU", banner.ru],
      ["en-US", banner.en],
    ];
    return {
      wide: art(`banner ${position}`, () =>
        bannerArt({
          cloth,
          dark,
          ...sizes[place],
          items: standing(packs, spots[place][packs.length] ?? []),
          key: `b${position}`,
        }),
      ),
      narrow: art(`banner ${position} narrow`, () =>
        bannerArt({
          cloth,
          dark,
          ...PHONE,
          focus: "bottom",
          items: standing(packs, phoneSpots[packs.length] ?? []),
          key: `n${position}`,
        }),
      ),
      rows: words.flatMap(([locale, text]) =>
        text
          ? [
              {
                name: `demo-${position + 1}`,
                place,
                locale,
                ...text,
                href,
                cloth,
                starts_at: null,
                ends_at: null,
                position,
              },
            ]
          : [],
      ),
    };
  });
}

/** The tile of each department, 16 to 11 with its goods at the right. */
export function planTiles(): { categoryId: number; picture: Picture }[] {
  return allCategories
    .filter((category) => category.parent === null)
    .map((category) => {
      const packs = (tiles as Record<string, string[][]>)[category.slug] ?? [];
      const cloth = clothOf(category) as ClothName;
      return {
        categoryId: category.id,
        picture: art(`tile ${category.slug}`, () =>
          tileArt({ cloth, width: 640, height: 440, items: standing(packs, tileSpots), key: category.slug }),
        ),
      };
    });
}

/** The cover of a post, 3 to 2. */
export function coverOf(cloth: string, packs: string[][], key: string): Picture {
  return art(`cover ${key}`, () =>
    bannerArt({ cloth: cloth as ClothName, width: 900, height: 600, items: standing(packs, coverSpots), key }),
  );
}

function art(key: string, draw: () => string): Picture {
  return { key, draw };
}

/** Packs named by brand, series and type, each at its spot. */
function standing(packs: string[][], at: Spot[]): Placed[] {
  return packs.flatMap(([brandName, seriesName, typeId], index) => {
    const brand = allBrands.find((one) => one.name === brandName);
    const series = brand?.series.find((one) => one.name === seriesName);
    const spot = at[index];
    if (!brand || !series || !typeId || !spot) throw new Error(`no such pack: ${brandName} ${seriesName} ${typeId}`);
    const type = typeNamed(typeId);
    const volume = type.unit === "шт" ? "" : `${Math.min(...type.sizes)} ${type.unit}`;
    return [{ seed: packSeed(brand, series, type, volume), x: spot[0], base: spot[1], scale: spot[2] }];
  });
}
