import { commands as accountCommands } from "../../api/src/account/commands.ts";
import { commands as catalogueCommands } from "../../api/src/catalogue/commands.ts";
import { commands as bonusCommands } from "../../api/src/bonuses/commands.ts";
import { commands as checkoutCommands } from "../../api/src/checkout/commands.ts";
import { commands as contentCommands } from "../../api/src/content/commands.ts";
import { commands as customsCommands } from "../../api/src/customs/commands.ts";
import { commands as deliveryCommands } from "../../api/src/delivery/commands.ts";
import { commands as journalCommands } from "../../api/src/journal/commands.ts";
import { commands as moneyCommands } from "../../api/src/money/commands.ts";
import { commands as pageCommands } from "../../api/src/pages/commands.ts";
import { commands as quizCommands } from "../../api/src/quizzes/commands.ts";
import { commands as discoveryCommands } from "../../api/src/discovery/commands.ts";
import { commands as notificationCommands } from "../../api/src/notifications/commands.ts";
import { commands as orderCommands } from "../../api/src/orders/commands.ts";
import { commands as paymentCommands } from "../../api/src/payments/commands.ts";
import type { Command } from "../../api/src/platform/commands.ts";
import { commands as reviewCommands } from "../../api/src/reviews/commands.ts";
import { commands as mailCommands } from "../../api/src/platform/mail-commands.ts";
import { commands as promotionCommands } from "../../api/src/promotions/commands.ts";
import { commands as searchCommands } from "../../api/src/search/commands.ts";
import { commands as demoCommands } from "../../demo/commands.ts";
import { dbCommands } from "./db-commands.ts";
import { jobs } from "./jobs-command.ts";

/** Every room's commands. */
export const commands: readonly Command[] = [
  ...accountCommands,
  ...catalogueCommands,
  ...mailCommands,
  ...journalCommands,
  ...moneyCommands,
  ...paymentCommands,
  ...customsCommands,
  ...deliveryCommands,
  ...contentCommands,
  ...reviewCommands,
  ...searchCommands,
  ...discoveryCommands,
  ...promotionCommands,
  ...bonusCommands,
  ...pageCommands,
  ...quizCommands,
  ...demoCommands,
  ...orderCommands,
  ...checkoutCommands,
  ...notificationCommands,
  ...dbCommands,
  jobs,
].toSorted((a, b) => (a.name < b.name ? -1 : 1));
