import { userInfo } from "node:os";
import type { CommandContext, CommandOption } from "./command.ts";

/** The option for the operator's name, for commands that write to a history. */
export const operatorOption: Record<"by", CommandOption> = {
  by: {
    type: "string",
    value: "NAME",
    summary: "who makes the change; OPERATOR, the user of sudo or of the system by default",
  },
};

/**
 * Returns the name of the person who runs a command: `--by`, the variable OPERATOR, the user of sudo, or the user of
 * the operating system.
 */
export function getOperatorName(
  { options }: Pick<CommandContext, "options">,
  env: Record<string, string | undefined> = process.env,
): string {
  const name = options["by"] ?? (env["OPERATOR"] || env["SUDO_USER"]);
  if (typeof name === "string" && name.trim() !== "") return name.trim();
  try {
    return userInfo().username;
  } catch {
    // In a container the user may have no entry in /etc/passwd.
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}
