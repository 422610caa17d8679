import type { Command } from "../platform/commands/command.ts";
import { giftTierCommands } from "./gifts/commands.ts";
import { promoCommands } from "./promo-codes/commands.ts";

export const commands: readonly Command[] = [...promoCommands, ...giftTierCommands];
