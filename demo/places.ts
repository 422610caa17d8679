import { cityInLatin } from "../api/src/delivery/city-latin.ts";
import cities from "./data/cities.json" with { type: "json" };
import { dice } from "./random.ts";
import type { Row } from "./rows.ts";

const CDEK = 6;
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
const marks = [
  "вход со двора",
  "рядом с аптекой",
  "первый этаж",
  "у остановки",
  "торговый центр, у касс",
  "вход с торца",
];

/** Invented pick-up points of real cities, three to six in each, and a courier for each city. */
export function planPoints(seed: number, now: Date): Row[] {
  return cities.flatMap((city) => {
    const by = dice(seed, "points", city.code);
    const shared = {
      method_id: CDEK,
      country: city.country,
      city_ru: city.ru,
      city_en: city.en,
      city_latin: cityInLatin(city.ru),
      refreshed_at: now,
      closed_at: null,
    };
    const near = (degrees: number) => Math.round(degrees * 10_000) / 10_000;
    const points = Array.from({ length: by.int(3, 6) }, (_, at) => {
      const isLocker = by.chance(0.3);
      const number = 100 + at * 37 + by.int(0, 30);
      return {
        ...shared,
        code: `${city.code}${number}`,
        type: isLocker ? "POSTAMAT" : "PVZ",
        postcode: city.postcode,
        name: isLocker ? `Постамат ${city.code}${number}` : `Пункт ${city.code}${number}, ${by.pick(marks)}`,
        address: `${by.pick(streets)}, ${by.int(1, 120)}`,
        work_time: isLocker ? "круглосуточно" : by.pick(["10:00–21:00", "09:00–20:00", "10:00–20:00, вс 11:00–18:00"]),
        lat: near(city.lat + (by.roll() - 0.5) * 0.12),
        lon: near(city.lon + (by.roll() - 0.5) * 0.18),
        weight_max_g: isLocker ? 15_000 : 30_000,
        boxes_mm: isLocker ? [[640, 410, 380]] : null,
      };
    });
    const courier = {
      ...shared,
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
