import { z } from "zod";
import { picture } from "../../content/schema.ts";
import { customsStatus, orderShippingMethod, orderStatus } from "../../orders/schema.ts";
import { carrierOrder } from "../carrier-orders/admin-schema.ts";

export const shipmentStatuses = ["open", "packed", "shipped", "delivered", "returned", "canceled"] as const;
const shipmentStatus = z.enum(shipmentStatuses);
export type ShipmentStatus = z.infer<typeof shipmentStatus>;

const MAX_WEIGHT_G = 100_000;

export const scanParams = z.object({
  id: z.coerce.number().int().min(1).max(2_147_483_647),
  scan_id: z.uuid(),
});

export const createShipmentRequest = z
  .strictObject({
    order_id: z.int().min(100_000_000).max(999_999_999),
    /** Confirms that the order is taken over from another member of staff. */
    take_over: z.boolean().default(false),
  })
  .meta({ id: "CreateShipmentRequest" });

/**
 * A piece that is put into the box: its code, and its line if the code does not identify it. A piece without a readable
 * code has only a line.
 */
export const scanRequest = z
  .strictObject({
    /** Made by the device, so that a scan that is sent again changes nothing. */
    scan_id: z.uuid(),
    /** The barcode or the reference of a product. */
    code: z.string().trim().min(1).max(100).optional(),
    line: z.int().min(1).max(32_767).optional(),
  })
  .refine(({ code, line }) => code !== undefined || line !== undefined, { path: ["code"], message: "required" })
  .meta({ id: "ScanRequest" });

export const weighRequest = z
  .strictObject({
    changes: z.strictObject({
      weight_g: z.strictObject({ from: z.int().nullable(), to: z.int().min(1).max(MAX_WEIGHT_G) }),
    }),
    /** Why the weight differs from the expected one; it confirms the difference. */
    reason: z.string().trim().min(1, "required").max(500, "tooLong").optional(),
  })
  .meta({ id: "WeighShipmentRequest" });

export const undoScanRequest = z.strictObject({}).meta({ id: "UndoScanRequest" });

export const reopenRequest = z.strictObject({}).meta({ id: "ReopenShipmentRequest" });

export const splitRequest = z
  .strictObject({
    /** The pieces that move to another shipment. They are not packed yet. */
    items: z
      .array(z.strictObject({ line: z.int().min(1).max(32_767), quantity: z.int().min(1).max(10_000) }))
      .min(1, "required")
      .max(500)
      .refine((items) => new Set(items.map(({ line }) => line)).size === items.length, "duplicate"),
  })
  .meta({ id: "SplitShipmentRequest" });

export const shipRequest = z
  .strictObject({
    /** Spaces are removed; the check digit of postal numbers is verified. It may be left out if it is stored. */
    tracking_number: z
      .string()
      .max(40)
      .transform((text) => text.replaceAll(/\s/g, "").toUpperCase())
      .optional(),
  })
  .meta({ id: "ShipShipmentRequest" });

export const scannedPiece = z
  .object({ scan_id: z.uuid(), shipment_id: z.int(), line: z.int() })
  .meta({ id: "ScannedPiece" });
export type ScannedPiece = z.infer<typeof scannedPiece>;

export const shipmentChange = z
  .object({ shipment_id: z.int(), order_id: z.int(), status: shipmentStatus, order_status: orderStatus })
  .meta({ id: "ShipmentChange" });
export type ShipmentChange = z.infer<typeof shipmentChange>;

const tracking = z.object({ number: z.string(), url: z.url() }).nullable();

/** What a shipment has at its carrier. */
const carrierFields = {
  /** The last order at the carrier; null if there is none. */
  carrier_order: carrierOrder.nullable(),
  /** Whether it can be registered at CDEK when it is packed: null if another carrier takes it. */
  cdek_registration: z.enum(["available", "not_set_up"]).nullable(),
};

const shipmentItem = z.object({
  /** The number of the item in the shipment: the line of its order, or for a joined order a number after those. */
  line: z.int(),
  order_id: z.int(),
  product_id: z.int(),
  option_id: z.int(),
  reference: z.string(),
  barcode: z.string().nullable(),
  name_ru: z.string(),
  name_en: z.string(),
  option_ru: z.string(),
  option_en: z.string(),
  image: picture.nullable(),
  is_gift: z.boolean(),
  /** Weight of one piece. */
  weight_g: z.int(),
  quantity: z.int(),
  /** The pieces that are in the box. */
  packed: z.int(),
});
export type ShipmentItem = z.infer<typeof shipmentItem>;

/** A shipment as the packing station shows it. Of the customer it has only what is printed on the label. */
export const shipment = z
  .object({
    id: z.int(),
    order_id: z.int(),
    /** The other orders whose goods are in it, which are sent with the order. */
    joined_orders: z.array(z.int()),
    number: z.int(),
    status: shipmentStatus,
    order_status: orderStatus,
    label: z.object({ recipient: z.string(), postcode: z.string(), city: z.string(), country: z.string() }),
    shipping_method: orderShippingMethod,
    /** What the customer wrote to the store. */
    comment: z.string(),
    expected_weight_g: z.int(),
    weight_g: z.int().nullable(),
    weight_reason: z.string(),
    packed_at: z.iso.datetime().nullable(),
    packed_by: z.string().nullable(),
    shipped_at: z.iso.datetime().nullable(),
    tracking,
    ...carrierFields,
    items: z.array(shipmentItem),
    /** The pieces that are in the box, the last one first; one that was taken out again is left out. */
    scans: z.array(z.object({ scan_id: z.uuid(), line: z.int(), at: z.iso.datetime() })),
  })
  .meta({ id: "AdminShipment" });
export type Shipment = z.infer<typeof shipment>;

/** What the packing station shows of an order. */
export const packingOrder = z
  .object({
    id: z.int(),
    /** The other orders that are sent with it, in the same shipments. */
    joined_orders: z.array(z.int()),
    status: orderStatus,
    country: z.string(),
    shipping_method: orderShippingMethod,
    comment: z.string(),
    customs_status: customsStatus.nullable(),
    /** The member of staff who works on it. */
    assignee: z.object({ id: z.int(), name: z.string() }).nullable(),
    /** Without those that were canceled. */
    shipments: z.array(shipment),
  })
  .meta({ id: "PackingOrder" });
export type PackingOrder = z.infer<typeof packingOrder>;

export const shipmentListQuery = z.object({
  status: shipmentStatus.default("packed"),
  /** The cursor `next` of the page before. */
  after: z
    .string()
    .regex(/^\d{1,16}_\d{1,10}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type ShipmentListQuery = z.infer<typeof shipmentListQuery>;

/** The columns of the exported list, by the names of those of the page. */
export const shipmentExportColumns = [
  ...(["order", "method", "pieces", "weight", "packed", "tracking", "status"] as const),
] as const;
export type ShipmentExportColumn = (typeof shipmentExportColumns)[number];

const shipmentRow = z.object({
  id: z.int(),
  order_id: z.int(),
  /** The other orders whose goods are in it. */
  joined_orders: z.array(z.int()),
  number: z.int(),
  /** The number of shipments of the order. */
  shipments: z.int(),
  status: shipmentStatus,
  country: z.string(),
  shipping_method: orderShippingMethod,
  pieces: z.int(),
  weight_g: z.int().nullable(),
  packed_at: z.iso.datetime().nullable(),
  packed_by: z.string().nullable(),
  tracking,
  ...carrierFields,
});
export type ShipmentRow = z.infer<typeof shipmentRow>;

export const shipmentPage = z
  .object({
    /** In the order in which they were packed. */
    items: z.array(shipmentRow),
    next: z.string().nullable(),
    total: z.int(),
  })
  .meta({ id: "AdminShipmentPage" });
export type ShipmentPage = z.infer<typeof shipmentPage>;

const shipmentEvent = z.object({
  /** `packed`, `shipped`, `delivered`, `returned`, or the carrier's code. */
  code: z.string(),
  at: z.iso.datetime(),
  place: z.string(),
  source: z.enum(["store", "carrier"]),
});

/** The shipments of an order, for the order page. */
export const orderShipments = z
  .object({
    shipments: z.array(
      z.object({
        id: z.int(),
        /** The other orders whose goods are in it. */
        joined_orders: z.array(z.int()),
        number: z.int(),
        status: shipmentStatus,
        tracking,
        expected_weight_g: z.int(),
        weight_g: z.int().nullable(),
        weight_reason: z.string(),
        packed_at: z.iso.datetime().nullable(),
        packed_by: z.string().nullable(),
        shipped_at: z.iso.datetime().nullable(),
        /** The line is that of the order. */
        items: z.array(z.object({ order_id: z.int(), line: z.int(), quantity: z.int(), packed: z.int() })),
        ...carrierFields,
        /** Newest first. */
        events: z.array(shipmentEvent),
      }),
    ),
  })
  .meta({ id: "AdminOrderShipments" });
export type OrderShipments = z.infer<typeof orderShipments>;
