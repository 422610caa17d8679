import { commands as accountCommands } from "../../api/src/account/commands.ts";
import { commands as catalogCommands } from "../../api/src/catalog/commands.ts";
import { commands as giftCardCommands } from "../../api/src/gift-cards/commands.ts";
import { commands as loyaltyCommands } from "../../api/src/loyalty/commands.ts";
import { commands as checkoutCommands } from "../../api/src/checkout/commands.ts";
import { commands as contentCommands } from "../../api/src/content/commands.ts";
import { commands as customsCommands } from "../../api/src/customs/commands.ts";
import { commands as deliveryCommands } from "../../api/src/delivery/commands.ts";
import { commands as blogCommands } from "../../api/src/blog/commands.ts";
import { commands as moneyCommands } from "../../api/src/money/commands.ts";
import { commands as cmsPageCommands } from "../../api/src/cms-pages/commands.ts";
import { commands as quizCommands } from "../../api/src/quizzes/commands.ts";
import { commands as seoFeedCommands } from "../../api/src/seo-feeds/commands.ts";
import { commands as notificationCommands } from "../../api/src/notifications/commands.ts";
import { commands as orderCommands } from "../../api/src/orders/commands.ts";
import { commands as paymentCommands } from "../../api/src/payments/commands.ts";
import { commands as parcelCommands } from "../../api/src/fulfillment/parcels/commands.ts";
import type { Command } from "../../api/src/platform/commands/command.ts";
import { commands as reviewCommands } from "../../api/src/reviews/commands.ts";
import { commands as cdnCommands } from "../../api/src/platform/cache/commands.ts";
import { commands as mediaCommands } from "../../api/src/platform/media/commands.ts";
import { commands as emailCommands } from "../../api/src/platform/mail/commands.ts";
import { commands as auditCommands } from "../../api/src/platform/audit/commands.ts";
import { commands as signingCommands } from "../../api/src/platform/crypto/commands.ts";
import { commands as staffCommands } from "../../api/src/staff/commands.ts";
import { commands as promotionCommands } from "../../api/src/promotions/commands.ts";
import { commands as consistencyCommands } from "../../api/src/consistency/commands.ts";
import { commands as searchCommands } from "../../api/src/search/commands.ts";
import { commands as demoCommands } from "../../demo/commands.ts";
import { dbCommands } from "./db-commands.ts";
import { jobsCommand } from "./jobs-command.ts";
import { settingsCommands } from "./settings-commands.ts";

/** The commands of every module. */
export const commands: readonly Command[] = [
  ...accountCommands,
  ...staffCommands,
  ...catalogCommands,
  ...cdnCommands,
  ...emailCommands,
  ...mediaCommands,
  ...signingCommands,
  ...auditCommands,
  ...consistencyCommands,
  ...blogCommands,
  ...moneyCommands,
  ...paymentCommands,
  ...parcelCommands,
  ...customsCommands,
  ...deliveryCommands,
  ...contentCommands,
  ...reviewCommands,
  ...searchCommands,
  ...seoFeedCommands,
  ...giftCardCommands,
  ...promotionCommands,
  ...loyaltyCommands,
  ...cmsPageCommands,
  ...quizCommands,
  ...demoCommands,
  ...orderCommands,
  ...checkoutCommands,
  ...notificationCommands,
  ...dbCommands,
  ...settingsCommands,
  jobsCommand,
].toSorted((a, b) => (a.name < b.name ? -1 : 1));
