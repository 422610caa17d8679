import { afterCommit, type Db, withTransaction } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { runInBackground } from "../background-tasks.ts";
import { settleRefund } from "../refunds/refunds.ts";
import { refusals } from "../schema.ts";
import { settlePayment } from "../attempts/settle-payment.ts";
import { addWebhookEvent, markEventProcessed, findUnprocessedEvent } from "./webhook-sql.ts";

/**
 * Stores a provider's event. It is processed after the response is sent, and by a job if that fails.
 * @throws refusal `webhook_provider_unknown` or `webhook_signature_invalid`.
 */
export async function receiveWebhook(
  app: AppContext,
  providerName: string,
  headers: Headers,
  body: Buffer,
): Promise<void> {
  const provider = app.paymentProviders.findConfigured(providerName);
  if (!provider) throw refuse(refusals, "webhook_provider_unknown");
  const webhook = await provider.verifyWebhook(headers, body);
  if (!webhook) throw refuse(refusals, "webhook_signature_invalid");
  const { eventId, payload } = webhook;
  await withTransaction(app.db, async (db) => {
    await addWebhookEvent(db, { provider: providerName, event_id: eventId, payload, received_at: app.clock.now() });
    afterCommit(db, () =>
      runInBackground(app, "processing a webhook", () => processWebhook(app, providerName, eventId)),
    );
  });
}

/**
 * Processes a stored event. Only the reference is taken from it; the state is read from the provider, so that
 * duplicate, late and out-of-order events lead to the same result.
 * @throws refusal `gateway_unavailable`: the event stays unprocessed.
 */
export async function processWebhook(app: AppContext, providerName: string, eventId: string): Promise<void> {
  const event = await findUnprocessedEvent(app.db, providerName, eventId);
  if (!event) return;
  const provider = app.paymentProviders.get(providerName);
  const storeOutcome = (db: Db, outcome: string) =>
    markEventProcessed(db, { provider: providerName, event_id: eventId }, { outcome, processed_at: app.clock.now() });

  const subject = provider.getWebhookSubject(event.payload);
  switch (subject.kind) {
    case "payment": {
      const providerPayment = await provider.getPayment(subject.ref);
      if (!providerPayment) return storeOutcome(app.db, "unknown_payment");
      await settlePayment(app, provider, providerPayment, storeOutcome);
      return;
    }
    case "refund": {
      const providerRefund = await provider.getRefund(subject.ref);
      if (!providerRefund) return storeOutcome(app.db, "unknown_refund");
      await settleRefund(app, provider, providerRefund, storeOutcome);
      return;
    }
    case "other":
      return storeOutcome(app.db, "ignored");
  }
}
