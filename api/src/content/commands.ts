import type { Command } from "../platform/commands/command.ts";
import { commands as bannerCommands } from "./banners/commands.ts";
import { commands as menuCommands } from "./menus/commands.ts";
import { commands as redirectCommands } from "./redirects/commands.ts";
import { commands as storeProfileCommands } from "./store-profile/commands.ts";

/** The commands of every sub-module. */
export const commands: readonly Command[] = [
  ...bannerCommands,
  ...menuCommands,
  ...redirectCommands,
  ...storeProfileCommands,
];
