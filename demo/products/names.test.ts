import { describe, expect, it } from "vitest";
import {
  type NameParts,
  buildNameEn,
  buildNameRu,
  pluralizeRu,
  hasAudiencePhrase,
  startsWithAdjective,
} from "./names.ts";
import {
  getActivesFor,
  getAdjectivesFor,
  allTypes,
  getAudiencesFor,
  getBrandsSelling,
  type ProductType,
  getSeriesFor,
  getType,
} from "./source-tables.ts";

// Sample names that were used to check the source tables.
const samples: [type: string, name: string][] = [
  ["peel", "Увлажняющий пилинг-скатка Koumeyu Daily Plum со скваланом, 120 г"],
  ["nailfile", "Деревянная пилка для ногтей Tsumekira Nail Studio, 1 шт"],
  ["floss", "Зубная нить Hamigura Gum Guard, 1 шт"],
  ["mascara", "Стойкая тушь для ресниц Irodome Color Lock, 5 г"],
  ["cotton", "Ватные диски Koumeyu Daily Plum, 180 шт"],
  ["freshener", "Ароматизатор для дома Kaoribune Room Boat, 250 мл"],
  ["lotion", "Нежный лосьон для лица Umihoshi Sea Mineral, 170 мл"],
  ["enzyme", "Энзимная пудра Asanohara Nuka Bright с экстрактом хатомуги, 32 шт"],
  ["eye_cream", "Крем для век Yukisawa Lab Cell Clock, 30 г"],
  ["organizer", "Складной органайзер для хранения Hinatabako Slim Shelf, 1 шт"],
  ["gloss", "Полупрозрачный блеск для губ Beniuzu Lip Tide с гиалуроновой кислотой, 4 мл"],
  ["body_milk", "Молочко для тела Yuzuhara Yuzu Garden с аргановым маслом, 400 мл"],
  ["kitchenbit", "Компактная форма для онигири Fukinoki Cook Helper, 1 шт"],
  ["bb", "BB-крем Kasumine Soft Focus с гиалуроновой кислотой для сухой кожи, 40 г"],
  ["shower", "Питательный гель для душа Aosuzu Family Wash с коэнзимом Q10, 750 мл"],
  ["shampoo_dan", "Увлажняющий шампунь от перхоти Nadeshira Herb Scalp с пироктон оламином, 300 мл"],
  ["sleep_mask", "Ночная маска Mizunora Deep Moist с центеллой азиатской для жирной кожи, 100 г"],
  ["dish", "Антибактериальное средство для мытья посуды Kiyonagi Kitchen Power с апельсиновым маслом, 240 мл"],
  ["powder", "Рассыпчатая пудра Kasumine Veil Base с протеинами шёлка, 8 г"],
  ["men_sh", "Мужской шампунь Karasuba Men Black Wash с женьшенем, 340 мл"],
  ["hand", "Успокаивающий крем для рук Yuzuhara Yuzu Garden с экстрактом юдзу, 70 г"],
  ["men_wash", "Гель-скраб для умывания Karasuba Men Black Wash с гиалуроновой кислотой, 130 г"],
  ["hair_mask", "Шёлковая маска для волос Kamitsura Camellia Gloss с церамидами, 200 г"],
  ["hair_milk", "Молочко для волос Kamitsura Silk Night с экстрактом сакуры, 150 мл"],
  ["pettoy", "Натуральная игрушка для животных Tamapochi Neko Snack, 1 шт"],
  ["bathclean", "Чистящая пена для ванной Kiyonagi Bath Shine с лимонной кислотой, 400 мл"],
  ["sun_stick", "Солнцезащитный стик Hanekaze Sun Veil с гиалуроновой кислотой, 15 г"],
  ["brush", "Зубная щётка Hamigura Gum Guard, 1 шт"],
  ["bottle", "Бутылочка для кормления Yuragomo Newborn Soft, 160 мл"],
  ["cream_night", "Ночной крем Yukisawa Lab Platinum Dew с маточным молочком для жирной кожи, 30 г"],
  ["men_cream", "Мужской гель-крем Karasuba Men Black Wash с бамбуковым углём, 100 г"],
  ["cl_oil", "Гидрофильное масло Koumeyu Daily Plum с водорослями, 200 мл"],
  ["shave_gel", "Мягкий гель для бритья Tetsukaze Quick Shave, 100 г"],
  ["shower", "Насыщенный гель для душа Asanohara Rice Ferment с экстрактом юдзу, 400 мл"],
  ["pads", "Гигиенические прокладки Sayakusa Herb Touch, 22 шт"],
  ["concealer", "Тонкий консилер Kasumine Soft Focus с коллагеном для проблемной кожи, 5 г"],
  ["massager", "Массажёр для лица Yukisawa Lab Cell Clock, 1 шт"],
  ["cuticle", "Масло для кутикулы Torinoe Hand Nest, 100 мл"],
  ["sheet", "Тканевые маски Wakatsuyu Young Dew с церамидами для сухой кожи, 1 шт"],
  ["all_in_one", "Невесомый гель «всё в одном» Mizunora Deep Moist с церамидами для проблемной кожи, 100 г"],
];

/** Generates all possible names of a type. */
function* generateNames(type: ProductType): Generator<string> {
  const adjectives = startsWithAdjective(type) ? [] : getAdjectivesFor(type);
  const audiences = hasAudiencePhrase(type) ? [] : getAudiencesFor(type);
  for (const brand of getBrandsSelling(type))
    for (const series of getSeriesFor(brand, type))
      for (const size of type.sizes)
        for (const adjective of [null, ...adjectives])
          for (const active of [null, ...getActivesFor(type)])
            for (const audience of [null, ...audiences])
              yield buildNameRu({ type, brand, series, size, adjective, active, audience });
}

describe("Russian names", () => {
  it.each(samples)("of %s include %s", (id, expectedName) => {
    const names = new Set(generateNames(getType(id)));
    // A no-break space separates number and unit.
    expect(names).toContain(expectedName.replace(/ (?=\S+$)/, "\u00a0"));
  });

  it("have adjectives that agree in gender with the noun", () => {
    const moisturizing = getAdjectivesFor(getType("lotion"))[0];
    if (!moisturizing) throw new Error("no adjective");
    const getFirstWord = (type: string) =>
      buildNameRu({ ...createNameParts(type), adjective: moisturizing }).split(" ")[0];
    expect([
      getFirstWord("shampoo"),
      getFirstWord("essence"),
      getFirstWord("hair_oil"),
      getFirstWord("eye_patch"),
    ]).toEqual(["Увлажняющий", "Увлажняющая", "Увлажняющее", "Увлажняющие"]);
  });

  it("have no extra adjective if the noun begins with one", () => {
    expect(allTypes.filter(startsWithAdjective).map((type) => type.ru)).toEqual(
      expect.arrayContaining(["гидрофильное масло", "губная помада", "тканевые маски", "детский крем", "ватные диски"]),
    );
    expect(
      ["лосьон для лица", "румяна", "пилинг-скатка", "таблетки для суставов"].map((ru) =>
        startsWithAdjective({ ...getType("lotion"), ru }),
      ),
    ).toEqual([false, false, false, false]);
  });

  it("use the Russian plural forms", () => {
    expect([1, 2, 5, 11, 12, 21, 22, 25, 101].map((count) => pluralizeRu(count, "пара", "пары", "пар"))).toEqual([
      "пара",
      "пары",
      "пар",
      "пар",
      "пар",
      "пара",
      "пары",
      "пар",
      "пара",
    ]);
  });
});

describe("English names", () => {
  it("begin with the brand and the series", () => {
    const parts: NameParts = {
      ...createNameParts("shampoo"),
      adjective: getAdjectivesFor(getType("shampoo")).find((one) => one.en === "moisturising") ?? null,
      active: getActivesFor(getType("shampoo")).find((one) => one.id === "camellia") ?? null,
      size: 480,
    };
    expect(buildNameEn(parts)).toBe("Kamitsura Camellia Gloss moisturising shampoo with camellia oil, 480\u00a0ml");
  });

  it("omit the size if it is an option", () => {
    expect(buildNameEn({ ...createNameParts("shampoo"), size: null })).toBe("Kamitsura Camellia Gloss shampoo");
  });
});

function createNameParts(id: string): NameParts {
  const type = getType(id);
  const brand = getBrandsSelling(getType("shampoo_col"))[0];
  const series = brand?.series.find((one) => one.name === "Camellia Gloss");
  if (!brand || !series) throw new Error("no such brand");
  return { type, brand, series, adjective: null, active: null, audience: null, size: 1 };
}
