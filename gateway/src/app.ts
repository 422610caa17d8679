import { createHash, timingSafeEqual } from "node:crypto";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { cors } from "hono/cors";
import type { z } from "zod";
import { isDatabaseLost } from "../../api/src/platform/db.ts";
import { challengeRoutes } from "./challenge.ts";
import type { Gateway } from "./gateway.ts";
import { once } from "./idempotence.ts";
import { acceptPayment, cancelPayment, failOnce, notFound, readPayment, readPaymentOfKey } from "./payments.ts";
import { GatewayRefusal } from "./refusals.ts";
import { acceptRefund, readRefund } from "./refunds.ts";
import { objectId, paymentRequest, refundRequest } from "./schema.ts";
import { keepCard } from "./tokens.ts";

const BODY_LIMIT_BYTES = 16 * 1024;

/**
 * Builds the sandbox gateway's HTTP side, to be mounted at /sandbox-gateway: /tokens and /challenge for browsers,
 * the rest for the shop alone. Its work (deciding, telling the shop) is started apart, by `startWork`.
 */
export function buildGateway(gateway: Gateway): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    c.header("cache-control", "no-store");
    await next();
  });
  app.use(
    bodyLimit({
      maxSize: BODY_LIMIT_BYTES,
      onError: () => {
        throw new GatewayRefusal("too_large", "The body takes at most 16 KB.");
      },
    }),
  );

  // Only JSON is taken, which a form of another site cannot send; and of scripts only the shop's own may.
  app.use("/tokens", cors({ origin: gateway.shop.origin, allowMethods: ["POST"], allowHeaders: ["content-type"] }));
  app.post("/tokens", async (c) => c.json(await keepCard(gateway, parsed(await jsonBody(c)))));

  app.route("/challenge", challengeRoutes(gateway));

  const merchant = new Hono();
  merchant.use(async (c, next) => {
    if (!isShop(gateway, c.req.header("authorization")))
      throw new GatewayRefusal("invalid_credentials", "The shop id or the secret is wrong.");
    await next();
  });
  merchant.post("/payments", async (c) => {
    const body = await jsonBody(c);
    const asked = checked(paymentRequest, parsed(body));
    await failOnce(gateway, asked);
    const payment = await once(gateway, keyOf(c), { call: "POST /payments", body }, (db) =>
      acceptPayment(gateway, db, asked),
    );
    gateway.bells.decisions.ring();
    return c.json(payment);
  });
  merchant.get("/payments", async (c) => c.json(await readPaymentOfKey(gateway, c.req.query("idempotence_key"))));
  merchant.get("/payments/:id", async (c) => c.json(await readPayment(gateway, idOf(c, "payment"))));
  merchant.post("/payments/:id/cancel", async (c) => {
    const id = idOf(c, "payment");
    const payment = await once(gateway, keyOf(c), { call: `POST /payments/${id}/cancel`, body: "" }, (db) =>
      cancelPayment(gateway, db, id),
    );
    gateway.bells.deliveries.ring();
    return c.json(payment);
  });
  merchant.post("/refunds", async (c) => {
    const body = await jsonBody(c);
    const asked = checked(refundRequest, parsed(body));
    const refund = await once(gateway, keyOf(c), { call: "POST /refunds", body }, (db) =>
      acceptRefund(gateway, db, asked),
    );
    gateway.bells.decisions.ring();
    return c.json(refund);
  });
  merchant.get("/refunds/:id", async (c) => c.json(await readRefund(gateway, idOf(c, "refund"))));
  app.route("/", merchant);

  app.notFound((c) => c.json(new GatewayRefusal("not_found", "There is no such call.").toWire(), 404));
  app.onError((error, c) => {
    if (error instanceof GatewayRefusal) return c.json(error.toWire(), error.status);
    if (isDatabaseLost(error)) {
      gateway.log.error("the sandbox gateway lost its database", error);
      return c.json(new GatewayRefusal("unavailable", "Out of service. Try again with the same key.").toWire(), 503);
    }
    gateway.log.error("the sandbox gateway failed", error, { method: c.req.method, path: c.req.path });
    return c.json(
      new GatewayRefusal("internal_error", "Something failed here. Try again with the same key.").toWire(),
      500,
    );
  });
  return app;
}

/** Compares digests, so that the time of an answer tells nothing of the secret. */
function isShop({ shop }: Gateway, authorization: string | undefined): boolean {
  const credentials = /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(authorization ?? "")?.[1];
  if (!credentials) return false;
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(Buffer.from(credentials, "base64").toString()), digest(`${shop.id}:${shop.secret}`));
}

async function jsonBody(c: Context): Promise<string> {
  if (!/^application\/json\b/i.test(c.req.header("content-type") ?? ""))
    throw new GatewayRefusal("unsupported_media_type", "The body must be JSON.");
  return c.req.text();
}

/** What the parser complains of is not passed on: it quotes the body, and a card may stand in there. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new GatewayRefusal("invalid_request", "The body is not JSON.");
  }
}

function checked<S extends z.ZodType>(schema: S, asked: unknown): z.output<S> {
  const result = schema.safeParse(asked);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const parameter = issue?.path.join(".");
  const description = issue?.message ?? "The request is malformed.";
  throw new GatewayRefusal("invalid_request", description, parameter ? { parameter } : {});
}

function keyOf(c: Context): string | undefined {
  return c.req.header("idempotence-key");
}

function idOf(c: Context, what: "payment" | "refund"): string {
  const id = objectId.safeParse(c.req.param("id"));
  if (!id.success) throw notFound(what);
  return id.data;
}
