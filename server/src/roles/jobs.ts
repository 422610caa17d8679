import { jobs as accountJobs } from "../../../api/src/account/jobs.ts";
import { emails as accountEmails } from "../../../api/src/account/email-templates.ts";
import { jobs as loyaltyJobs } from "../../../api/src/loyalty/jobs.ts";
import { jobs as cartJobs, emails as cartEmails } from "../../../api/src/cart/reminders/jobs.ts";
import { emails as alertEmails } from "../../../api/src/catalog/alerts/emails.ts";
import { jobs as catalogJobs } from "../../../api/src/catalog/jobs.ts";
import { jobs as catalogAdminJobs } from "../../../api/src/catalog-admin/jobs.ts";
import { jobs as notificationJobs } from "../../../api/src/notifications/jobs.ts";
import { jobs as fulfillmentJobs } from "../../../api/src/fulfillment/jobs.ts";
import { emails as joinedOrderEmails } from "../../../api/src/joined-orders/emails.ts";
import { emails as orderEditEmails } from "../../../api/src/order-edits/emails.ts";
import { jobs as inventoryJobs } from "../../../api/src/inventory/jobs.ts";
import { jobs as importJobs } from "../../../api/src/imports/jobs.ts";
import { jobs as draftJobs } from "../../../api/src/drafts/jobs.ts";
import { jobs as orderEditJobs } from "../../../api/src/order-edits/jobs.ts";
import { jobs as orderJobs } from "../../../api/src/orders/jobs.ts";
import { emails as orderEmails } from "../../../api/src/orders/emails/emails.ts";
import { jobs as paymentJobs } from "../../../api/src/payments/jobs.ts";
import { emails as paymentEmails } from "../../../api/src/payments/notifications/emails.ts";
import { jobs as deliveryJobs } from "../../../api/src/delivery/jobs.ts";
import type { Job } from "../../../api/src/platform/jobs/job-queue.ts";
import { auditJobs } from "../../../api/src/platform/audit/jobs.ts";
import { emailSweepJob } from "../../../api/src/platform/mail/jobs.ts";
import { contentChangesJob } from "../../../api/src/platform/cache/jobs.ts";
import { retentionJobs } from "../../../api/src/platform/retention/jobs.ts";
import { createEmailJob, type EmailTemplate } from "../../../api/src/platform/mail/mailer.ts";
import { jobs as quizJobs } from "../../../api/src/quizzes/jobs.ts";
import { jobs as returnJobs } from "../../../api/src/returns/jobs.ts";
import { jobs as reviewJobs } from "../../../api/src/reviews/jobs.ts";
import { emails as reviewEmails } from "../../../api/src/reviews/moderation/emails.ts";
import { emails as staffEmails } from "../../../api/src/staff/emails.ts";
import { jobs as staffJobs } from "../../../api/src/staff/jobs.ts";
import { emails as parcelEmails } from "../../../api/src/fulfillment/parcels/emails.ts";
import { emails as returnEmails } from "../../../api/src/returns/emails.ts";
import { jobs as searchJobs } from "../../../api/src/search/jobs.ts";
import { adminActions } from "../../../api/src/admin-actions.ts";
import { taskKinds } from "../../../api/src/task-kinds.ts";
import { createTaskJobs } from "../../../api/src/tasks/jobs.ts";
import { jobs as privacyJobs } from "../../../api/src/privacy/jobs.ts";
import { emails as privacyEmails } from "../../../api/src/privacy/emails.ts";
import { emails as giftCardEmails } from "../../../api/src/gift-cards/purchases/emails.ts";
import { emails as loyaltyEmails } from "../../../api/src/loyalty/reminders.ts";

/** The email templates of every module, by name. */
export const emailTemplates: Readonly<Record<string, EmailTemplate>> = {
  ...accountEmails,
  ...staffEmails,
  ...reviewEmails,
  ...orderEmails,
  ...paymentEmails,
  ...orderEditEmails,
  ...joinedOrderEmails,
  ...cartEmails,
  ...privacyEmails,
  ...loyaltyEmails,
  ...giftCardEmails,
  ...parcelEmails,
  ...returnEmails,
  ...alertEmails,
};

/** The background jobs of every module; one job sends the emails of all of them. */
export const jobs: readonly Job[] = [
  createEmailJob(emailTemplates),
  emailSweepJob,
  ...retentionJobs,
  contentChangesJob,
  ...auditJobs,
  ...accountJobs,
  ...staffJobs,
  ...createTaskJobs({ kinds: taskKinds, actions: adminActions }),
  ...draftJobs,
  ...inventoryJobs,
  ...importJobs,
  ...loyaltyJobs,
  ...catalogJobs,
  ...catalogAdminJobs,
  ...deliveryJobs,
  ...notificationJobs,
  ...orderJobs,
  ...paymentJobs,
  ...fulfillmentJobs,
  ...orderEditJobs,
  ...reviewJobs,
  ...quizJobs,
  ...returnJobs,
  ...searchJobs,
  ...cartJobs,
  ...privacyJobs,
];
