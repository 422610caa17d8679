import { MAX_XML_TEXT } from "../../platform/data-files/bounded-xml.ts";
import { LIST_SEPARATOR } from "../../platform/data-files/field-parsers.ts";
import { toDecimal, toGrams, toPlainText } from "./offer-text.ts";
import { type MarkupError, TolerantXmlParser } from "./tolerant-xml.ts";

/** An offer of a feed: the line in which it begins, and its fields; `error` says why it cannot be read. */
export type Offer = { readonly line: number; readonly fields: Map<string, string>; error?: OfferError };
export type OfferError = "xml_entity" | "xml_tag" | "xml_invalid" | "offer_torn" | "line_too_long";

/** The column of the weight, which feeds have in kilograms. */
export const WEIGHT_COLUMN = "weight, g";
const MAX_CATEGORIES = 100_000;
const MAX_NAME = 200;
const markupErrors: Readonly<Record<MarkupError, OfferError>> = {
  ...{ ampersand: "xml_entity", bracket: "xml_invalid", closing_tag: "xml_tag", unclosed: "xml_tag" },
};
const plainElements: ReadonlySet<string> = new Set(["picture", "url", "description"]);
const prices: ReadonlySet<string> = new Set(["price", "oldprice", "purchase_price"]);
const decimals: ReadonlySet<string> = new Set([...prices, "count", "quantity", "stock_quantity"]);

/**
 * Parses a YML feed (https://yandex.ru/support/products/en/yml) that is written in parts. An error of an offer spoils that
 * offer only, as far as it can be told where the next one begins.
 */
export class YmlParser {
  /** What the shop of the feed is called. */
  shopName = "";
  hasOffers = false;
  readonly #categories = new Map<string, string>();
  #category = "";
  #text = "";
  #offer: Offer | null = null;
  #offerDepth = 0;
  #length = 0;
  #parameter = "";
  /** The last offer, which an error that follows it may still concern. */
  #pending: Offer | null = null;
  #finished: Offer[] = [];
  #lastLine = 0;
  readonly #parser = new TolerantXmlParser(
    {
      onOpen: (name, attributes) => this.#open(name, attributes),
      onClose: (name) => this.#close(name),
      onText: (text) => this.#addText(text),
      onError: (message) => this.#spoil(this.#offer, getOfferError(message)),
    },
    (error) => this.#spoil(error === "unclosed" ? this.#offer : (this.#offer ?? this.#pending), markupErrors[error]),
  );

  get line(): number {
    return this.#parser.line;
  }

  /** Whether an element is still open. */
  get isOpen(): boolean {
    return this.#parser.path.length > 0;
  }

  /** @returns the offers that are complete. @throws XmlLimitError */
  write(text: string): Offer[] {
    this.#parser.write(text);
    return this.#finished.splice(0);
  }

  /** @returns the last offer */
  end(): Offer[] {
    this.#parser.end();
    this.#finishPending();
    return this.#finished.splice(0);
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    const { path } = this.#parser;
    const parent = path.at(-2);
    const isInOffers = path.includes("offers");
    if (name === "offers") this.hasOffers = true;
    // Also behind a closing tag of all offers that stands too early.
    if (name === "offer" && this.hasOffers) {
      this.#openOffer(attributes);
      return;
    }
    if (this.#offer) {
      this.#openField(name, attributes);
      return;
    }
    // Elements that an offer should have, behind it.
    if (isInOffers && parent === "offers") this.#spoil(this.#pending, "offer_torn");
    if (name === "category" || parent === "shop") this.#text = "";
    if (name === "category") this.#category = attributes["id"] ?? "";
  }

  #openOffer(attributes: Readonly<Record<string, string>>): void {
    this.#spoil(this.#offer, "offer_torn");
    this.#closeOffer();
    this.#finishPending();
    // Offers of a feed without line breaks are told apart by lines that follow each other.
    this.#lastLine = Math.max(this.#parser.line, this.#lastLine + 1);
    this.#offer = { line: this.#lastLine, fields: new Map(Object.entries(attributes)) };
    this.#offerDepth = this.#parser.path.length;
    this.#length = 0;
  }

  #openField(name: string, attributes: Readonly<Record<string, string>>): void {
    // Tags of HTML inside a text.
    if (this.#parser.path.length > this.#offerDepth + 1) {
      this.#addText(`<${name}>`);
      return;
    }
    this.#text = "";
    if (name !== "param") return;
    const { name: parameter = "", unit } = attributes;
    this.#parameter = `param ${parameter.trim()}${unit ? `, ${unit.trim()}` : ""}`.slice(0, MAX_NAME);
  }

  #close(name: string): void {
    const { path } = this.#parser;
    const depth = path.length;
    if (this.#offer) {
      if (depth === this.#offerDepth) this.#closeOffer();
      else if (depth === this.#offerDepth + 1) this.#addField(name);
      else if (name !== "br") this.#addText(`</${name}>`);
      return;
    }
    if (name === "category" && this.#categories.size < MAX_CATEGORIES)
      this.#categories.set(this.#category, this.#text.trim().slice(0, MAX_NAME));
    if (name === "name" && path.at(-2) === "shop") this.shopName = this.#text.trim().slice(0, MAX_NAME);
    if (name === "offers") this.#finishPending();
  }

  #addText(text: string): void {
    if (this.#offer) {
      this.#length += text.length;
      if (this.#length > MAX_XML_TEXT) {
        this.#text = "";
        this.#spoil(this.#offer, "line_too_long");
        return;
      }
    }
    if (this.#offer || this.#text.length < MAX_NAME) this.#text += text;
  }

  #addField(element: string): void {
    const fields = this.#offer?.fields;
    if (!fields) return;
    const name = element === "param" ? this.#parameter : element === "weight" ? WEIGHT_COLUMN : element;
    const value = convertText(element, this.#text);
    const earlier = fields.get(name);
    this.#text = "";
    if (earlier === undefined || earlier === "") fields.set(name, value);
    // Of several barcodes, the first one is that of the product.
    else if (value !== "" && element !== "barcode") fields.set(name, `${earlier}${LIST_SEPARATOR}${value}`);
  }

  #closeOffer(): void {
    if (!this.#offer) return;
    this.#complete(this.#offer.fields);
    this.#pending = this.#offer;
    this.#offer = null;
  }

  /** Adds the currency to prices, and the name of the category. */
  #complete(fields: Map<string, string>): void {
    const currency = fields.get("currencyId") ?? "";
    for (const name of prices) {
      const price = fields.get(name);
      if (price && /\d/.test(price) && currency !== "") fields.set(name, `${price} ${currency}`);
    }
    const id = fields.get("categoryId");
    // A category that the feed does not have is told by its number.
    if (id) fields.set("category", this.#categories.get(id) ?? `#${id}`);
  }

  #spoil(offer: Offer | null, error: OfferError): void {
    if (offer && !offer.error) offer.error = error;
  }

  #finishPending(): void {
    if (this.#pending) this.#finished.push(this.#pending);
    this.#pending = null;
  }
}

function convertText(element: string, text: string): string {
  if (element === "weight") return toGrams(text);
  if (decimals.has(element)) return toDecimal(text);
  // Descriptions of the store have HTML as well.
  return plainElements.has(element) ? text.trim() : toPlainText(text);
}

/** Tells what the message of the parser is about. */
function getOfferError(message: string): OfferError {
  if (/entity/i.test(message)) return "xml_entity";
  return /tag/i.test(message) ? "xml_tag" : "xml_invalid";
}
