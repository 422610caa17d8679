import { userInfo } from "node:os";
import type { CommandContext, CommandOption } from "./commands.ts";

/** The option with which an operator gives their name, for commands that write a history. */
export const byOption: Record<"by", CommandOption> = {
  by: {
    type: "string",
    value: "NAME",
    summary: "who makes the change; OPERATOR, the user of sudo or of the system by default",
  },
};

/** The name of who runs a command: `--by`, the variable OPERATOR, who called sudo, or the user of the operating system. */
export function operatorName(
  { options }: Pick<CommandContext, "options">,
  env: Record<string, string | undefined> = process.env,
): string {
  const given = options["by"] ?? (env["OPERATOR"] || env["SUDO_USER"]);
  if (typeof given === "string" && given.trim() !== "") return given.trim();
  try {
    return userInfo().username;
  } catch {
    // A user of a container may have no entry in the list of users.
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}
