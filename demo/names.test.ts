import { describe, expect, it } from "vitest";
import { type NameParts, nameEn, nameRu, plural, saysForWhom, startsWithAdjective } from "./names.ts";
import {
  activesFor,
  adjectivesFor,
  allTypes,
  audiencesFor,
  brandsSelling,
  type ProductType,
  seriesHolding,
  typeNamed,
} from "./tables.ts";

// The sample output that the tables of the demo catalogue were checked with.
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

/** Every name that a type may carry: the samples must be among them, letter by letter. */
function* namesOf(type: ProductType): Generator<string> {
  const adjectives = startsWithAdjective(type) ? [] : adjectivesFor(type);
  const audiences = saysForWhom(type) ? [] : audiencesFor(type);
  for (const brand of brandsSelling(type))
    for (const series of seriesHolding(brand, type))
      for (const size of type.sizes)
        for (const adjective of [null, ...adjectives])
          for (const active of [null, ...activesFor(type)])
            for (const audience of [null, ...audiences])
              yield nameRu({ type, brand, series, size, adjective, active, audience });
}

describe("Russian names", () => {
  it.each(samples)("of %s can be %s", (id, wanted) => {
    const names = new Set(namesOf(typeNamed(id)));
    // The unit stands behind a space that does not break.
    expect(names).toContain(wanted.replace(/ (?=\S+$)/, "\u00a0"));
  });

  it("agree in gender with their noun", () => {
    const moist = adjectivesFor(typeNamed("lotion"))[0];
    if (!moist) throw new Error("no adjective");
    const name = (type: string) => nameRu({ ...plain(type), adjective: moist }).split(" ")[0];
    expect([name("shampoo"), name("essence"), name("hair_oil"), name("eye_patch")]).toEqual([
      "Увлажняющий",
      "Увлажняющая",
      "Увлажняющее",
      "Увлажняющие",
    ]);
  });

  it("take no adjective where the noun begins with one", () => {
    expect(allTypes.filter(startsWithAdjective).map((type) => type.ru)).toEqual(
      expect.arrayContaining(["гидрофильное масло", "губная помада", "тканевые маски", "детский крем", "ватные диски"]),
    );
    expect(
      ["лосьон для лица", "румяна", "пилинг-скатка", "таблетки для суставов"].map((ru) =>
        startsWithAdjective({ ...typeNamed("lotion"), ru }),
      ),
    ).toEqual([false, false, false, false]);
  });

  it("count in Russian", () => {
    expect([1, 2, 5, 11, 12, 21, 22, 25, 101].map((count) => plural(count, "пара", "пары", "пар"))).toEqual([
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
  it("begin with the brand and its line", () => {
    const parts: NameParts = {
      ...plain("shampoo"),
      adjective: adjectivesFor(typeNamed("shampoo")).find((one) => one.en === "moisturising") ?? null,
      active: activesFor(typeNamed("shampoo")).find((one) => one.id === "camellia") ?? null,
      size: 480,
    };
    expect(nameEn(parts)).toBe("Kamitsura Camellia Gloss moisturising shampoo with camellia oil, 480\u00a0ml");
  });

  it("leave the size to the options where it is chosen", () => {
    expect(nameEn({ ...plain("shampoo"), size: null })).toBe("Kamitsura Camellia Gloss shampoo");
  });
});

function plain(id: string): NameParts {
  const type = typeNamed(id);
  const brand = brandsSelling(typeNamed("shampoo_col"))[0];
  const series = brand?.series.find((one) => one.name === "Camellia Gloss");
  if (!brand || !series) throw new Error("no such brand");
  return { type, brand, series, adjective: null, active: null, audience: null, size: 1 };
}
