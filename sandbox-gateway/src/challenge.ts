import { Hono } from "hono";
import { renderChallengePage, renderNotFoundPage, getPageHeaders } from "./challenge-page.ts";
import type { Gateway } from "./gateway.ts";
import { decidePayment } from "./payments.ts";
import { objectId } from "./schema.ts";
import { setChallengeAnswer, findPayment, lockPayment, type PaymentRow } from "./sql.ts";
import type { PageLocale } from "./tables.ts";

/** The stored state for each answer of the page's form. */
const challengeStates = { confirm: "confirmed", refuse: "refused" } as const;

/**
 * Routes of the hosted 3-D Secure page, available to anyone who has the payment's id. It accepts one answer: a form
 * submitted again or too late redirects to the shop, which learns the result from the notification.
 */
export function challengeRoutes(gateway: Gateway): Hono {
  const app = new Hono();

  app.get("/:id", async (c) => {
    const payment = await findChallengedPayment(gateway, c.req.param("id"));
    const locale = getPageLocale(c.req.query("locale"), payment);
    if (!payment) return c.html(renderNotFoundPage(locale), 404, getPageHeaders());
    return c.html(
      renderChallengePage(payment, locale, isOpen(gateway, payment)),
      200,
      getPageHeaders(payment.return_url),
    );
  });

  app.post("/:id", async (c) => {
    const payment = await findChallengedPayment(gateway, c.req.param("id"));
    const locale = getPageLocale(c.req.query("locale"), payment);
    if (!payment) return c.html(renderNotFoundPage(locale), 404, getPageHeaders());
    const { answer } = await c.req.parseBody();
    if (answer !== "confirm" && answer !== "refuse")
      return c.html(
        renderChallengePage(payment, locale, isOpen(gateway, payment)),
        422,
        getPageHeaders(payment.return_url),
      );
    await applyAnswer(gateway, payment.id, challengeStates[answer]);
    gateway.wakeSignals.deliveries.notify();
    return c.redirect(payment.return_url ?? `${gateway.publicUrl}/challenge/${payment.id}?locale=${locale}`, 303);
  });
  return app;
}

/** Finds a payment that requires or required an answer on this page. */
async function findChallengedPayment({ db, shop }: Gateway, id: string): Promise<PaymentRow | undefined> {
  const parsedId = objectId.safeParse(id);
  const payment = parsedId.success ? await findPayment(db, shop.id, parsedId.data) : undefined;
  return payment?.challenge ? payment : undefined;
}

/** Stores an answer and decides the payment, unless it was already answered or has expired. */
async function applyAnswer(gateway: Gateway, id: string, answer: "confirmed" | "refused"): Promise<void> {
  await gateway.db.transaction().execute(async (db) => {
    const row = await lockPayment(db, gateway.shop.id, id);
    if (row && isOpen(gateway, row)) await decidePayment(gateway, db, await setChallengeAnswer(db, id, answer));
  });
}

/** Returns whether the page still accepts an answer. */
function isOpen({ clock }: Gateway, { status, challenge, decide_at }: PaymentRow): boolean {
  return status === "pending" && challenge === "pending" && decide_at > clock.now();
}

function getPageLocale(requestedLocale: string | undefined, payment: PaymentRow | undefined): PageLocale {
  if (requestedLocale === "ru_RU" || requestedLocale === "en_US") return requestedLocale;
  return payment?.locale ?? "ru_RU";
}
