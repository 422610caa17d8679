import type { Command, CommandContext, CommandResult } from "../src/platform/commands/command.ts";
import type { TestShop } from "./harness.ts";

type RunCommand = (
  name: string,
  args?: CommandContext["args"],
  options?: CommandContext["options"],
) => Promise<CommandResult>;

/**
 * Creates a function that runs an operator command of a module by its name, without the command line in front of it.
 * @throws Error if `commands` has no command of that name
 */
export function createCommandRunner(shop: Pick<TestShop, "app" | "pool">, commands: readonly Command[]): RunCommand {
  return async (name, args = {}, options = {}) => {
    const command = commands.find((one) => one.name === name);
    if (!command) throw new Error(`no command ${name}`);
    const { signal } = new AbortController();
    return command.run({ app: shop.app, pool: shop.pool, args, options, progress: () => undefined, signal });
  };
}
