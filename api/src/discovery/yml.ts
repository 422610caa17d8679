import type { FeedCategory } from "./feed-sql.ts";
import { type Offer, roubles } from "./offers.ts";
import { element, escaped, shortened } from "./xml.ts";

/** What stands over the offers: who sells, and what delivery costs, in kopecks. */
export type FeedShop = {
  name: string;
  company: string;
  url: string;
  deliveryMinor: number;
  freeFromMinor: number;
};

const NAME = 256;

/** The beginning of a Yandex feed (YML), up to its offers. */
export function ymlHead(shop: FeedShop, categories: readonly FeedCategory[], now: Date): string {
  const shelves = categories.map(
    ({ id, parent_id, name }) =>
      `<category id="${id}"${parent_id === null ? "" : ` parentId="${parent_id}"`}>${escaped(name)}</category>\n`,
  );
  return [
    `<?xml version="1.0" encoding="UTF-8"?>\n<yml_catalog date="${now.toISOString().slice(0, 16)}+00:00">\n<shop>\n`,
    element("name", shop.name),
    element("company", shop.company),
    element("url", shop.url),
    `\n<currencies><currency id="RUB" rate="1"/></currencies>\n<categories>\n${shelves.join("")}</categories>\n<offers>\n`,
  ].join("");
}

export const ymlTail = "</offers>\n</shop>\n</yml_catalog>\n";

export function ymlOffer(offer: Offer, shop: FeedShop): string {
  const delivery = offer.priceMinor >= shop.freeFromMinor ? 0 : Math.ceil(shop.deliveryMinor / 100);
  const group = offer.groupId === null ? "" : ` group_id="${offer.groupId}"`;
  return [
    `<offer id="${offer.id}" available="${offer.isAvailable}"${group}>`,
    element("name", shortened(offer.option ? `${offer.name}, ${offer.option}` : offer.name, NAME)),
    element("vendor", offer.vendor),
    element("vendorCode", offer.reference),
    element("url", offer.url),
    element("price", roubles(offer.priceMinor)),
    ...(offer.oldMinor === null ? [] : [element("oldprice", roubles(offer.oldMinor))]),
    "<currencyId>RUB</currencyId>",
    element("categoryId", offer.categoryId),
    ...offer.pictures.map((picture) => element("picture", picture)),
    element("description", offer.description),
    ...(offer.barcode === null ? [] : [element("barcode", offer.barcode)]),
    element("weight", (offer.weightG / 1000).toFixed(3)),
    // Days are left open: they depend on the carrier that the buyer chooses.
    `<delivery>true</delivery><delivery-options><option cost="${delivery}" days=""/></delivery-options>`,
    ...(offer.option ? [`<param name="Вариант">${escaped(offer.option)}</param>`] : []),
    "</offer>\n",
  ].join("");
}
