import { convertFromRub, convertToRub, type Currency, toMajorUnits } from "../../money/currency.ts";
import type { RecipientIdentity } from "../../orders/identity/schema.ts";
import { formatRecipientName } from "../../orders/order-address.ts";
import type { CdekContract } from "../settings.ts";
import type { CarrierError, CarrierErrorField } from "./admin-schema.ts";
import type { CarrierItem, CarrierShipment } from "./sql.ts";

type CdekOrderSource = Readonly<{
  reference: string;
  shipment: CarrierShipment;
  contract: CdekContract;
  /** The currency of the contract with its current rate. */
  currency: Currency;
  /** The date of the invoice, `2026-11-23`. */
  date: string;
  /** What customs asks of the recipient; null if it does not, or if the recipient did not give it. */
  identity: RecipientIdentity | null;
}>;

const COURIER_CODE = /^DOOR-(\d+)$/;

/**
 * Builds the request that registers a shipment at CDEK (API v2, `POST /orders`): an order of an online store that is
 * paid, so that nothing is collected on delivery.
 */
export function buildCdekOrder({ reference, shipment, contract, currency, date, identity }: CdekOrderSource): object {
  const { address, items, weight_g: weightG } = shipment;
  const { tariffs, sender, from } = contract;
  const senderAddress = `${from.address}, ${from.city}, ${from.country}`;
  const destination = buildDestination(shipment);
  return {
    type: 1,
    number: reference,
    tariff_code: "delivery_point" in destination ? tariffs.pickup_point : tariffs.door,
    date_invoice: date,
    shipper_name: sender.company,
    shipper_address: senderAddress,
    sender: { company: sender.company, name: sender.name, phones: [{ number: sender.phone }] },
    seller: { name: sender.company, address: senderAddress, phone: sender.phone },
    recipient: {
      name: formatRecipientName(address),
      phones: [address.phone_mobile, address.phone_home].filter(Boolean).map((number) => ({ number })),
      ...(identity ? buildIdentity(identity) : {}),
    },
    from_location: { country_code: from.country, city: from.city, postal_code: from.postcode, address: from.address },
    ...destination,
    delivery_recipient_cost: { value: 0 },
    packages: [
      {
        number: reference,
        weight: weightG,
        items: items.map((item) => buildItem(item, toDeclaredValue(item, shipment, currency))),
      },
    ],
  };
}

function buildIdentity({ passport, issued_on, inn }: RecipientIdentity): object {
  return {
    passport_series: passport.slice(0, 4),
    passport_number: passport.slice(4),
    passport_date_of_issue: issued_on,
    tin: inn,
  };
}

/** A pickup point by its code; a courier's address in the city whose code the delivery option has. */
function buildDestination({ address, pickup_point: point }: CarrierShipment): object {
  const cityCode = COURIER_CODE.exec(point?.code ?? "")?.[1];
  if (point && cityCode === undefined) return { delivery_point: point.code };
  const { country, city, postcode } = address;
  const place = cityCode === undefined ? { city, postal_code: postcode } : { code: Number(cityCode) };
  return { to_location: { ...place, country_code: country, address: address.address } };
}

function buildItem(item: CarrierItem, declaredValue: number): object {
  return {
    name: item.name_ru,
    name_i18n: item.customs_name_en,
    brand: item.brand,
    country_code: item.origin_country,
    ware_key: item.reference,
    payment: { value: 0 },
    cost: declaredValue,
    amount: item.quantity,
    // CDEK refuses a net weight above the gross weight.
    weight: Math.min(item.net_weight_g ?? item.weight_g, item.weight_g),
    weight_gross: item.weight_g,
  };
}

/** Returns a price in the currency of the contract: as it is in that currency, otherwise with the rate of the order. */
function toDeclaredValue(
  { price_minor: priceMinor, rub_per_unit: rubPerUnit }: CarrierItem,
  { currency: code, minor_digits: minorDigits }: CarrierShipment,
  currency: Currency,
): number {
  if (code === currency.code) return toMajorUnits(priceMinor, currency);
  return toMajorUnits(convertFromRub(convertToRub(priceMinor, { minorDigits, rubPerUnit }), currency), currency);
}

/** The fields of the request (`buildCdekOrder`) by what staff can correct; the first one that matches. */
const fieldPaths: readonly (readonly [path: RegExp, field: CarrierErrorField])[] = [
  [/^recipient\.phones/, "phone"],
  [/^recipient(\.|$)/, "recipient"],
  [/^to_location/, "address"],
  [/^delivery_point/, "pickup_point"],
  [/^packages(\[\d+\])?\.items/, "items"],
  [/^packages(\[\d+\])?\.weight/, "weight"],
];

/** Codes of the check after the registration, which name the field themselves. */
const fieldCodes: readonly (readonly [code: RegExp, field: CarrierErrorField])[] = [
  [/(receiver|recipient)_phone/, "phone"],
  [/(receiver|recipient)_name/, "recipient"],
  [/(receiver|recipient)_(address|city)/, "address"],
];

/** A number of the length of a passport number (6 digits, 10 with the series) or of a taxpayer number (12). */
const IDENTITY_NUMBER = /(?<!\d)(?:\d{12}|(?:\d{2} ?\d{2} ?)?\d{6})(?!\d)/g;

/**
 * Hides the numbers of a reason that may quote the passport or taxpayer number of the recipient: reasons are stored
 * readable. If the reason names one of both, all its numbers are hidden.
 */
function hideIdentity<E extends Omit<CarrierError, "field">>(error: E): E {
  const isAboutIdentity = /passport|паспорт|\btin\b|(?<![а-яё])инн(?![а-яё])/iu.test(error.message);
  return { ...error, message: error.message.replaceAll(isAboutIdentity ? /\d[\d -]*\d/g : IDENTITY_NUMBER, "…") };
}

/**
 * Adds the field of the shipment that a reason of CDEK is about. CDEK names fields of the request by their path in
 * brackets: `[recipient.phones[0].number] is empty`.
 * @returns the reason as it is if it names no field, or one that the shipment does not have
 */
export function addErrorField(reason: Omit<CarrierError, "field">): CarrierError {
  const error = hideIdentity(reason);
  const path = /\[([a-z_]+(?:\[\d+\])?(?:\.[a-z_0-9]+(?:\[\d+\])?)*)\]/.exec(error.message)?.[1] ?? "";
  const [, field] =
    fieldPaths.find(([pattern]) => pattern.test(path)) ??
    fieldCodes.find(([pattern]) => pattern.test(error.code)) ??
    [];
  return field === undefined ? error : { ...error, field };
}
