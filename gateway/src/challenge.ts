import { Hono } from "hono";
import { challengePage, missingPage, pageHeaders } from "./challenge-page.ts";
import type { Gateway } from "./gateway.ts";
import { decidePayment } from "./payments.ts";
import { objectId } from "./schema.ts";
import { answerChallenge, findPayment, lockPayment, type PaymentRow } from "./sql.ts";
import type { PageLocale } from "./tables.ts";

const answers = { confirm: "confirmed", refuse: "refused" } as const;

/**
 * The hosted 3-D Secure page, for whoever holds a payment's id. Answered once: a form that is sent again, or too late,
 * leads back to the shop, which knows the end from its notification.
 */
export function challengeRoutes(gateway: Gateway): Hono {
  const app = new Hono();

  app.get("/:id", async (c) => {
    const payment = await challenged(gateway, c.req.param("id"));
    const locale = localeOf(c.req.query("locale"), payment);
    if (!payment) return c.html(missingPage(locale), 404, pageHeaders());
    return c.html(challengePage(payment, locale, isOpen(gateway, payment)), 200, pageHeaders(payment.return_url));
  });

  app.post("/:id", async (c) => {
    const payment = await challenged(gateway, c.req.param("id"));
    const locale = localeOf(c.req.query("locale"), payment);
    if (!payment) return c.html(missingPage(locale), 404, pageHeaders());
    const { answer } = await c.req.parseBody();
    if (answer !== "confirm" && answer !== "refuse")
      return c.html(challengePage(payment, locale, isOpen(gateway, payment)), 422, pageHeaders(payment.return_url));
    await answerOnce(gateway, payment.id, answers[answer]);
    gateway.bells.deliveries.ring();
    return c.redirect(payment.return_url ?? `${gateway.address}/challenge/${payment.id}?locale=${locale}`, 303);
  });
  return app;
}

/** A payment that asks, or has asked, on this page. */
async function challenged({ db, shop }: Gateway, id: string): Promise<PaymentRow | undefined> {
  const known = objectId.safeParse(id);
  const payment = known.success ? await findPayment(db, shop.id, known.data) : undefined;
  return payment?.challenge ? payment : undefined;
}

async function answerOnce(gateway: Gateway, id: string, answer: "confirmed" | "refused"): Promise<void> {
  await gateway.db.transaction().execute(async (db) => {
    const row = await lockPayment(db, gateway.shop.id, id);
    if (row && isOpen(gateway, row)) await decidePayment(gateway, db, await answerChallenge(db, id, answer));
  });
}

function isOpen({ clock }: Gateway, { status, challenge, decide_at }: PaymentRow): boolean {
  return status === "pending" && challenge === "asked" && decide_at > clock.now();
}

function localeOf(asked: string | undefined, payment: PaymentRow | undefined): PageLocale {
  if (asked === "ru_RU" || asked === "en_US") return asked;
  return payment?.locale ?? "ru_RU";
}
