import { type FeedShop, formatRubles, getDeliveryPrice, type Offer } from "./offers.ts";
import { truncateText } from "../../../../design-system/text/html.ts";
import { renderElement } from "../xml.ts";

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
  const deliveryMinor = getDeliveryPrice(offer, shop);
  const [mainImage = "", ...additionalImages] = offer.pictures;
  const renderGoogleElement = (name: string, text: string) => renderElement(`g:${name}`, text);
  return [
    "<item>",
    renderGoogleElement("id", offer.id),
    renderGoogleElement(
      "title",
      truncateText(offer.option ? `${offer.name}, ${offer.option}` : offer.name, MAX_TITLE_LENGTH),
    ),
    renderGoogleElement("description", offer.description),
    renderGoogleElement("link", offer.url),
    renderGoogleElement("image_link", mainImage),
    ...additionalImages.map((one) => renderGoogleElement("additional_image_link", one)),
    renderGoogleElement("availability", offer.isAvailable ? "in_stock" : "out_of_stock"),
    renderGoogleElement("price", `${formatRubles(offer.oldMinor ?? offer.priceMinor)} RUB`),
    ...(offer.oldMinor === null ? [] : [renderGoogleElement("sale_price", `${formatRubles(offer.priceMinor)} RUB`)]),
    ...(offer.salePeriod === null
      ? []
      : [renderGoogleElement("sale_price_effective_date", formatPeriod(offer.salePeriod))]),
    renderGoogleElement("brand", offer.vendor),
    ...(offer.barcode === null ? [] : [renderGoogleElement("gtin", offer.barcode)]),
    renderGoogleElement(
      "mpn",
      offer.groupId === null ? offer.reference : `${offer.reference}-${offer.id.split("_")[1]}`,
    ),
    renderGoogleElement("condition", "new"),
    renderGoogleElement("product_type", categoryPath),
    ...(offer.groupId === null ? [] : [renderGoogleElement("item_group_id", String(offer.groupId))]),
    `<g:shipping>${renderGoogleElement("country", "RU")}${renderGoogleElement("price", `${formatRubles(deliveryMinor)} RUB`)}</g:shipping>`,
    renderGoogleElement("shipping_weight", `${offer.weightG} g`),
    "</item>\n",
  ].join("");
}

/**
 * Formats when a sale price applies, so that Google stops to show it at the end of the sale and not when it reads the feed
 * the next time: `2026-11-24T00:00Z/2026-11-30T20:59Z` (support.google.com/merchants/answer/6324460). It has minutes: the
 * end is rounded down, since a sale price must not be shown longer than it applies.
 */
function formatPeriod({ start, end }: NonNullable<Offer["salePeriod"]>): string {
  return [start, end].map((time) => `${time.toISOString().slice(0, 16)}Z`).join("/");
}
