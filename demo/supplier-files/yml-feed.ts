import { createRandom, type Random } from "../random.ts";
import type { SuppliedVariant, SupplierFile } from "./supplier-file.ts";

/** Every so many offers have one of the faults. */
const FAULT_INTERVAL = 40;
const offerFaults = ["check_digit", "repeated_line", "not_a_number", "xml_entity", "offer_torn", "no_key"] as const;
type OfferFault = (typeof offerFaults)[number];

const categories = ["Лосьоны", "Кремы", "Маски", "Сыворотки"] as const;
/** An id that no category of the feed has. */
const UNKNOWN_CATEGORY = 99;
const names = ["Лосьон «Роза», 150 мл", "Крем &quot;Ночной&quot;", "Маска &amp; патчи, 7 шт.", "Сыворотка № 5"];

/**
 * Generates a feed of offers (YML) as suppliers publish them, in Windows-1251. Every 40th offer has a fault that such feeds
 * have. Others have prices with a comma or without any, HTML in texts, and categories that the feed does not have, all of
 * which can be read.
 */
export function generateYmlFeed(variants: readonly SuppliedVariant[], seed: number): SupplierFile {
  const random = createRandom(seed, "supplier-file", "yml");
  const lines = [
    '<?xml version="1.0" encoding="windows-1251"?>',
    '<!DOCTYPE yml_catalog SYSTEM "shops.dtd">',
    '<yml_catalog date="2026-12-01 09:00">',
    "<shop><name>Оптовик</name><company>ООО «Оптовик»</company><url>https://supplier.example/</url>",
    '<currencies><currency id="RUR" rate="1"/></currencies>',
    "<categories>",
    ...categories.map((name, index) => `<category id="${index + 1}">${name}</category>`),
    "</categories>",
    "<offers>",
  ];
  const faults = new Map<number, OfferFault>();
  let previous: readonly string[] = [];
  for (const [index, variant] of variants.entries()) {
    const isFaulty = index % FAULT_INTERVAL === FAULT_INTERVAL - 1;
    const fault = isFaulty ? offerFaults[Math.floor(index / FAULT_INTERVAL) % offerFaults.length] : undefined;
    if (fault) faults.set(lines.length + 1, fault);
    const offer = fault === "repeated_line" ? previous : formatOffer(variant, random, fault);
    lines.push(...offer);
    previous = offer;
  }
  return { encoding: "windows-1251", lines: [...lines, "</offers>", "</shop>", "</yml_catalog>"], faults };
}

function formatOffer({ reference, barcode, stock, priceMinor }: SuppliedVariant, random: Random, fault?: OfferFault) {
  const rubles = Math.round((priceMinor / 100) * (random.chance(0.03) ? 1.3 : 1.02));
  const isUnknown = random.chance(0.02);
  const wrongDigit = (Number(barcode.at(-1)) + 1) % 10;
  const code = fault === "check_digit" ? `${barcode.slice(0, -1)}${wrongDigit}` : fault === "no_key" ? "" : barcode;
  const name = `${random.pick(names)}${fault === "xml_entity" ? "&nbsp;NEW" : ""}`;
  const offer = [
    `<offer id="${reference}" available="${stock > 0}">`,
    `<barcode>${code}</barcode>`,
    `<name>${random.chance(0.05) ? `${name} <b>Хит</b>` : name}</name>`,
    "<vendor>Оптовик</vendor>",
    ...(random.chance(0.05) ? [] : [`<price>${fault === "not_a_number" ? "по запросу" : `${rubles},50`}</price>`]),
    "<currencyId>RUR</currencyId>",
    `<categoryId>${isUnknown ? UNKNOWN_CATEGORY : random.int(1, categories.length)}</categoryId>`,
    `<count>${random.chance(0.05) ? 0 : stock}</count>`,
    "<description><![CDATA[<p>Увлажняет.</p><ul><li>без отдушек</li></ul>]]></description>",
    `<weight>0.${random.int(100, 900)}</weight>`,
    '<param name="Объём" unit="мл">150</param>',
    "</offer>",
  ];
  // The faulty price has to be there.
  if (fault === "not_a_number" && !offer.some((line) => line.startsWith("<price>")))
    return offer.toSpliced(4, 0, "<price>по запросу</price>");
  return fault === "offer_torn" ? [...offer.slice(0, 3), "</offer>", ...offer.slice(3, -1)] : offer;
}
