import { z } from "zod";
import { amount, isoCode } from "../money/schema.ts";
import { methodCodes, paymentStatus } from "./schema.ts";

/** The views of the payment list, in the order of their tabs. `differences`: reconciliation found a difference. */
export const paymentViews = ["failed_refunds", "pending_refunds", "differences", "declined", "all"] as const;
export const paymentView = z.enum(paymentViews);
export type PaymentView = z.infer<typeof paymentView>;

export const paymentProviderNames = ["sandbox", "yookassa", "stripe"] as const;

export const paymentListQuery = z.object({
  view: paymentView.default("failed_refunds"),
  status: paymentStatus.optional(),
  provider: z.enum(paymentProviderNames).optional(),
  method: z.enum(methodCodes).optional(),
  /** The number of an order, with or without spaces. */
  q: z
    .string()
    .transform((text) => text.replaceAll(/\s/g, ""))
    .pipe(z.string().regex(/^\d{9}$/))
    .transform(Number)
    .optional(),
  /** The cursor `next` of the page before. */
  after: z
    .string()
    .regex(/^\d{1,16}_[A-Za-z0-9_-]{22,100}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type PaymentListQuery = z.infer<typeof paymentListQuery>;

/** The columns of the exported list, by the names of those of the page. */
export const paymentExportColumns = ["order", "created", "method", "amount", "status", "events"] as const;
export type PaymentExportColumn = (typeof paymentExportColumns)[number];

const attemptStatus = z.enum(["pending", "challenge", "succeeded", "failed"]);
export const refundStatus = z.enum(["pending", "succeeded", "failed"]);

/** A payment with its attempts, refunds and what reconciliation found, each oldest first. */
export const listedPayment = z
  .object({
    id: z.string(),
    order_id: z.int(),
    status: paymentStatus,
    provider: z.string(),
    method: z.string(),
    amount,
    currency: isoCode,
    created_at: z.iso.datetime(),
    paid_at: z.iso.datetime().nullable(),
    attempts: z.array(
      z.object({ id: z.string(), status: attemptStatus, decline_reason: z.string().nullable(), at: z.iso.datetime() }),
    ),
    refunds: z.array(
      z.object({
        id: z.string(),
        status: refundStatus,
        amount,
        reason: z.string(),
        /** Whether another refund repeats this one, which failed. */
        is_retried: z.boolean(),
        created_at: z.iso.datetime(),
      }),
    ),
    differences: z.array(z.object({ finding: z.string(), action: z.string(), at: z.iso.datetime() })),
  })
  .meta({ id: "AdminPayment" });
export type ListedPayment = z.infer<typeof listedPayment>;

export const paymentPage = z
  .object({
    items: z.array(listedPayment),
    /** The cursor of the next page; null on the last one. */
    next: z.string().nullable(),
    /** The payments of each view that should be empty. */
    counts: z.object({ failed_refunds: z.int(), pending_refunds: z.int() }),
  })
  .meta({ id: "AdminPaymentPage" });
export type PaymentPage = z.infer<typeof paymentPage>;
