import { afterCommit, type Db, withTransaction } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import type { House } from "../platform/http.ts";
import { inBackground } from "./background.ts";
import { findProvider, providerNamed } from "./providers.ts";
import { settleRefund } from "./refunds.ts";
import { refusals } from "./schema.ts";
import { settlePayment } from "./settle.ts";
import { addEvent, closeEvent, findOpenEvent } from "./webhook-sql.ts";

/**
 * Stores a provider's event; it is acted on once the answer is out, and by the job where that fails.
 * Refuses `webhook_provider_unknown` and `webhook_signature_invalid`.
 */
export async function takeWebhook(house: House, name: string, headers: Headers, body: Buffer): Promise<void> {
  const provider = findProvider(house, name);
  if (!provider) throw refuse(refusals, "webhook_provider_unknown");
  const webhook = await provider.verifyWebhook(headers, body);
  if (!webhook) throw refuse(refusals, "webhook_signature_invalid");
  const { eventId, payload } = webhook;
  await withTransaction(house.db, async (db) => {
    await addEvent(db, { provider: name, event_id: eventId, payload, received_at: house.clock.now() });
    afterCommit(db, () => inBackground(house, "acting on a webhook", () => processWebhook(house, name, eventId)));
  });
}

/**
 * Acts on a stored event. Only what it is about is taken from it; how that stands is asked of the provider, so events
 * that come twice, late or out of order lead to the same end. Refuses `gateway_unavailable`: the event stays open then.
 */
export async function processWebhook(house: House, name: string, eventId: string): Promise<void> {
  const event = await findOpenEvent(house.db, name, eventId);
  if (!event) return;
  const provider = providerNamed(house, name);
  const close = (db: Db, outcome: string) =>
    closeEvent(db, { provider: name, event_id: eventId }, { outcome, processed_at: house.clock.now() });

  const subject = provider.subjectOf(event.payload);
  switch (subject.kind) {
    case "payment": {
      const told = await provider.read(subject.ref);
      if (!told) return close(house.db, "unknown_payment");
      await settlePayment(house, provider, told, close);
      return;
    }
    case "refund": {
      const told = await provider.readRefund(subject.ref);
      if (!told) return close(house.db, "unknown_refund");
      await settleRefund(house, provider, told, close);
      return;
    }
    case "other":
      return close(house.db, "ignored");
  }
}
