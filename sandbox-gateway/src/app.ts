import { createHash, timingSafeEqual } from "node:crypto";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { cors } from "hono/cors";
import type { z } from "zod";
import { isDatabaseUnavailable } from "../../api/src/platform/db/database-errors.ts";
import { isRequestAborted } from "../../api/src/platform/http/request-body.ts";
import { challengeRoutes } from "./challenge.ts";
import type { Gateway } from "./gateway.ts";
import { withIdempotency } from "./idempotency.ts";
import { createPayment, cancelPayment, failOnce, createNotFound, getPayment, getPaymentByKey } from "./payments.ts";
import { GatewayRefusal } from "./refusals.ts";
import { createRefund, getRefund } from "./refunds.ts";
import { objectId, paymentRequest, refundRequest } from "./schema.ts";
import { createToken } from "./tokens.ts";

const BODY_LIMIT_BYTES = 16 * 1024;

/**
 * Builds the HTTP API of the sandbox gateway, to be mounted at /sandbox-gateway: /tokens and /challenge are for
 * browsers, everything else for the shop only. The background worker is started separately by `startWorker`.
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
        throw new GatewayRefusal("too_large", "The body must not exceed 16 KB.");
      },
    }),
  );

  // Only JSON is accepted, which a form on another site cannot send, and only scripts of the shop's origin are allowed.
  app.use("/tokens", cors({ origin: gateway.shop.origin, allowMethods: ["POST"], allowHeaders: ["content-type"] }));
  app.post("/tokens", async (c) => c.json(await createToken(gateway, parseJson(await readJsonBody(c)))));

  app.route("/challenge", challengeRoutes(gateway));
  app.route("/", merchantRoutes(gateway));

  app.notFound((c) => c.json(new GatewayRefusal("not_found", "There is no such endpoint.").toResponse(), 404));
  app.onError((error, c) => {
    const refusal = toRefusal(gateway, error, { method: c.req.method, path: c.req.path });
    return c.json(refusal.toResponse(), refusal.status);
  });
  return app;
}

/** Routes of the merchant API, which only the shop may call: payments and refunds. */
function merchantRoutes(gateway: Gateway): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    if (!isAuthorized(gateway, c.req.header("authorization")))
      throw new GatewayRefusal("invalid_credentials", "The shop id or the secret is wrong.");
    await next();
  });
  app.post("/payments", async (c) => {
    const body = await readJsonBody(c);
    const request = validate(paymentRequest, parseJson(body));
    await failOnce(gateway, request);
    const payment = await withIdempotency(gateway, getIdempotencyKey(c), { call: "POST /payments", body }, (db) =>
      createPayment(gateway, db, request),
    );
    gateway.wakeSignals.decisions.notify();
    return c.json(payment);
  });
  app.get("/payments", async (c) => c.json(await getPaymentByKey(gateway, c.req.query("idempotence_key"))));
  app.get("/payments/:id", async (c) => c.json(await getPayment(gateway, parseId(c, "payment"))));
  app.post("/payments/:id/cancel", async (c) => {
    const id = parseId(c, "payment");
    const payment = await withIdempotency(
      gateway,
      getIdempotencyKey(c),
      { call: `POST /payments/${id}/cancel`, body: "" },
      (db) => cancelPayment(gateway, db, id),
    );
    gateway.wakeSignals.deliveries.notify();
    return c.json(payment);
  });
  app.post("/refunds", async (c) => {
    const body = await readJsonBody(c);
    const request = validate(refundRequest, parseJson(body));
    const refund = await withIdempotency(gateway, getIdempotencyKey(c), { call: "POST /refunds", body }, (db) =>
      createRefund(gateway, db, request),
    );
    gateway.wakeSignals.decisions.notify();
    return c.json(refund);
  });
  app.get("/refunds/:id", async (c) => c.json(await getRefund(gateway, parseId(c, "refund"))));
  return app;
}

/** Converts an error of a route to an error response. All but refusals are logged. */
function toRefusal({ log }: Gateway, error: Error, request: { method: string; path: string }): GatewayRefusal {
  if (error instanceof GatewayRefusal) return error;
  if (isRequestAborted(error)) return new GatewayRefusal("invalid_request", "The request is incomplete.");
  if (isDatabaseUnavailable(error)) {
    log.error("the sandbox gateway cannot reach its database", error);
    return new GatewayRefusal("unavailable", "Out of service. Try again with the same key.");
  }
  log.error("the sandbox gateway failed", error, request);
  return new GatewayRefusal("internal_error", "The gateway failed. Try again with the same key.");
}

/**
 * Returns whether a request has the shop's id and secret (HTTP Basic). It compares digests, so that the response time
 * does not disclose the secret.
 */
function isAuthorized({ shop }: Gateway, authorization: string | undefined): boolean {
  const credentials = /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(authorization ?? "")?.[1];
  if (!credentials) return false;
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(Buffer.from(credentials, "base64").toString()), digest(`${shop.id}:${shop.secret}`));
}

async function readJsonBody(c: Context): Promise<string> {
  if (!/^application\/json\b/i.test(c.req.header("content-type") ?? ""))
    throw new GatewayRefusal("unsupported_media_type", "The body must be JSON.");
  return c.req.text();
}

/**
 * Parses a body. The parser's message is not passed on, because it quotes the body, which may contain card data.
 * @throws refusal `invalid_request`
 */
function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new GatewayRefusal("invalid_request", "The body is not JSON.");
  }
}

/** Validates a request against a schema. @throws refusal `invalid_request` with the name of the first invalid parameter */
function validate<S extends z.ZodType>(schema: S, request: unknown): z.output<S> {
  const result = schema.safeParse(request);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const parameter = issue?.path.join(".");
  const description = issue?.message ?? "The request is malformed.";
  throw new GatewayRefusal("invalid_request", description, parameter ? { parameter } : {});
}

function getIdempotencyKey(c: Context): string | undefined {
  return c.req.header("idempotence-key");
}

function parseId(c: Context, objectType: "payment" | "refund"): string {
  const id = objectId.safeParse(c.req.param("id"));
  if (!id.success) throw createNotFound(objectType);
  return id.data;
}
