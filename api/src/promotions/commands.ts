import type { Command } from "../platform/commands.ts";
import { certificateCommands } from "./certificate-commands.ts";
import { presentCommands } from "./gift-commands.ts";
import { promoCommands } from "./promo-commands.ts";

export const commands: readonly Command[] = [...promoCommands, ...certificateCommands, ...presentCommands];
