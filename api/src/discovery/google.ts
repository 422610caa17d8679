import { type Offer, roubles } from "./offers.ts";
import { element, shortened } from "./xml.ts";
import type { FeedShop } from "./yml.ts";

const TITLE = 150;

/** The beginning of a Google Merchant feed, up to its items. */
export function googleHead({ name, url }: FeedShop): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n${element("title", name)}${element("link", url)}${element("description", name)}\n`;
}

export const googleTail = "</channel>\n</rss>\n";

/** @param shelf the way to the offer's category: `Уход за лицом > Кремы`. */
export function googleItem(offer: Offer, shop: FeedShop, shelf: string): string {
  const delivery = offer.priceMinor >= shop.freeFromMinor ? 0 : shop.deliveryMinor;
  const [picture = "", ...further] = offer.pictures;
  const g = (name: string, text: string) => element(`g:${name}`, text);
  return [
    "<item>",
    g("id", offer.id),
    g("title", shortened(offer.option ? `${offer.name}, ${offer.option}` : offer.name, TITLE)),
    g("description", offer.description),
    g("link", offer.url),
    g("image_link", picture),
    ...further.map((one) => g("additional_image_link", one)),
    g("availability", offer.isAvailable ? "in_stock" : "out_of_stock"),
    g("price", `${roubles(offer.oldMinor ?? offer.priceMinor)} RUB`),
    ...(offer.oldMinor === null ? [] : [g("sale_price", `${roubles(offer.priceMinor)} RUB`)]),
    g("brand", offer.vendor),
    ...(offer.barcode === null ? [] : [g("gtin", offer.barcode)]),
    g("mpn", offer.groupId === null ? offer.reference : `${offer.reference}-${offer.id.split("_")[1]}`),
    g("condition", "new"),
    g("product_type", shelf),
    ...(offer.groupId === null ? [] : [g("item_group_id", String(offer.groupId))]),
    `<g:shipping>${g("country", "RU")}${g("price", `${roubles(delivery)} RUB`)}</g:shipping>`,
    g("shipping_weight", `${offer.weightG} g`),
    "</item>\n",
  ].join("");
}
