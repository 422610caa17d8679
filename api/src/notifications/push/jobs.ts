import { z } from "zod";
import { listMessagePreferences } from "../../account/message-preferences/service.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { createJob, type Job, type Queue, queueJob } from "../../platform/jobs/job-queue.ts";
import { getEmailSender } from "../../platform/store-profile/store-profile.ts";
import { getMessageKind } from "./message-kind.ts";
import { getPushKeys } from "./push-keys.ts";
import { buildPushPayload } from "./push-payload.ts";
import { pushQueue } from "./queue.ts";
import { type PushRules, pushRules, sendPush } from "./send-push.ts";
import { deleteExpiredSubscription, findDelivery, findUnreadNotification } from "./sql.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

const deliveryQueue: Queue<{ notificationId: number; subscriptionId: number }> = {
  name: "notifications.deliver_push",
  payload: z.object({ notificationId: z.int().positive(), subscriptionId: z.int().positive() }),
};

/** Creates the jobs that push notifications. Each browser has a job of its own, so that one failure repeats one push. */
export function createPushJobs(rules: PushRules = pushRules): readonly Job[] {
  return [
    createJob(pushQueue, async (app, { notificationId }) => queueDeliveries(app, notificationId)),
    createJob(deliveryQueue, async (app, delivery) => deliver(app, delivery, rules)),
  ];
}

/** Queues a push for each browser of the customer, unless the notification was read, is old, or is not wanted. */
async function queueDeliveries({ db, clock }: AppContext, notificationId: number): Promise<void> {
  const notification = await findUnreadNotification(db, notificationId);
  if (!notification || clock.now().getTime() - notification.created_at.getTime() > DAY_MS) return;
  if (!(await isWanted(db, notification))) return;
  for (const subscriptionId of notification.subscription_ids)
    await queueJob(db, deliveryQueue, { notificationId, subscriptionId });
}

/** Whether the customer wants notifications of this kind on their devices. */
async function isWanted(
  db: AppContext["db"],
  { customer_id, kind }: { customer_id: number; kind: string },
): Promise<boolean> {
  const messageKind = getMessageKind(kind);
  if (messageKind === null) return false;
  const { items } = await listMessagePreferences(db, customer_id);
  return items.find((item) => item.kind === messageKind)?.push?.is_enabled ?? false;
}

/**
 * Sends one push. A subscription that has ended is deleted.
 * @throws Error if the push service failed: the job is repeated
 */
async function deliver(
  app: AppContext,
  ids: { notificationId: number; subscriptionId: number },
  rules: PushRules,
): Promise<void> {
  const { db, config, log } = app;
  const delivery = await findDelivery(db, ids);
  if (!delivery || !(await isWanted(db, delivery))) return;
  const sender = await getEmailSender(db, config, "ru-RU");
  const result = await sendPush(
    {
      subscription: delivery,
      payload: JSON.stringify(buildPushPayload(ids.notificationId, delivery)),
      keys: await getPushKeys(app),
      subject: `mailto:${sender.address}`,
    },
    rules,
  );
  if (result === "gone") await deleteExpiredSubscription(db, { id: ids.subscriptionId, auth: delivery.auth });
  if (result === "rejected") log.error(`a push service rejected the push of notification ${ids.notificationId}`);
}
