import type { FeedCategory } from "./feed-sql.ts";
import { type FeedShop, formatRubles, getDeliveryPrice, type Offer } from "./offers.ts";
import { truncateText } from "../../../../design-system/text/html.ts";
import { renderElement, escapeXml } from "../xml.ts";

const MAX_NAME_LENGTH = 256;

/** Renders the beginning of a Yandex feed (YML), up to its offers. */
export function renderYmlHeader(shop: FeedShop, categories: readonly FeedCategory[], now: Date): string {
  const categoryElements = categories.map(
    ({ id, parent_id, name }) =>
      `<category id="${id}"${parent_id === null ? "" : ` parentId="${parent_id}"`}>${escapeXml(name)}</category>\n`,
  );
  return [
    `<?xml version="1.0" encoding="UTF-8"?>\n<yml_catalog date="${now.toISOString().slice(0, 16)}+00:00">\n<shop>\n`,
    renderElement("name", shop.name),
    renderElement("company", shop.company),
    renderElement("url", shop.url),
    `\n<currencies><currency id="RUB" rate="1"/></currencies>\n<categories>\n${categoryElements.join("")}</categories>\n<offers>\n`,
  ].join("");
}

export const ymlFooter = "</offers>\n</shop>\n</yml_catalog>\n";

/** Renders an offer of the Yandex feed; the price of delivery is rounded up to whole rubles. */
export function renderYmlOffer(offer: Offer, shop: FeedShop): string {
  const deliveryRubles = Math.ceil(getDeliveryPrice(offer, shop) / 100);
  const group = offer.groupId === null ? "" : ` group_id="${offer.groupId}"`;
  return [
    `<offer id="${offer.id}" available="${offer.isAvailable}"${group}>`,
    renderElement("name", truncateText(offer.option ? `${offer.name}, ${offer.option}` : offer.name, MAX_NAME_LENGTH)),
    renderElement("vendor", offer.vendor),
    renderElement("vendorCode", offer.reference),
    renderElement("url", offer.url),
    renderElement("price", formatRubles(offer.priceMinor)),
    ...(offer.oldMinor === null ? [] : [renderElement("oldprice", formatRubles(offer.oldMinor))]),
    "<currencyId>RUB</currencyId>",
    renderElement("categoryId", offer.categoryId),
    ...offer.pictures.map((picture) => renderElement("picture", picture)),
    renderElement("description", offer.description),
    ...(offer.barcode === null ? [] : [renderElement("barcode", offer.barcode)]),
    renderElement("weight", (offer.weightG / 1000).toFixed(3)),
    // The number of days is omitted, because it depends on the carrier chosen by the customer.
    `<delivery>true</delivery><delivery-options><option cost="${deliveryRubles}" days=""/></delivery-options>`,
    ...(offer.option ? [`<param name="Вариант">${escapeXml(offer.option)}</param>`] : []),
    "</offer>\n",
  ].join("");
}
