import { type Offer, formatRubles } from "./offers.ts";
import { renderElement, truncateText } from "../xml.ts";
import type { FeedShop } from "./yml-feed.ts";

const MAX_TITLE_LENGTH = 150;

/** Renders the beginning of a Google Merchant feed, up to its items. */
export function renderGoogleHeader({ name, url }: FeedShop): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n${renderElement("title", name)}${renderElement("link", url)}${renderElement("description", name)}\n`;
}

export const googleFooter = "</channel>\n</rss>\n";

/**
 * Renders an item of the Google Merchant feed.
 * @param categoryPath the path of the offer's category: `Уход за лицом > Кремы`.
 */
export function renderGoogleItem(offer: Offer, shop: FeedShop, categoryPath: string): string {
  const delivery = offer.priceMinor >= shop.freeFromMinor ? 0 : shop.deliveryMinor;
  const [mainImage = "", ...additionalImages] = offer.pictures;
  const g = (name: string, text: string) => renderElement(`g:${name}`, text);
  return [
    "<item>",
    g("id", offer.id),
    g("title", truncateText(offer.option ? `${offer.name}, ${offer.option}` : offer.name, MAX_TITLE_LENGTH)),
    g("description", offer.description),
    g("link", offer.url),
    g("image_link", mainImage),
    ...additionalImages.map((one) => g("additional_image_link", one)),
    g("availability", offer.isAvailable ? "in_stock" : "out_of_stock"),
    g("price", `${formatRubles(offer.oldMinor ?? offer.priceMinor)} RUB`),
    ...(offer.oldMinor === null ? [] : [g("sale_price", `${formatRubles(offer.priceMinor)} RUB`)]),
    g("brand", offer.vendor),
    ...(offer.barcode === null ? [] : [g("gtin", offer.barcode)]),
    g("mpn", offer.groupId === null ? offer.reference : `${offer.reference}-${offer.id.split("_")[1]}`),
    g("condition", "new"),
    g("product_type", categoryPath),
    ...(offer.groupId === null ? [] : [g("item_group_id", String(offer.groupId))]),
    `<g:shipping>${g("country", "RU")}${g("price", `${formatRubles(delivery)} RUB`)}</g:shipping>`,
    g("shipping_weight", `${offer.weightG} g`),
    "</item>\n",
  ].join("");
}
