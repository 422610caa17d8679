import { jobs as accountJobs } from "../../api/src/account/jobs.ts";
import { letters as accountLetters } from "../../api/src/account/letters.ts";
import { jobs as bonusJobs } from "../../api/src/bonuses/jobs.ts";
import { jobs as cartJobs, letters as cartLetters } from "../../api/src/cart/reminders.ts";
import { letters as alertLetters } from "../../api/src/catalogue/alerts.ts";
import { jobs as catalogueJobs } from "../../api/src/catalogue/jobs.ts";
import { jobs as notificationJobs } from "../../api/src/notifications/jobs.ts";
import { jobs as orderJobs } from "../../api/src/orders/jobs.ts";
import { letters as orderLetters } from "../../api/src/orders/letters.ts";
import { jobs as paymentJobs } from "../../api/src/payments/jobs.ts";
import { letters as paymentLetters } from "../../api/src/payments/tell.ts";
import { jobs as deliveryJobs } from "../../api/src/delivery/jobs.ts";
import type { Job } from "../../api/src/platform/jobs.ts";
import { mailSweep } from "../../api/src/platform/mail-jobs.ts";
import { retentionJobs } from "../../api/src/platform/retention-jobs.ts";
import { mailJob } from "../../api/src/platform/mail.ts";
import { jobs as reviewJobs } from "../../api/src/reviews/jobs.ts";
import { letters as reviewLetters } from "../../api/src/reviews/letters.ts";
import { jobs as searchJobs } from "../../api/src/search/jobs.ts";
import { letters as privacyLetters } from "../../api/src/privacy/letters.ts";
import { letters as promotionLetters } from "../../api/src/promotions/letters.ts";
import { letters as bonusLetters } from "../../api/src/bonuses/reminders.ts";

/** The background work of every room; one job sends the letters of all of them. */
export const jobs: readonly Job[] = [
  mailJob({
    ...accountLetters,
    ...reviewLetters,
    ...orderLetters,
    ...paymentLetters,
    ...cartLetters,
    ...privacyLetters,
    ...bonusLetters,
    ...promotionLetters,
    ...alertLetters,
  }),
  mailSweep,
  ...retentionJobs,
  ...accountJobs,
  ...bonusJobs,
  ...catalogueJobs,
  ...deliveryJobs,
  ...notificationJobs,
  ...orderJobs,
  ...paymentJobs,
  ...reviewJobs,
  ...searchJobs,
  ...cartJobs,
];
