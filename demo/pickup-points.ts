import { transliterate } from "../design-system/i18n/transliteration.ts";
import cities from "./data/cities.json" with { type: "json" };
import { createRandom } from "./random.ts";
import type { Row } from "./insert-rows.ts";

const CDEK_METHOD_ID = 6;
const streets = [
  "ул. Садовая",
  "ул. Школьная",
  "ул. Лесная",
  "ул. Гагарина",
  "пр. Мира",
  "ул. Пушкина",
  "ул. Зелёная",
  "ул. Набережная",
];
const landmarks = [
  "вход со двора",
  "рядом с аптекой",
  "первый этаж",
  "у остановки",
  "торговый центр, у касс",
  "вход с торца",
];

/** Plans fictional pickup points in real cities, three to six in each, and courier delivery for each city. */
export function planPickupPoints(seed: number, now: Date): Row[] {
  return cities.flatMap((city) => {
    const random = createRandom(seed, "points", city.code);
    const commonColumns = {
      method_id: CDEK_METHOD_ID,
      country: city.country,
      city_ru: city.ru,
      city_en: city.en,
      city_latin: transliterate(city.ru),
      refreshed_at: now,
      closed_at: null,
    };
    const roundDegrees = (degrees: number) => Math.round(degrees * 10_000) / 10_000;
    const points = Array.from({ length: random.int(3, 6) }, (_, index) => {
      const isLocker = random.chance(0.3);
      const number = 100 + index * 37 + random.int(0, 30);
      return {
        ...commonColumns,
        code: `${city.code}${number}`,
        type: isLocker ? "POSTAMAT" : "PVZ",
        postcode: city.postcode,
        name: isLocker ? `Постамат ${city.code}${number}` : `Пункт ${city.code}${number}, ${random.pick(landmarks)}`,
        address: `${random.pick(streets)}, ${random.int(1, 120)}`,
        work_time: isLocker
          ? "круглосуточно"
          : random.pick(["10:00–21:00", "09:00–20:00", "10:00–20:00, вс 11:00–18:00"]),
        lat: roundDegrees(city.lat + (random.nextFloat() - 0.5) * 0.12),
        lon: roundDegrees(city.lon + (random.nextFloat() - 0.5) * 0.18),
        weight_max_g: isLocker ? 15_000 : 30_000,
        boxes_mm: isLocker ? [[640, 410, 380]] : null,
      };
    });
    const courier = {
      ...commonColumns,
      code: `${city.code}-DOOR`,
      type: "COURIER",
      postcode: city.postcode,
      name: "Курьер до двери",
      address: "по адресу получателя",
      work_time: "10:00–21:00",
      lat: city.lat,
      lon: city.lon,
      weight_max_g: 30_000,
      boxes_mm: null,
    };
    return [...points, courier];
  });
}
